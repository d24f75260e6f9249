import { sql } from "kysely";
import type { MailboxRole } from "@atrium/contract/types/mailbox";
import type { Engine, UnitOfWork } from "../../../engine/index.ts";
import { checkKeywords } from "../email/email.rules.ts";
import { insertEmails, type NewEmail } from "../email/insert.ts";
import { prepareMessage, READ_IN_PLACE, type PreparedMessage } from "../message/message.ts";
import { readMessage } from "../message/read-message.ts";
import { homeOf, roleMailboxes } from "../mailbox/role-mailboxes.ts";

export interface ImportedMessage {
  readonly bytes: Uint8Array;
  readonly receivedAt: Date;
  readonly mailboxRole?: MailboxRole;
  readonly mailboxIds?: readonly string[];
  readonly keywords?: readonly string[];
}

export interface ImportResult {
  readonly imported: number;
  /** The account had the same bytes already. */
  readonly skipped: number;
}

/** Messages and octets of one transaction. */
const BATCH_MESSAGES = 250;
const BATCH_OCTETS = 32_000_000;
/** Blobs that are written at once: what a disk syncs together costs little more than one. */
const PUTS_AT_ONCE = 16;

/**
 * Brings many messages into an account, in batches that are each durable when `onProgress` reports them. Run again
 * after an interruption it goes on where it was, since messages that are there already are skipped.
 * @throws Refusal `accountNotFound`, and `invalidProperties` for keywords that cannot be.
 */
export async function importMessages(
  engine: Engine,
  accountId: string,
  messages: AsyncIterable<ImportedMessage> | Iterable<ImportedMessage>,
  options: { readonly onProgress?: (result: ImportResult) => void } = {},
): Promise<ImportResult> {
  let result: ImportResult = { imported: 0, skipped: 0 };
  // The disk takes the next batch's blobs while the database takes this one's rows.
  let ready: Promise<PreparedBatch> | undefined;
  const write = async (batch: PreparedBatch): Promise<void> => {
    const imported = await writeBatch(engine, accountId, batch);
    const skipped = batch.length - imported;
    result = { imported: result.imported + imported, skipped: result.skipped + skipped };
    options.onProgress?.(result);
  };
  for await (const batch of batches(messages)) {
    const next = prepareBatch(engine, batch);
    // Awaited below in any case; until then its failure is no unhandled one.
    next.catch(() => undefined);
    if (ready !== undefined) await write(await ready);
    ready = next;
  }
  if (ready !== undefined) await write(await ready);
  return result;
}

async function* batches(
  messages: AsyncIterable<ImportedMessage> | Iterable<ImportedMessage>,
): AsyncGenerator<ImportedMessage[]> {
  let batch: ImportedMessage[] = [];
  let octets = 0;
  for await (const message of messages) {
    batch.push(message);
    octets += message.bytes.length;
    if (batch.length < BATCH_MESSAGES && octets < BATCH_OCTETS) continue;
    yield batch;
    batch = [];
    octets = 0;
  }
  if (batch.length > 0) yield batch;
}

type PreparedBatch = readonly (Omit<ImportedMessage, "bytes" | "keywords"> & {
  readonly message: PreparedMessage;
  readonly keywords: readonly string[];
})[];

async function prepareBatch(
  engine: Engine,
  batch: readonly ImportedMessage[],
): Promise<PreparedBatch> {
  const prepared: PreparedBatch[number][] = Array.from({ length: batch.length });
  let next = 0;
  const prepare = async (): Promise<void> => {
    while (next < batch.length) {
      const index = next;
      next += 1;
      const { bytes, keywords = [], ...rest } = batch[index]!;
      const { hash } = await engine.services.blobs.put(bytes);
      const message =
        bytes.length <= READ_IN_PLACE
          ? prepareMessage(bytes, hash)
          : await readElsewhere(engine, bytes, hash);
      prepared[index] = { ...rest, message, keywords: checkKeywords(keywords) };
    }
  };
  await Promise.all(Array.from({ length: PUTS_AT_ONCE }, prepare));
  return prepared;
}

async function readElsewhere(
  { services }: Engine,
  bytes: Uint8Array,
  hash: string,
): Promise<PreparedMessage> {
  // A copy: the thread that reads it gets it for good.
  const copy = async (): Promise<Uint8Array> => new Uint8Array(bytes);
  return (await readMessage(services, { hash, size: bytes.length }, copy)).message;
}

async function writeBatch(
  engine: Engine,
  accountId: string,
  batch: PreparedBatch,
): Promise<number> {
  return await engine.write([accountId], async (w) => {
    const seen = await knownHashes(
      w,
      accountId,
      batch.map(({ message }) => message.hash),
    );
    const mailboxes = await roleMailboxes(w, [accountId]);
    const fresh: NewEmail[] = [];
    for (const { mailboxIds, mailboxRole = "inbox", ...email } of batch) {
      if (seen.has(email.message.hash)) continue;
      seen.add(email.message.hash);
      const home = mailboxIds ?? [await homeOf(w, accountId, mailboxRole, mailboxes)];
      fresh.push({ ...email, mailboxIds: home });
    }
    await insertEmails(w, accountId, fresh);
    return fresh.length;
  });
}

async function knownHashes(
  w: UnitOfWork,
  accountId: string,
  hashes: readonly string[],
): Promise<Set<string>> {
  const rows = await w.tx
    .selectFrom("email")
    .select("blob_hash")
    .where("account_id", "=", accountId)
    .where("blob_hash", "=", sql<string>`any(${hashes})`)
    .execute();
  return new Set(rows.map((row) => row.blob_hash));
}
