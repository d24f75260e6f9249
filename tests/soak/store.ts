import { sweepBlobs } from "../../server/src/features/blobs/index.ts";
import type { Suite } from "../../server/src/wiring/suite.ts";

/** Longer than unreferred bytes are kept. */
const TWO_DAYS = 2 * 86_400_000;

/** Rows whose other half is missing, and accounts whose sums are wrong. */
export async function faultsOfRows({ platform: { pool } }: Suite): Promise<string[]> {
  const questions = {
    "a message is in no mailbox": `
      select count(*) from email e where not exists
        (select from email_mailbox m where m.account_id = e.account_id and m.email_id = e.id)`,
    "a place in a mailbox is of no message": `
      select count(*) from email_mailbox m where not exists
        (select from email e where e.account_id = m.account_id and e.id = m.email_id)`,
    "search words are of no message": `
      select count(*) from email_words w where not exists
        (select from email e where e.account_id = w.account_id and e.id = w.email_id)`,
    "a message has no search words": `
      select count(*) from email e where not exists
        (select from email_words w where w.account_id = e.account_id and w.email_id = e.id)`,
    "a message's bytes are not its account's": `
      select count(*) from email e where not exists
        (select from blob b where b.account_id = e.account_id and b.hash = e.blob_hash)`,
    "an account counts other mail than it has": `
      select count(*) from account a where used_emails <>
        (select count(*) from email e where e.account_id = a.account_id)`,
    "the log has changes that the account has not counted": `
      select count(*) from change_log c join account a using (account_id) where c.modseq > a.modseq`,
  };
  const faults: string[] = [];
  for (const [fault, text] of Object.entries(questions)) {
    const { rows } = await pool.query<{ count: number }>(text);
    if (rows[0]!.count > 0) faults.push(`${fault} (${rows[0]!.count})`);
  }
  return faults;
}

/** Indexes whose order is broken, or that lack a row of their table: what a crash that lost a page would leave. */
export async function faultsOfIndexes({ platform: { pool } }: Suite): Promise<string[]> {
  await pool.query("create extension if not exists amcheck");
  const { rows } = await pool.query<{ name: string }>(`
    select c.oid::regclass::text name from pg_class c join pg_am a on a.oid = c.relam
    where c.relkind = 'i' and a.amname = 'btree' and c.relpersistence = 'p'`);
  const faults: string[] = [];
  for (const { name } of rows)
    await pool
      .query("select bt_index_check($1::regclass, true)", [name])
      .catch((error: Error) => faults.push(`${name}: ${error.message}`));
  return faults;
}

/**
 * Blobs that an account has and that are not there; then the orphans are swept as the nightly job does it a day later.
 * @returns faults, and how many orphans there were.
 */
export async function faultsOfBlobs({
  platform: { db, pool, blobs },
}: Suite): Promise<{ faults: string[]; orphans: number }> {
  const { rows } = await pool.query<{ hash: string }>("select distinct hash from blob");
  const missing = async (): Promise<string[]> => {
    const there = new Set<string>();
    for await (const { hash } of blobs.list()) there.add(hash);
    return rows.filter(({ hash }) => !there.has(hash)).map(({ hash }) => `${hash} is missing`);
  };
  const faults = await missing();
  const clock = { now: () => new Date(Date.now() + TWO_DAYS) };
  const orphans = (await sweepBlobs({ db, blobs, clock })) ?? 0;
  let files = 0;
  for await (const _ of blobs.list()) files += 1;
  if (files !== rows.length) faults.push(`${files} files are left for ${rows.length} blobs`);
  return { faults: [...faults, ...(await missing())], orphans };
}
