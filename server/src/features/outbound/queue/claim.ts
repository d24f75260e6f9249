import { sql } from "kysely";
import type { Db } from "../../../platform/db/index.ts";
import { MAX_RECIPIENTS } from "../transport/limits.ts";
import type { Parameters } from "./tables.ts";

/** Recipients of one message at one domain, for as long as the lease lasts nobody else's business. */
export interface Claim {
  readonly accountId: string;
  readonly queueId: string;
  readonly domain: string;
  readonly recipients: readonly ClaimedRecipient[];
}

export interface ClaimedRecipient {
  readonly address: string;
  readonly params: Parameters;
  readonly attempts: number;
  readonly delayedAt: Date | null;
}

/** How long a process that gives no sign of life keeps what it claimed, in milliseconds. */
export const LEASE = 120_000;

interface ClaimedRow {
  account_id: string;
  message_id: string;
  domain: string;
  address: string;
  position: number;
  params: Parameters;
  attempts: number;
  delayed_at: Date | null;
}

/**
 * Claims the recipients that have waited longest, all those of the same message and domain; null when nothing is
 * due. While they are claimed their next time is the end of the lease, so that a process that was killed loses them
 * by doing nothing.
 */
export async function claim(
  db: Db,
  { lease, now, busy }: { lease: string; now: Date; busy: readonly string[] },
): Promise<Claim | null> {
  const until = new Date(now.getTime() + LEASE);
  const isDue = sql`r.state = 'waiting' and r.next_at <= ${now}::timestamptz
    and r.lease is distinct from ${lease}::text`;
  const { rows } = await sql<ClaimedRow>`
    with first as (
      select r.account_id, r.message_id, r.domain from queue_recipient r
      where ${isDue} and r.domain <> all(${busy}::text[])
      order by r.next_at limit 1 for update skip locked
    ), chosen as (
      select r.account_id, r.message_id, r.address from queue_recipient r
      join first f on f.account_id = r.account_id and f.message_id = r.message_id and f.domain = r.domain
      where ${isDue}
      order by r.position limit ${MAX_RECIPIENTS} for update of r skip locked
    )
    update queue_recipient r set lease = ${lease}, next_at = ${until}::timestamptz from chosen c
    where r.account_id = c.account_id and r.message_id = c.message_id and r.address = c.address
    returning r.account_id, r.message_id, r.domain, r.address, r.position, r.params, r.attempts, r.delayed_at`.execute(
    db,
  );
  const first = rows[0];
  if (first === undefined) return null;
  return {
    accountId: first.account_id,
    queueId: first.message_id,
    domain: first.domain,
    recipients: rows
      .toSorted((a, b) => a.position - b.position)
      .map(({ address, params, attempts, delayed_at }) => ({
        address,
        params,
        attempts,
        delayedAt: delayed_at,
      })),
  };
}

/** Says that this process is alive and at work on what it claimed. */
export async function renewLeases(db: Db, lease: string, now: Date): Promise<void> {
  await db
    .updateTable("queue_recipient")
    .set({ next_at: new Date(now.getTime() + LEASE) })
    .where("lease", "=", lease)
    .where("state", "=", "waiting")
    .execute();
}

/** Whether all of a claim is still this process's: what took longer than the lease may be another process's by now. */
export async function isStillOurs(db: Db, lease: string, claim: Claim): Promise<boolean> {
  const { count } = await db
    .selectFrom("queue_recipient")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("account_id", "=", claim.accountId)
    .where("message_id", "=", claim.queueId)
    .where("address", "=", sql<string>`any(${claim.recipients.map(({ address }) => address)})`)
    .where("state", "=", "waiting")
    .where("lease", "=", lease)
    .executeTakeFirstOrThrow();
  return count === claim.recipients.length;
}

/** Gives recipients back as if they had not been tried; they are due at `nextAt`. */
export async function release(
  db: Db,
  lease: string,
  claim: Claim,
  addresses: readonly string[],
  nextAt: Date,
): Promise<void> {
  await db
    .updateTable("queue_recipient")
    .set({ lease: null, next_at: nextAt })
    .where("account_id", "=", claim.accountId)
    .where("message_id", "=", claim.queueId)
    .where("address", "=", sql<string>`any(${addresses})`)
    .where("lease", "=", lease)
    .execute();
}

/** The leases of which something is claimed. */
export async function leases(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("queue_recipient")
    .select("lease")
    .distinct()
    .where("lease", "is not", null)
    .where("state", "=", "waiting")
    .execute();
  return rows.map(({ lease }) => lease!);
}

/** Gives back what processes had claimed that are gone: under these leases, or all where no other works on this queue. */
export async function releaseLeases(
  db: Db,
  gone: readonly string[] | "all",
  now: Date,
): Promise<void> {
  await db
    .updateTable("queue_recipient")
    .set({ lease: null, next_at: now })
    .where("lease", "is not", null)
    .$if(gone !== "all", (query) => query.where("lease", "=", sql<string>`any(${gone})`))
    .where("state", "=", "waiting")
    .execute();
}

/** When the next recipient is due; null when none waits. */
export async function nextDue(
  db: Db,
  { lease, busy }: { lease: string; busy: readonly string[] },
): Promise<Date | null> {
  const { rows } = await sql<{ next_at: Date | null }>`
    select min(r.next_at) as next_at from queue_recipient r
    where r.state = 'waiting' and r.lease is distinct from ${lease}::text
      and r.domain <> all(${busy}::text[])`.execute(db);
  return rows[0]?.next_at ?? null;
}
