import { Mailbox, type MailboxRecord, type MailboxRole } from "@atrium/contract/types/mailbox";
import { useAll, type Account } from "@atrium/jmap";
import { useMemo } from "react";
import { useMail } from "../mail.tsx";

/** All folders, and the ways to find one. */
export interface Mailboxes {
  readonly list: readonly MailboxRecord[];
  byId(id: string): MailboxRecord | undefined;
  byRole(role: MailboxRole): MailboxRecord | undefined;
}

/** The folders of the account, followed live; `undefined` until they are here. */
export function useMailboxes(): Mailboxes | undefined {
  const { account } = useMail();
  const list = useAll(account, Mailbox);
  return useMemo(() => list && asMailboxes(list), [list]);
}

/** The folders as they are now, for actions. */
export function mailboxesOf(account: Account): Mailboxes {
  return asMailboxes(account.all(Mailbox));
}

export function asMailboxes(list: readonly MailboxRecord[]): Mailboxes {
  return {
    list,
    byId: (id) => list.find((mailbox) => mailbox.id === id),
    byRole: (role) => list.find((mailbox) => mailbox.role === role),
  };
}
