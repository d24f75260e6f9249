import type { EmailRecord } from "@atrium/contract/types/email";
import { lazyPart } from "@atrium/shell";
import {
  createContext,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
  type AnchorHTMLAttributes,
  type ReactNode,
  type SyntheticEvent,
} from "react";
import { useMail } from "../../mail.tsx";
import { useMailboxes } from "../../mailboxes/use-mailboxes.ts";
import { askInstead, guard, isWeb } from "./guarded.ts";
import { mistrust } from "./mistrust.ts";

const AskLink = lazyPart(() => import("./ask-link.tsx").then((module) => module.AskLink));

/** Asks before a link of the message is followed; `undefined` where links are followed at once. */
const GuardContext = createContext<((address: string) => void) | undefined>(undefined);

export const useLinkGuard = (): ((address: string) => void) | undefined => use(GuardContext);

/** What this window knows of messages besides what they say, by account and id. */
const states = new Map<string, "mistrusted" | "opened">();
const listeners = new Set<() => void>();

const keyOf = (accountId: string, id: string): string => `${accountId} ${id}`;

function setState(key: string, state: "mistrusted" | "opened"): void {
  // Who has decided is not asked again.
  if (states.get(key) === "opened" || states.get(key) === state) return;
  states.set(key, state);
  for (const listener of listeners) listener();
}

/** Holds back the links of a message, for a reason that is found out later than the others. */
export function useMistrust(email: EmailRecord, isMistrusted: boolean): void {
  const { account } = useMail();
  const key = keyOf(account.id, email.id);
  useEffect(() => {
    if (isMistrusted) setState(key, "mistrusted");
  }, [key, isMistrusted]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Holds back the web links of a message that gives reason to, until the reader has followed one in spite of a question. */
export function LinkGuard({
  email,
  children,
}: {
  readonly email: EmailRecord;
  readonly children: ReactNode;
}): ReactNode {
  const { account } = useMail();
  const junk = useMailboxes()?.byRole("junk")?.id;
  const [asked, setAsked] = useState<string>();
  const key = keyOf(account.id, email.id);
  const state = useSyncExternalStore(subscribe, () => states.get(key));
  const why =
    mistrust(email, junk !== undefined && email.mailboxIds[junk] === true) ??
    (state === "mistrusted" ? "sender" : undefined);
  const isHeld = why !== undefined && state !== "opened";
  return (
    <GuardContext value={isHeld ? setAsked : undefined}>
      {children}
      {asked !== undefined && why !== undefined && (
        <AskLink
          address={asked}
          why={why}
          onStay={() => setAsked(undefined)}
          onOpen={() => {
            setState(key, "opened");
            setAsked(undefined);
          }}
        />
      )}
    </GuardContext>
  );
}

const onPress = (event: SyntheticEvent<HTMLAnchorElement>): void =>
  askInstead(event.currentTarget, event.nativeEvent);

const HELD = {
  role: "link",
  tabIndex: 0,
  onClick: onPress,
  onAuxClick: onPress,
  onKeyDown: onPress,
};

/** A link that a message brings, which opens in a new tab. */
export function MailLink({
  href,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string }): ReactNode {
  const ask = useLinkGuard();
  const held = isWeb(href) ? ask : undefined;
  return (
    <a
      {...rest}
      ref={(link) => {
        if (link) guard(link, href, held);
      }}
      {...(held ? HELD : { href, target: "_blank", rel: "noopener noreferrer" })}
    />
  );
}
