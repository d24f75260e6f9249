import { sql, type RawBuilder } from "kysely";
import type { MailboxRole } from "@atrium/contract/types/mailbox";
import type { UnitOfWork } from "../../../engine/index.ts";

/** A mailbox that has a role. */
export interface RoleMailbox {
  readonly account_id: string;
  readonly id: string;
  readonly role: string;
}

/** Those of some accounts, as a select. */
export const selectRoleMailboxes = (accountIds: readonly string[]): RawBuilder<RoleMailbox> =>
  sql`select account_id, id, role from mailbox
    where account_id = any(${accountIds}::text[]) and role is not null`;

/** The same by account and role. */
export const byRole = (rows: readonly RoleMailbox[]): Map<string, string> =>
  new Map(rows.map((row) => [`${row.account_id} ${row.role}`, row.id]));

export async function roleMailboxes(
  w: UnitOfWork,
  accountIds: readonly string[],
): Promise<Map<string, string>> {
  return byRole((await selectRoleMailboxes(accountIds).execute(w.tx)).rows);
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
