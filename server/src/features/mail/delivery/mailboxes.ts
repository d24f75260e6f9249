import { sql } from "kysely";
import type { MailboxRole } from "@atrium/contract/types/mailbox";
import type { UnitOfWork } from "../../../engine/index.ts";

/** The mailboxes that have a role, by account and role. */
export async function roleMailboxes(
  w: UnitOfWork,
  accountIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await w.tx
    .selectFrom("mailbox")
    .select(["account_id", "id", "role"])
    .where("account_id", "=", sql<string>`any(${accountIds})`)
    .where("role", "is not", null)
    .execute();
  return new Map(rows.map((row) => [`${row.account_id} ${row.role}`, row.id]));
}

/** Where mail for a role goes: the inbox when an account has no such mailbox. `mailboxes` are those of `roleMailboxes`. */
export async function homeOf(
  w: UnitOfWork,
  accountId: string,
  role: MailboxRole,
  mailboxes: Map<string, string>,
): Promise<string> {
  const inbox = `${accountId} inbox`;
  const home = mailboxes.get(`${accountId} ${role}`) ?? mailboxes.get(inbox);
  if (home !== undefined) return home;
  const made = await newInbox(w, accountId);
  mailboxes.set(inbox, made);
  return made;
}

/** An account that has no inbox any more gets a new one: mail that was accepted must not be lost. */
export async function newInbox(w: UnitOfWork, accountId: string): Promise<string> {
  const id = w.newId("f");
  await w.tx
    .insertInto("mailbox")
    .values({
      account_id: accountId,
      id,
      name: "Inbox",
      parent_id: null,
      role: "inbox",
      sort_order: 10,
      is_subscribed: true,
    })
    .execute();
  w.changed(accountId, "Mailbox", id, "created");
  return id;
}
