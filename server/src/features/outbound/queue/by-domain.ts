import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/index.ts";
import "./tables.ts";

/** Recipients that wait, those of them that were tried without success already, and those whose mail is held back. */
interface Waiting {
  readonly waiting: number;
  readonly deferred: number;
  readonly held: number;
}

export interface DomainQueue extends Waiting {
  readonly domain: string;
  readonly oldestAt: Date;
  readonly nextAt: Date;
  /** The last reply. */
  readonly reply: string | null;
}

interface Queue extends Waiting {
  /** Of what is not held back. */
  readonly oldestAt: Date | null;
  readonly domainCount: number;
}

const instant = (now: Date) => sql`${now}::timestamptz`;

const counts = (now: Date) =>
  sql`count(*)::int waiting, count(*) filter (where r.attempts > 0)::int deferred,
    count(*) filter (where m.not_before > ${instant(now)})::int held`;

const waiting = sql`queue_recipient r
  join queue_message m on m.account_id = r.account_id and m.id = r.message_id
  where r.state = 'waiting'`;

/** What waits, all of it. */
export async function readQueue(db: Db | Tx, now: Date): Promise<Queue> {
  const { rows } = await sql<Queue>`
    select ${counts(now)}, count(distinct r.domain)::int "domainCount",
      min(greatest(m.created_at, m.not_before)) filter (where m.not_before <= ${instant(now)}) "oldestAt"
    from ${waiting}`.execute(db);
  return rows[0]!;
}

/** What waits, by the domain that it is for: those for whom most waits first. */
export async function queueByDomain(
  db: Db | Tx,
  now: Date,
  limit: number,
): Promise<Queue & { readonly domains: readonly DomainQueue[] }> {
  const { rows: domains } = await sql<DomainQueue>`
    select r.domain, ${counts(now)}, min(m.created_at) "oldestAt",
      min(case when r.lease is null then greatest(r.next_at, m.not_before) else ${instant(now)} end) "nextAt",
      (array_agg(r.reply order by r.tried_at desc) filter (where r.reply is not null))[1] reply
    from ${waiting}
    group by r.domain order by 2 desc, r.domain limit ${limit}`.execute(db);
  return { ...(await readQueue(db, now)), domains };
}
