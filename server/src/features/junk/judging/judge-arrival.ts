import type { EmailAuthentication, EmailJunkVerdict } from "@atrium/contract/types/email";
import { looksLike } from "@atrium/formats/look-alike";
import { authorsOf } from "@atrium/formats/mime";
import { sql } from "kysely";
import type { Engine } from "../../../engine/index.ts";
import { readLearned } from "../words/model.ts";
import type { Scored } from "../scanners/rspamd.ts";
import type { Acquaintance, Evidence } from "./evidence.ts";
import { isBulkWithoutUnsubscribe } from "./is-bulk.ts";
import { judge, judgeByScanner, junkByPolicy } from "./judge.ts";
import { bucketOf } from "../words/bucket.ts";
import { judgeWords } from "../words/judge-words.ts";
import "../tables.ts";

/** A message from outside, before it is delivered. */
export interface Judged {
  readonly header: Buffer;
  /** What its words are, or `null` where they could not be read. */
  readonly tokens: readonly string[] | null;
  readonly authentication: EmailAuthentication | null;
  /** What rspamd said; `null` where it was not asked or did not answer. */
  readonly scored: Scored | null;
  /** The policy of a domain wants it taken for junk. */
  readonly isJunkByPolicy: boolean;
  /** Our domains, in ASCII. */
  readonly ownDomains: readonly string[];
  readonly accountIds: readonly string[];
}

/** What a message is taken for in each of the accounts. Nothing is locked and nothing changed by it. */
export async function judgeArrival(
  { db }: Pick<Engine, "db">,
  mail: Judged,
): Promise<ReadonlyMap<string, EmailJunkVerdict>> {
  const author = authorOf(mail.header);
  const [evidence, acquaintances] = await Promise.all([
    gather(db, mail, author),
    acquaintancesOf(db, mail.accountIds, author),
  ]);
  return new Map(
    mail.accountIds.map((accountId) => {
      const acquaintance = acquaintances.get(accountId) ?? STRANGER;
      const own = judge(evidence, acquaintance);
      const verdict = mail.scored === null ? own : judgeByScanner(own, mail.scored, acquaintance);
      return [accountId, mail.isJunkByPolicy ? junkByPolicy(verdict) : verdict];
    }),
  );
}

const STRANGER: Acquaintance = { isKnown: false, ownReport: null, othersReports: 0 };

/** The first author's address as `email_author` has it; empty where there is none. */
function authorOf(header: Buffer): string {
  const [first] = authorsOf(header).addresses;
  return first === undefined ? "" : first.email.toLowerCase().slice(0, 250);
}

async function gather(db: Engine["db"], mail: Judged, author: string): Promise<Evidence> {
  const { authentication, ownDomains } = mail;
  const domain = author.slice(author.lastIndexOf("@") + 1);
  const tokens = (mail.tokens ?? []).map((token) => ({ token, bucket: bucketOf(token) }));
  const { totals, counts } = await readLearned(
    db,
    tokens.map(({ bucket }) => bucket),
  );
  const said = tokens.map(({ token, bucket }) => ({ token, counts: counts.get(bucket) }));
  const isOurs = ownDomains.some((own) => domain === own || domain.endsWith(`.${own}`));
  return {
    authentication,
    isOwn: isOurs && authentication?.dmarc.result === "pass",
    lookAlike: isOurs ? null : (ownDomains.find((own) => looksLike(domain, own)) ?? null),
    isBulkWithoutUnsubscribe: isBulkWithoutUnsubscribe(mail.header),
    words: judgeWords(said, totals),
  };
}

/** Messages of an author that are looked at: who sends junk by the thousand does not make the next one slower. */
const LOOKED_AT = 200;

/** What the accounts know of an author: that one has written to them, or kept what they wrote. */
async function acquaintancesOf(
  db: Engine["db"],
  accountIds: readonly string[],
  author: string,
): Promise<ReadonlyMap<string, Acquaintance>> {
  if (author === "" || author.includes("\0")) return new Map();
  const { rows } = await sql<Acquaintance & { accountId: string }>`
    select a.id as "accountId",
      exists (select from written_to w where w.account_id = a.id and w.address = ${author})
      or exists (select from (
          select keywords, mailbox_ids from email
          where email.account_id = a.id
            and (left(lower(email.addresses -> 'from' -> 0 ->> 'email'), 250) collate "C") = ${author}
          limit ${LOOKED_AT}) e
        where not e.keywords @> array['$junk'] and not exists (
          select from mailbox m where m.account_id = a.id and m.role in ('junk', 'trash') and m.id = any(e.mailbox_ids))
        ) as "isKnown",
      (select case when r.is_junk then 'junk' else 'wanted' end from junk_report r
        where r.author = ${author} and r.account_id = a.id and not r.is_example
        order by r.reported_at desc limit 1) as "ownReport",
      (select (count(distinct r.person_id) filter (where r.is_junk)
          - count(distinct r.person_id) filter (where not r.is_junk))::int
        from junk_report r where r.author = ${author} and r.account_id <> a.id and not r.is_example) as "othersReports"
    from unnest(${[...accountIds]}::text[]) a (id)`.execute(db);
  return new Map(rows.map(({ accountId, ...known }) => [accountId, known]));
}
