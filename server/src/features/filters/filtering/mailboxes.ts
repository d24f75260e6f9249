import type { Target } from "@atrium/formats/sieve";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import type { Destination } from "../../mail/index.ts";

/** A mailbox as scripts name it. */
export interface FilterMailbox {
  readonly id: string;
  /** The names from the top, with slashes between them; that of the inbox is `INBOX` (RFC 3501 §5.1). */
  readonly path: string;
  readonly role: string | null;
}

/** The mailboxes of some accounts. */
export async function readFilterMailboxes(
  db: Db,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, readonly FilterMailbox[]>> {
  const { rows } = await sql<FilterMailbox & { account_id: string }>`
    with recursive tree as (
      select account_id, id, role, case role when 'inbox' then 'INBOX' else name end as path
      from mailbox where account_id = any(${accountIds}::text[]) and parent_id is null
      union all
      select m.account_id, m.id, m.role, case m.role when 'inbox' then 'INBOX' else tree.path || '/' || m.name end
      from mailbox m join tree on m.account_id = tree.account_id and m.parent_id = tree.id
    )
    select account_id, id, path, role from tree`.execute(db);
  return Map.groupBy(rows, (row) => row.account_id);
}

/** Where a copy goes, by id before special use before name; `null` where there is no such mailbox (RFC 9042, RFC 8579). */
export function destinationOf(
  mailboxes: readonly FilterMailbox[],
  { id, specialUse, name, create }: Target,
): Destination | null {
  const role = specialUse?.replace(/^\\/, "").toLowerCase();
  const path = name.toUpperCase() === "INBOX" ? "INBOX" : name;
  const found =
    mailboxes.find((mailbox) => mailbox.id === id) ??
    mailboxes.find((mailbox) => role !== undefined && mailbox.role === role) ??
    mailboxes.find((mailbox) => mailbox.path === path);
  if (found !== undefined) return { id: found.id };
  const names = name.split("/");
  return create && names.every((part) => part.trim() !== "") ? { path: names } : null;
}
