import { sql } from "kysely";
import type { Tx } from "../platform/db/index.ts";
import { UNUSED_FOR, unreferred } from "./blob-release.ts";

/** So many of the largest uploads may lie unused in an account at the same time. */
export const UNUSED_UPLOADS = 4;

/**
 * RFC 8620 §6: what is uploaded and not used yet has a quota of its own; beyond it the oldest go first. The blob that
 * was just added stays.
 */
export async function forgetOldUploads(
  tx: Tx,
  accountId: string,
  {
    hash,
    now,
    maxOctets,
  }: { readonly hash: string; readonly now: Date; readonly maxOctets: number },
): Promise<void> {
  const since = new Date(now.getTime() - UNUSED_FOR);
  const mine = sql`b.account_id = ${accountId} and b.uploaded_at > ${since}`;
  const { rows } = await sql<{ octets: number }>`
    select coalesce(sum(b.size), 0)::int8 as octets from blob b where ${mine}`.execute(tx);
  // Used ones count here too; only when all together are too much it is worth looking which.
  if (rows[0]!.octets <= maxOctets) return;
  await sql`
    delete from blob where account_id = ${accountId} and hash <> ${hash} and hash in (
      select hash from (
        select b.hash, sum(b.size) over (order by b.uploaded_at desc, b.hash = ${hash} desc, b.hash) as octets
        from blob b where ${mine} and ${await unreferred(tx)}
      ) unused where octets > ${maxOctets}::int8)`.execute(tx);
}
