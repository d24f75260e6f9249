import { sql } from "kysely";
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
