import { sql } from "kysely";
import { asRaw, findHeaders, parseMessage } from "@atrium/formats/mime";
import type { Engine } from "../../../engine/index.ts";
import { MAX_LIST_LOOKS, MAX_LIST_READS } from "../limits.ts";

/** Octets of a message in which its List-Id nearly always stands. */
const HEAD = 65_536;

/** RFC 2919 §3: what stands in the last angle brackets names the list; RFC 2919 §2: at most 255 octets. */
export function listIdOf(header: Uint8Array): string | null {
  const message = parseMessage(header);
  const [field, second] = findHeaders(message.headers, "list-id");
  if (field === undefined || second !== undefined) return null;
  const text = asRaw(message.bytes, field);
  const [, id] = /^<([^<>\s]{1,255})>\s*$/.exec(text.slice(text.lastIndexOf("<"))) ?? [];
  return id?.toLowerCase() ?? null;
}

/**
 * Which accounts read a mailing list: among their newest messages is one of it that was opened and lies neither in Junk
 * nor in Trash.
 * @param domains those that vouch for the list; what they never vouched for is not looked at.
 */
export async function listReaders(
  { db, services }: Engine,
  accountIds: readonly string[],
  listId: string,
  domains: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ account_id: string; hash: string; size: number }>`
    select r.account_id, seen.blob_hash as hash, seen.size
    from unnest(${accountIds}::text[]) as r (account_id)
    cross join lateral (
      select newest.blob_hash, newest.size from (
        select blob_hash, size, mailbox_ids, keywords, authentication, received_at, id from email e
        where e.account_id = r.account_id order by received_at desc, id desc limit ${MAX_LIST_LOOKS}
      ) newest
      where newest.keywords @> '{$seen}' and newest.authentication is not null
        and (newest.authentication -> 'spf' ->> 'domain' = any(${domains}::text[])
          or jsonb_path_query_array(newest.authentication, '$.dkim[*].domain') ?| ${domains}::text[])
        and not exists (select from mailbox m where m.account_id = r.account_id
          and m.role in ('junk', 'trash') and m.id = any(newest.mailbox_ids))
      order by newest.received_at desc, newest.id desc limit ${MAX_LIST_READS}
    ) seen`.execute(db);
  const readers = new Set<string>();
  for (const { account_id: accountId, hash, size } of rows) {
    if (readers.has(accountId)) continue;
    const head = await services.blobs.read(hash, { start: 0, end: Math.min(HEAD, size) });
    if (listIdOf(head) === listId) readers.add(accountId);
  }
  return readers;
}
