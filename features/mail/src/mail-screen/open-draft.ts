import { openCompose } from "@atrium/feature-compose/parts";
import type { MailList } from "./mail-list.ts";

/** Goes on with a row where it is written, if it is a draft or waits for its hour; answers whether it did. */
export function openDraft(list: MailList, row: string): boolean {
  const { share, id } = list.of(row);
  const { account, mailboxes, may } = share;
  const email = list.email(row);
  if (email?.keywords["$draft"] !== true || !may.answer) return false;
  const writtenIn = [mailboxes.byRole("drafts")?.id, mailboxes.byRole("scheduled")?.id];
  if (!writtenIn.some((one) => one !== undefined && email.mailboxIds[one])) return false;
  openCompose({ kind: "draft", accountId: account.id, emailId: id });
  return true;
}
