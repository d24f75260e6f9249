import type { UnitOfWork } from "../../../engine/index.ts";
import { updateEmails } from "./email.store.ts";
import { snoozedOf, toSet } from "./row.ts";

/** Gives an email of a locked account a keyword (in lower case), and says whether it is the first to do so. */
export async function addKeyword(
  w: UnitOfWork,
  accountId: string,
  emailId: string,
  keyword: string,
): Promise<"added" | "had" | "gone"> {
  const row = await w.tx
    .selectFrom("email")
    .select(["mailbox_ids", "keywords", "snoozed_until", "snoozed_to"])
    .where("account_id", "=", accountId)
    .where("id", "=", emailId)
    .executeTakeFirst();
  if (row === undefined) return "gone";
  if (row.keywords.includes(keyword)) return "had";
  const before = {
    mailboxIds: toSet(row.mailbox_ids),
    keywords: toSet(row.keywords),
    snoozed: snoozedOf(row),
  };
  const after = { ...before, keywords: toSet([...row.keywords, keyword]) };
  await updateEmails({ w, accountId }, [{ id: emailId, before, after }]);
  w.changed(accountId, "Email", emailId, "updated");
  return "added";
}
