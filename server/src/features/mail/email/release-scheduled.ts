import type { UnitOfWork } from "../../../engine/index.ts";
import { updateEmails } from "./email.store.ts";

/** Mail whose hour has come is no draft any more: it goes from the mailbox for scheduled mail to that for sent mail. */
export async function releaseScheduled(
  w: UnitOfWork,
  accountId: string,
  emailId: string,
): Promise<void> {
  const row = await w.tx
    .selectFrom("email")
    .select(["mailbox_ids", "keywords"])
    .where("account_id", "=", accountId)
    .where("id", "=", emailId)
    .executeTakeFirst();
  if (row === undefined) return;
  const mailboxes = await w.tx
    .selectFrom("mailbox")
    .select(["id", "role"])
    .where("account_id", "=", accountId)
    .where("role", "in", ["scheduled", "sent"])
    .execute();
  const scheduled = mailboxes.find(({ role }) => role === "scheduled")?.id;
  const sent = mailboxes.find(({ role }) => role === "sent")?.id;
  // Where the person put it elsewhere, there it stays.
  if (scheduled === undefined || sent === undefined || !row.mailbox_ids.includes(scheduled)) return;
  const set = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, true as const]));
  const others = row.mailbox_ids.filter((id) => id !== scheduled);
  const before = { mailboxIds: set(row.mailbox_ids), keywords: set(row.keywords) };
  const after = {
    mailboxIds: set([...others, sent]),
    keywords: set(row.keywords.filter((keyword) => keyword !== "$draft")),
  };
  await updateEmails({ w, accountId }, [{ id: emailId, before, after }]);
  w.changed(accountId, "Email", emailId, "updated");
}
