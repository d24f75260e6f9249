import { href } from "@atrium/contract/href";
import type { EmailAddress } from "@atrium/contract/types/email";
import { sql } from "kysely";
import { Refusal, type Engine } from "../../../engine/index.ts";
import { ORGANISATION, readReaders, type Reader } from "../../accounts/index.ts";
import { deliver, serverMessage, timeInWords } from "../../mail/index.ts";
import { isTimeZone } from "../../../platform/time-zone.ts";
import { MAX_DIGEST } from "../limits.ts";
import { harmless } from "../harmless.ts";
import { WORDS, type Words } from "./strings.ts";
import "../tables.ts";

const HOUR = 3_600_000;
/** How long after one the next comes, in milliseconds; less a little, since the job takes its time. */
const PERIODS = { daily: 23 * HOUR, weekly: (7 * 24 - 1) * HOUR };
/** The hour of the day at which people get it, where they are. */
const AT_HOUR = 7;
/** People who are looked at at a time. */
const AT_ONCE = 200;

interface Due {
  readonly account_id: string;
  readonly until: Date;
}

/**
 * Writes to everyone who wants that what came into Junk since the last time; nothing where nothing came. To be called once an
 * hour. Nobody gets a list twice, also when it ends early. Answers how many got one.
 * @param origin where the suite is opened, for links
 */
export async function sendDigests(
  engine: Engine,
  origin: string,
  signal?: AbortSignal,
): Promise<number> {
  // Of one hour it is always the same list, also when it has to be made again; what came since then is in the next one.
  const now = new Date(Math.floor(engine.services.clock.now().getTime() / HOUR) * HOUR);
  await begin(engine, now);
  let sent = 0;
  for (let after = ""; ;) {
    const due = await readDue(engine, now, after);
    const readers = await readReaders(
      engine.db,
      due.map((row) => row.account_id),
    );
    const byAccount = new Map(readers.map((reader) => [reader.accountId, reader]));
    for (const { account_id: accountId, until } of due) {
      if (signal?.aborted === true) return sent;
      const reader = byAccount.get(accountId);
      if (reader === undefined || hourOf(now, reader) !== AT_HOUR) continue;
      if (await send(engine, origin, reader, { until, now })) sent += 1;
      await engine.db
        .updateTable("junk_digest")
        .set({ until: now })
        .where("account_id", "=", accountId)
        .execute();
    }
    if (due.length < AT_ONCE) return sent;
    after = due.at(-1)!.account_id;
  }
}

/** Of who is new nothing has been told, and nothing old is. */
async function begin({ db }: Engine, now: Date): Promise<void> {
  await sql`
    insert into junk_digest (account_id, until)
    select personal_account_id, ${now}::timestamptz from person where account_id = ${ORGANISATION}
    on conflict do nothing`.execute(db);
}

async function readDue({ db }: Engine, now: Date, after: string): Promise<Due[]> {
  const before = (period: number): Date => new Date(now.getTime() - period);
  const { rows } = await sql<Due>`
    select d.account_id, d.until from junk_digest d
    join person p on p.account_id = ${ORGANISATION} and p.personal_account_id = d.account_id
    where p.disabled_at is null and d.account_id > ${after} and d.until <= case coalesce(p.preferences->>'junkDigest', 'weekly')
      when 'daily' then ${before(PERIODS.daily)}::timestamptz
      when 'weekly' then ${before(PERIODS.weekly)}::timestamptz end
    order by d.account_id limit ${AT_ONCE}`.execute(db);
  return rows;
}

function hourOf(at: Date, { timeZone }: Reader): number {
  const zone = timeZone !== null && isTimeZone(timeZone) ? timeZone : "UTC";
  const format = new Intl.DateTimeFormat("en", {
    hour: "numeric",
    hourCycle: "h23",
    timeZone: zone,
  });
  return Number(format.format(at));
}

interface Listed {
  readonly id: string;
  readonly subject: string | null;
  readonly sender: EmailAddress | null;
  readonly received_at: Date;
  readonly count: number;
}

/** What came into an account's Junk and was not put there by a person; the newest first. */
async function readJunk(
  { db }: Engine,
  accountId: string,
  { until, now }: { readonly until: Date; readonly now: Date },
): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select e.id, e.subject, e.addresses -> 'from' -> 0 as sender, e.received_at, (count(*) over ())::int as count
    from mailbox m
    join email_mailbox em on em.account_id = m.account_id and em.mailbox_id = m.id
    join email e on e.account_id = em.account_id and e.id = em.email_id
    where m.account_id = ${accountId} and m.role = 'junk' and em.received_at >= ${until} and em.received_at < ${now}
      and not exists (select from junk_report r
        where r.account_id = e.account_id and r.email_id = e.id and not r.is_example)
    order by em.received_at desc limit ${MAX_DIGEST}`.execute(db);
  return rows;
}

/** Answers whether there was something to tell. */
async function send(
  engine: Engine,
  origin: string,
  reader: Reader,
  { until, now }: { readonly until: Date; readonly now: Date },
): Promise<boolean> {
  const junk = await readJunk(engine, reader.accountId, { until, now });
  if (junk.length === 0) return false;
  const bytes = compose(origin, reader, junk, { until, now });
  const { hash, size } = await engine.services.blobs.put(bytes);
  try {
    await deliver(engine, {
      hash,
      size,
      transactionId: `junk digest ${until.toISOString()} ${now.toISOString()}`,
      receivedAt: now,
      recipients: [{ accountId: reader.accountId }],
    });
  } catch (error) {
    // Deleted for good meanwhile.
    if (!(error instanceof Refusal && error.code === "accountNotFound")) throw error;
  }
  return true;
}

function compose(
  origin: string,
  reader: Reader,
  junk: readonly Listed[],
  { until, now }: { readonly until: Date; readonly now: Date },
): Buffer {
  const locale = reader.locale === "ko" ? "ko" : "en";
  const words: Words = WORDS[locale];
  const when = (at: Date): string => timeInWords(at, { locale, timeZone: reader.timeZone });
  const { count } = junk[0]!;
  const listed = junk.map(({ id, subject, sender, received_at }) =>
    [
      senderOf(sender) ?? words.unknownSender,
      harmless(subject ?? "") || words.noSubject,
      when(received_at),
      `${origin}${href("/mail/message/:messageId", { messageId: id })}`,
    ].join("\n"),
  );
  const { name, address: email } = reader;
  return serverMessage({
    sender: "Atrium",
    domain: email.slice(email.lastIndexOf("@") + 1),
    to: { name, email },
    at: now,
    subject: words.subject(count),
    paragraphs: [
      words.since(count, when(until)),
      ...listed,
      ...(count > junk.length ? [words.more(count - junk.length)] : []),
      words.how,
    ],
  });
}

function senderOf(sender: EmailAddress | null): string | null {
  if (sender === null) return null;
  const { name, email } = sender;
  const shown = harmless(name ?? "");
  return shown === "" ? harmless(email) : `${shown} <${harmless(email)}>`;
}
