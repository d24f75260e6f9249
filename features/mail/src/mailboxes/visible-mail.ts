import { Mailbox, type MailboxRecord } from "@atrium/contract/types/mailbox";
import { useAll, type Account } from "@atrium/jmap";
import { useMemo } from "react";
import { useMail } from "../mail.tsx";
import { useSharedMail } from "./shared-accounts.ts";
import { asMailboxes, type Mailboxes } from "./use-mailboxes.ts";
import { useWholes } from "./use-wholes.ts";

/** An account whose mail the person sees, with its folders. */
export interface VisibleMail {
  readonly account: Account;
  /** Of a shared account; the person's own has none. */
  readonly name: string | undefined;
  readonly isReadOnly: boolean;
  readonly mailboxes: Mailboxes;
  readonly inbox: MailboxRecord;
}

/** The accounts that have an inbox, the person's own first; `undefined` until it is known which ones there are. */
export function useVisibleMail(): readonly VisibleMail[] | undefined {
  const { client, home } = useMail();
  const isHomeKnown = useAll(home, Mailbox) !== undefined;
  const found = useSharedMail();
  // The person's own folders first; those of others come in one request with the list that they are for.
  const shared = isHomeKnown ? found : undefined;
  const accounts = useMemo(
    () => [home, ...(shared ?? []).map(({ id }) => client.account(id))],
    [client, home, shared],
  );
  const wholes = useWholes(accounts, Mailbox);
  return useMemo(() => {
    if (!shared || wholes.includes(undefined)) return undefined;
    return accounts.flatMap((account, at): VisibleMail | [] => {
      const list = wholes[at];
      const mailboxes = list && asMailboxes(list);
      const inbox = mailboxes?.byRole("inbox");
      const of = at === 0 ? undefined : shared[at - 1];
      if (!mailboxes || !inbox) return [];
      return { account, name: of?.name, isReadOnly: of?.isReadOnly ?? false, mailboxes, inbox };
    });
  }, [accounts, shared, wholes]);
}

/** Unread conversations in all inboxes. */
export function unreadIn(visible: readonly VisibleMail[]): number {
  return visible.reduce((sum, { inbox }) => sum + inbox.unreadThreads, 0);
}
