import { sql } from "kysely";
import { Refusal, type Engine } from "../../../engine/index.ts";
import { ORGANISATION, readReaders, type Reader } from "../../accounts/index.ts";
import { deliver, serverMessage } from "../../mail/index.ts";
import { harmless } from "../harmless.ts";
import { WORDS, type Words } from "./strings.ts";
import "../tables.ts";

/** People who are told at a time. */
const AT_ONCE = 100;

interface Due {
  readonly account_id: string;
  readonly told_at: Date;
  readonly sender: string;
  readonly subject: string | null;
}

/** Tells recipients of mail that was held back, each with the mail for which it was asked. Nobody gets a message twice. */
export async function tellRecipients(engine: Engine, signal?: AbortSignal): Promise<number> {
  for (let told = 0; ;) {
    signal?.throwIfAborted();
    const { rows } = await sql<Due>`
      select n.account_id, n.told_at, q.sender, q.subject from quarantine_notice n
      cross join lateral (
        select sender, subject from quarantined_mail q
        where q.account_id = ${ORGANISATION} and n.account_id = any(q.account_ids)
        order by id desc limit 1) q
      where n.is_due order by n.account_id limit ${AT_ONCE}`.execute(engine.db);
    const readers = new Map(
      (
        await readReaders(
          engine.db,
          rows.map((row) => row.account_id),
        )
      ).map((reader) => [reader.accountId, reader]),
    );
    for (const due of rows) {
      const reader = readers.get(due.account_id);
      // Of a shared account nobody is told: administrators see it.
      if (reader !== undefined) await tell(engine, reader, due);
    }
    await sql`update quarantine_notice n set is_due = false
      from unnest(${rows.map((row) => row.account_id)}::text[], ${rows.map((row) => row.told_at.toISOString())}::timestamptz[]) d (account, at)
      where n.account_id = d.account and n.told_at = d.at`.execute(engine.db);
    told += readers.size;
    if (rows.length < AT_ONCE) return told;
  }
}

async function tell(engine: Engine, reader: Reader, due: Due): Promise<void> {
  const words: Words = reader.locale === "ko" ? WORDS.ko : WORDS.en;
  const { name, address: email } = reader;
  const bytes = serverMessage({
    sender: "Atrium",
    domain: email.slice(email.lastIndexOf("@") + 1),
    to: { name, email },
    at: due.told_at,
    subject: words.subject,
    paragraphs: [
      words.held(
        harmless(due.sender) || words.unknown,
        due.subject === null ? null : harmless(due.subject),
      ),
      words.ask,
      words.once,
    ],
  });
  const { hash, size } = await engine.services.blobs.put(bytes);
  try {
    await deliver(engine, {
      hash,
      size,
      transactionId: `quarantine notice ${due.told_at.toISOString()}`,
      receivedAt: due.told_at,
      recipients: [{ accountId: reader.accountId }],
    });
  } catch (error) {
    // Deleted for good meanwhile.
    if (!(error instanceof Refusal && error.code === "accountNotFound")) throw error;
  }
}
