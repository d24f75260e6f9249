import { sql } from "kysely";
import type { Engine } from "../../../engine/index.ts";
import { StoreUnavailable } from "../../../platform/blobs/index.ts";
import { isUnavailable, type Db, type Tx } from "../../../platform/db/index.ts";
import { moved, task, TaskOverBudget } from "../../../platform/workers/index.ts";
import { AUTHOR } from "../../mail/index.ts";
import { preparing } from "../../mail/message/message.ts";
import { MAX_JUDGED_OCTETS, MAX_REPORTS_LEARNED, REPORTS_KEPT } from "../limits.ts";
import { count, lockModel } from "../words/model.ts";
import type { TokensInput } from "./read-tokens.task.ts";
import "../tables.ts";

const READ_TOKENS = task<TokensInput, readonly number[]>(
  new URL("./read-tokens.task.ts", import.meta.url),
);

const DAY = 24 * 3_600_000;

/** A scanner that learns from the same reports. */
export type Teach = (
  bytes: Uint8Array,
  isJunk: boolean,
  signal: AbortSignal | undefined,
) => Promise<void>;

interface Report {
  readonly account_id: string;
  readonly email_id: string;
  readonly person_id: string;
  readonly is_junk: boolean;
  readonly learned_as_junk: boolean | null;
  readonly buckets: number[] | null;
  readonly blob_hash: string | null;
  readonly size: number | null;
}

/**
 * Learns from what was reported since it last ran, one report in one transaction: ended at any time, nothing is counted twice
 * or half. A report of what was learned as something else first takes that back. What one person reports beyond
 * `MAX_REPORTS_LEARNED` within a day moves their mail and teaches nothing. Answers how many reports were looked at.
 */
export async function learnReports(
  engine: Engine,
  teach?: Teach,
  signal?: AbortSignal,
): Promise<number> {
  for (let done = 0; ; done += 1) {
    signal?.throwIfAborted();
    const report = await nextReport(engine);
    if (report === undefined) return done;
    // What teaches nothing is not read.
    const mayTeach = await mayStillTeach(engine.db, report.person_id, engine.services.clock.now());
    const message = mayTeach ? await readReported(engine, report) : null;
    const isLearned = await learn(engine, report, message?.buckets ?? null);
    if (isLearned && message !== null) await teach?.(message.bytes, report.is_junk, signal);
  }
}

async function nextReport({ db }: Pick<Engine, "db">): Promise<Report | undefined> {
  const { rows } = await sql<Report>`
    select r.account_id, r.email_id, r.person_id, r.is_junk, r.learned_as_junk, r.buckets, e.blob_hash, e.size
    from junk_report r left join email e on e.account_id = r.account_id and e.id = r.email_id
    where r.is_pending order by r.reported_at limit 1`.execute(db);
  return rows[0];
}

/** `null` where the message is gone, too large, or cannot be read: the others do not wait for it. */
async function readReported(
  { services }: Engine,
  { blob_hash: hash, size }: Report,
): Promise<{ readonly bytes: Uint8Array; readonly buckets: readonly number[] } | null> {
  if (hash === null || size === null || !(await services.blobs.has(hash))) return null;
  const end = Math.min(size, MAX_JUDGED_OCTETS);
  return await preparing.run(end, async () => {
    try {
      const bytes = await services.blobs.read(hash, { start: 0, end });
      const input = async () => moved({ bytes: new Uint8Array(bytes) });
      return { bytes, buckets: await services.workers.run(READ_TOKENS, input) };
    } catch (err) {
      if (isUnavailable(err) || err instanceof StoreUnavailable) throw err;
      if (!(err instanceof TaskOverBudget))
        services.log.warn({ err, hash }, "could not read a reported message");
      return null;
    }
  });
}

