import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "../platform/db/index.ts";
import { UNUSED_FOR, unreferred } from "./blob-release.ts";
import { refuse } from "./errors.ts";
import type { Limits } from "./limits.ts";

/** So many of the largest uploads may lie unused in an account at the same time. */
const UNUSED_UPLOADS = 4;

/** In octets. */
export const maxUnusedOf = ({ maxSizeUpload }: Pick<Limits, "maxSizeUpload">): number =>
  UNUSED_UPLOADS * maxSizeUpload;

/**
 * RFC 8620 §6: what is uploaded and not used yet has a quota of its own; beyond it the oldest go first, of whichever credential
 * has brought the most. The blob that was just added stays. What others bring is none of it (`checkBrought`).
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
  const mine = sql`b.account_id = ${accountId} and b.brought_by is null and b.uploaded_at > ${since}`;
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

/** An account into which somebody brings something who has part of it in reach. */
interface Bringing {
  readonly accountId: string;
  /** The person or guest. */
  readonly broughtBy: string;
  readonly now: Date;
  /** What they may have brought and not used, in all accounts together (octets). */
  readonly maxOctets: number;
  /** What the account may keep beside what it keeps (octets); `null`: as much as it likes. */
  readonly room: number | null;
}

/**
 * What somebody brings counts against them until a record uses it: theirs that is oldest in this account makes room, and then
 * it is refused. With all that others have brought it has to fit into what the account may still keep.
 * @throws Refusal `overQuota`
 */
export async function checkBrought(tx: Tx, bringing: Bringing, hash: string): Promise<void> {
  const { accountId, broughtBy, maxOctets } = bringing;
  const { elsewhere } = await broughtOctets(tx, bringing);
  await sql`
    delete from blob where account_id = ${accountId} and hash <> ${hash} and hash in (
      select hash from (
        select b.hash, sum(b.size) over (order by b.hash = ${hash} desc, b.uploaded_at desc, b.hash) as octets
        from blob b where b.account_id = ${accountId} and b.brought_by = ${broughtBy}
          and ${await isUnused(tx, bringing)}
      ) theirs where octets > ${maxOctets - elsewhere}::int8)`.execute(tx);
  if (roomIn(bringing, await broughtOctets(tx, bringing)) < 0) refuse("overQuota");
}

/** How many octets somebody may bring at most. What is more is not worth being read. */
export async function roomToBring(db: Db, bringing: Bringing): Promise<number> {
  const { elsewhere, others } = await broughtOctets(db, bringing);
  return Math.max(0, roomIn(bringing, { elsewhere, others, own: 0 }));
}

interface Brought {
  /** Octets by the same person in other accounts. */
  readonly elsewhere: number;
  /** By others in this account. */
  readonly others: number;
  /** By the same person in this account. */
  readonly own: number;
}

const roomIn = ({ maxOctets, room }: Bringing, { elsewhere, others, own }: Brought): number =>
  Math.min(maxOctets - elsewhere - own, (room ?? Infinity) - others - own);

async function broughtOctets(db: Db | Tx, bringing: Bringing): Promise<Brought> {
  const { accountId, broughtBy } = bringing;
  const sumOf = (condition: RawBuilder<unknown>): RawBuilder<number> =>
    sql`coalesce(sum(b.size) filter (where ${condition}), 0)::int8`;
  const [isHere, isTheirs] = [sql`b.account_id = ${accountId}`, sql`b.brought_by = ${broughtBy}`];
  const { rows } = await sql<Brought>`
    select ${sumOf(sql`not ${isHere}`)} as elsewhere, ${sumOf(sql`not ${isTheirs}`)} as others,
      ${sumOf(sql`${isHere} and ${isTheirs}`)} as own
    from blob b where b.brought_by is not null and (${isHere} or ${isTheirs})
      and ${await isUnused(db, bringing)}`.execute(db);
  return rows[0]!;
}

const isUnused = async (db: Db | Tx, { now }: Bringing): Promise<RawBuilder<boolean>> =>
  sql`b.uploaded_at > ${new Date(now.getTime() - UNUSED_FOR)} and ${await unreferred(db)}`;
