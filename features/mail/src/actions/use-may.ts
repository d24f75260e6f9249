import type { EmailRecord } from "@atrium/contract/types/email";
import { useMemo } from "react";
import { useMail } from "../mail.tsx";
import { useMailboxes } from "../mailboxes/use-mailboxes.ts";
import { mayAll, mayIn, mayWith, type May } from "./may.ts";

/** What may be done with all of these messages; nothing while that is not known. */
export function useMay(emails: readonly Pick<EmailRecord, "mailboxIds">[]): May {
  const { isReadOnly } = useMail();
  const mailboxes = useMailboxes();
  return useMemo(
    () =>
      mayAll(
        mailboxes ? emails.map(({ mailboxIds }) => mayWith(mailboxes, mailboxIds, isReadOnly)) : [],
      ),
    [emails, mailboxes, isReadOnly],
  );
}

/** Whether mail may be written in the account's name. */
export function useMayAnswer(): boolean {
  const { isReadOnly } = useMail();
  const mailboxes = useMailboxes();
  return mailboxes !== undefined && mayIn(mailboxes, undefined, isReadOnly).answer;
}