/** Answers whether something was learned. */
async function learn(
  engine: Engine,
  report: Report,
  buckets: readonly number[] | null,
): Promise<boolean> {
  const { account_id: accountId, email_id: emailId, is_junk: isJunk } = report;
  return await engine.write([], async (w) => {
    const totals = await lockModel(w.tx);
    const now = await w.tx
      .selectFrom("junk_report")
      .select(["is_junk", "is_pending", "is_example", "learned_as_junk", "buckets"])
      .where("account_id", "=", accountId)
      .where("email_id", "=", emailId)
      .forUpdate()
      .executeTakeFirst();
    // Another process did it, or the person has changed their mind meanwhile.
    if (now === undefined || !now.is_pending || now.is_junk !== isJunk) return false;
    if (now.learned_as_junk === isJunk) {
      await settle(w.tx, report, { is_pending: false });
      return false;
    }
    if (now.learned_as_junk !== null) await count(w.tx, now.buckets ?? [], now.learned_as_junk, -1);
    const mayTeach = buckets !== null && (await mayStillTeach(w.tx, report.person_id, w.now));
    if (!mayTeach) {
      const nothing = { learned_as_junk: null, learned_at: null, buckets: null };
      await settle(w.tx, report, { is_pending: false, ...nothing });
      return false;
    }
    await count(w.tx, buckets, isJunk, 1);
    await settle(w.tx, report, {
      is_pending: false,
      learned_as_junk: isJunk,
      learned_at: w.now,
      buckets: [...buckets],
    });
    // Few people say of mail that it is wanted: without examples of it, everything would look like junk.
    if (isJunk && totals.wanted <= totals.junk) await addExample(w.tx, report, w.now);
    return !now.is_example;
  });
}

async function settle(
  tx: Tx,
  report: Report,
  values: {
    readonly is_pending: false;
    readonly learned_as_junk?: boolean | null;
    readonly learned_at?: Date | null;
    readonly buckets?: number[] | null;
  },
): Promise<void> {
  await tx
    .updateTable("junk_report")
    .set(values)
    .where("account_id", "=", report.account_id)
    .where("email_id", "=", report.email_id)
    .execute();
}

async function mayStillTeach(db: Db | Tx, personId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ learned: number }>`
    select count(*)::int as learned from junk_report
    where person_id = ${personId} and learned_at > ${new Date(now.getTime() - DAY)}`.execute(db);
  return rows[0]!.learned < MAX_REPORTS_LEARNED;
}

/** Messages of an account among which an example of wanted mail is looked for. */
const LOOKED_AT = 300;

/** Takes as an example what came to the same account last from someone to whom it writes, and was read and kept. */
async function addExample(tx: Tx, report: Report, now: Date): Promise<void> {
  await sql`
    insert into junk_report (account_id, email_id, person_id, is_junk, author, reported_at, is_example, is_pending)
    select email.account_id, email.id, ${report.person_id}, false, ${AUTHOR}, ${now}::timestamptz, true, true
    from (
      select em.email_id from email_mailbox em
      join mailbox m on m.account_id = em.account_id and m.id = em.mailbox_id and m.role in ('inbox', 'archive')
      where em.account_id = ${report.account_id} order by em.received_at desc limit ${LOOKED_AT}
    ) recent
    join email on email.account_id = ${report.account_id} and email.id = recent.email_id
    join written_to w on w.account_id = email.account_id and w.address = ${AUTHOR}
    where email.keywords @> array['$seen'] and email.junk is not null
      and not exists (select from junk_report r where r.account_id = email.account_id and r.email_id = email.id)
    order by email.received_at desc limit 1
    on conflict do nothing`.execute(tx);
}

/** Forgets old reports; what was learned from them stays. To be called once a day. */
export async function trimReports({ db, services }: Engine): Promise<void> {
  const before = new Date(services.clock.now().getTime() - REPORTS_KEPT);
  await db
    .deleteFrom("junk_report")
    .where("reported_at", "<", before)
    .where("is_pending", "=", false)
    .execute();
}
