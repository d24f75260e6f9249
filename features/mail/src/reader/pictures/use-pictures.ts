import { api } from "@atrium/contract/api/index";
import type { EmailRecord } from "@atrium/contract/types/email";
import { rest } from "@atrium/shell";
import { useCallback, useEffect, useState } from "react";
import { useMail } from "../../mail.tsx";
import type { RemoteParts } from "../html-mail/html-mail.tsx";
import { isVouchedFor, originOf } from "../origin/origin.ts";
import { trust, useIsTrusted } from "./trusted-senders.ts";

const NONE: ReadonlyMap<string, string> = new Map();
const NOTHING: RemoteParts = { blocked: 0, addresses: [], trackers: [] };
/** As many as one request may name, and about as many characters as it may have. */
const MOST = 200;
const LONGEST_REQUEST = 40_000;
const LONGEST = 4096;

/** The pictures that a mail wants from other servers: blocked until the person, or their trust in the sender, allows them. */
export interface Pictures {
  readonly status: "none" | "blocked" | "loading" | "shown" | "failed";
  readonly count: number;
  /** Addresses of tracking pixels, which stay blocked. They are counted in `count`. */
  readonly trackers: readonly string[];
  /** Where they may be had. */
  readonly proxied: ReadonlyMap<string, string>;
  /** Shows those of this mail. */
  readonly show: () => void;
  /** Shows those of all mail from its sender; absent where nobody vouches for the sender's address. */
  readonly showAlways: (() => Promise<void>) | undefined;
  /** Takes what the mail wants, once it is known. */
  readonly onRemote: (remote: RemoteParts) => void;
}

export function usePictures(email: EmailRecord, isJunk: boolean): Pictures {
  const { account, isReadOnly } = useMail();
  const sender = email.from?.length === 1 ? email.from[0]!.email : undefined;
  const mayTrust = isVouchedFor(originOf(email)) && !isJunk;
  const isTrusted = useIsTrusted(account, mayTrust ? sender : undefined);
  const [remote, setRemote] = useState(NOTHING);
  const [wants, setWants] = useState(false);
  const [proxied, setProxied] = useState(NONE);
  const [hasFailed, setFailed] = useState(false);
  const isAllowed = wants || isTrusted === true;

  useEffect(() => {
    if (!isAllowed || remote.addresses.length === 0 || proxied !== NONE || hasFailed)
      return undefined;
    const leave = new AbortController();
    const { signal } = leave;
    permitted({ accountId: account.id, emailId: email.id }, remote.addresses, signal).then(
      setProxied,
      () => {
        if (!signal.aborted) setFailed(true);
      },
    );
    return () => leave.abort();
  }, [isAllowed, remote, proxied, hasFailed, account, email.id]);

  const onRemote = useCallback((next: RemoteParts) => {
    setRemote((before) => (keyOf(before) === keyOf(next) ? before : next));
  }, []);
  const show = (): void => {
    setFailed(false);
    setWants(true);
  };
  const status = (): Pictures["status"] => {
    if (remote.blocked === 0) return "none";
    if (hasFailed) return "failed";
    if (proxied !== NONE) return "shown";
    // Until it is known whether the sender is trusted nothing is said.
    if (isTrusted === undefined) return "loading";
    if (!isAllowed) return "blocked";
    // What stays blocked anyway needs no word from then on.
    return remote.addresses.length > 0 ? "loading" : "shown";
  };
  return {
    status: status(),
    count: remote.blocked,
    trackers: remote.trackers,
    proxied,
    show,
    showAlways:
      mayTrust && sender !== undefined && !isReadOnly
        ? async () => {
            show();
            await trust(account, sender);
          }
        : undefined,
    onRemote,
  };
}

const keyOf = ({ addresses, trackers }: RemoteParts): string =>
  `${addresses.join()} ${trackers.join()}`;

/** Asks the server for the addresses of a mail's pictures, as many at a time as it takes. */
async function permitted(
  mail: { readonly accountId: string; readonly emailId: string },
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const waiting = addresses.filter(({ length }) => length <= LONGEST);
  while (waiting.length > 0) {
    const urls: string[] = [];
    for (let size = 0; waiting.length > 0 && urls.length < MOST;) {
      size += encodeURI(waiting[0]!).length;
      if (urls.length > 0 && size > LONGEST_REQUEST) break;
      urls.push(waiting.shift()!);
    }
    const answer = await rest(api.mail.pictures, { body: { ...mail, urls }, signal });
    for (const [url, address] of Object.entries(answer.addresses)) found.set(url, address);
  }
  return found;
}
