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

/** The accounts with mail that the person sees besides their own, by name. */
export function useSharedMail(): readonly SharedMail[] {
  const { client, session } = useMail();
  const [known, setKnown] = useState(NONE);
  useEffect(() => {
    let isOver = false;
    const look = async (): Promise<void> => {
      const shared = sharedIn(await client.session(), session.accountId);
      if (!isOver && shared.length > 0) setKnown(shared);
    };
    // Without a connection the list of the person's own mail says so.
    look().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [client, session.accountId]);
  return known;
}

export function sharedIn({ accounts }: JmapSession, own: string): SharedMail[] {
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
