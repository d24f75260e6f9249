import { sql } from "kysely";
import type { Tx } from "../platform/db/index.ts";
import { UNUSED_FOR, unreferred } from "./blob-release.ts";

/** So many of the largest uploads may lie unused in an account at the same time. */
export const UNUSED_UPLOADS = 4;

/**
 * RFC 8620 §6: what is uploaded and not used yet has a quota of its own; beyond it the oldest go first, of whichever credential
 * has brought the most: who may put something into the account of another leaves room for everyone else. The blob that was
 * just added stays.
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
        select hash, sum(size) over (order by brought, uploaded_at desc, hash = ${hash} desc, hash) as octets
        from (
          select b.hash, b.size, b.uploaded_at, sum(b.size) over (
            partition by b.uploaded_by order by b.uploaded_at desc, b.hash = ${hash} desc, b.hash) as brought
          from blob b where ${mine} and ${await unreferred(tx)}
        ) by_credential
      ) unused where octets > ${maxOctets}::int8)`.execute(tx);
}
