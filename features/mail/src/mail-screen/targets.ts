import { Email, type EmailRecord } from "@atrium/contract/types/email";
import { Thread } from "@atrium/contract/types/thread";
import type { Account } from "@atrium/jmap";
import { lettersHere } from "../conversation-list/conversation-row.tsx";

/** The messages that a row of the list stands for: those of its conversation in its folder. */
export function emailsOfRow(
  account: Account,
  emailId: string,
  folder: string | undefined,
): readonly EmailRecord[] {
  const email = account.get(Email, emailId);
  const thread = email && account.get(Thread, email.threadId);
  return lettersHere(email, thread?.emailIds.map((id) => account.get(Email, id)) ?? [], folder);
}
