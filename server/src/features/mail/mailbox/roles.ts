import type { MailboxRole } from "@atrium/contract/types/mailbox";
import type { UnitOfWork } from "../../../engine/index.ts";

/** The mailboxes that every account has from the start. Clients show a name of their own by the role. */
const ROLE_MAILBOXES = [
  ["inbox", "Inbox"],
  ["drafts", "Drafts"],
  ["sent", "Sent"],
  ["archive", "Archive"],
  ["junk", "Junk"],
  ["trash", "Trash"],
] as const satisfies readonly (readonly [MailboxRole, string])[];

type StartingRole = (typeof ROLE_MAILBOXES)[number][0];

/** Makes the mailboxes of a new account. Answers their ids by role. */
export async function createRoleMailboxes(
  w: UnitOfWork,
  accountId: string,
): Promise<Record<StartingRole, string>> {
  const rows = ROLE_MAILBOXES.map(([role, name], index) => ({
    account_id: accountId,
    id: w.newId("f"),
    name,
    parent_id: null,
    role,
    sort_order: (index + 1) * 10,
    is_subscribed: true,
  }));
  await w.tx.insertInto("mailbox").values(rows).execute();
  for (const { id } of rows) w.changed(accountId, "Mailbox", id, "created");
  return Object.fromEntries(rows.map(({ role, id }) => [role, id])) as Record<StartingRole, string>;
}
