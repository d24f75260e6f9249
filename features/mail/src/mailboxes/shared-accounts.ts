import { Mailbox } from "@atrium/contract/types/mailbox";
import { CAPABILITY, type JmapSession } from "@atrium/contract/types/wire";
import { useAll, type Account } from "@atrium/jmap";
import { useEffect, useMemo, useState } from "react";
import { useMail } from "../mail.tsx";
import { asMailboxes, type Mailboxes } from "./use-mailboxes.ts";

/** An account of several people whose mail the person may see. */
export interface SharedMail {
  readonly id: string;
  readonly name: string;
  readonly isReadOnly: boolean;
}

const NONE: readonly SharedMail[] = [];

/** The accounts with mail that the person sees besides their own, by name; `undefined` until it is known which. */
export function useSharedMail(): readonly SharedMail[] | undefined {
  const { client, session } = useMail();
  const [known, setKnown] = useState<readonly SharedMail[] | undefined>(() => {
    const accounts = client.accountsNow();
    return accounts && sharedIn({ accounts }, session.accountId);
  });
  useEffect(() => {
    let isOver = false;
    let isKnown = false;
    const show = (accounts: JmapSession["accounts"]): void => {
      const shared = sharedIn({ accounts }, session.accountId);
      if (!isOver) setKnown((before) => (isSame(before, shared) ? before : shared));
    };
    const look = async (): Promise<void> => {
      try {
        const { accounts } = await client.session();
        isKnown = true;
        show(accounts);
      } catch {
        // Without a connection those that were here last are shown, and the others come with the connection.
        if (!isOver) setKnown((before) => before ?? NONE);
      }
    };
    const remember = async (): Promise<void> => {
      const kept = await client.persistedAccounts();
      if (kept && !isKnown) show(kept);
    };
    void look();
    remember().catch(() => undefined);
    const stop = client.onConnection(() => {
      if (!isKnown && !client.connection().isUnavailable) void look();
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [client, session.accountId]);
  return known;
}

function isSame(one: readonly SharedMail[] | undefined, other: readonly SharedMail[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function sharedIn({ accounts }: Pick<JmapSession, "accounts">, own: string): SharedMail[] {
  return Object.entries(accounts)
    .filter(
      ([id, { isPersonal, accountCapabilities }]) =>
        id !== own && !isPersonal && CAPABILITY.mail in accountCapabilities,
    )
    .map(([id, { name, isReadOnly }]) => ({ id, name, isReadOnly }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The folders of an account, followed live; asked for unless it is known already. */
export function useMailboxesIn(account: Account): Mailboxes | undefined {
  const list = useAll(account, Mailbox);
  useEffect(() => {
    if (!account.isWhole(Mailbox)) account.fetchAll(Mailbox).catch(() => undefined);
  }, [account]);
  return useMemo(() => list && asMailboxes(list), [list]);
}
