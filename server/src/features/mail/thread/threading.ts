import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { UnitOfWork } from "../../../engine/index.ts";
import { MAX_EMAILS_PER_THREAD, MAX_THREAD_KEYS } from "../limits.ts";
import type { MessageIds } from "../tables.ts";

/** What decides which conversation a message belongs to. Hashes, since message ids have no limit of length. */
export interface ThreadKeys {
  readonly hashes: readonly string[];
  readonly subjectHash: string;
}

/** RFC 8621 §3: messages that share an id in Message-ID, In-Reply-To or References, and the base subject. */
export function threadKeys(ids: MessageIds, base: string): ThreadKeys {
  const references = ids.references ?? [];
  const chosen =
    references.length > MAX_THREAD_KEYS
      ? [references[0]!, ...references.slice(1 - MAX_THREAD_KEYS)]
      : references;
  const all = [
    ...(ids.messageId ?? []).slice(0, MAX_THREAD_KEYS),
    ...(ids.inReplyTo ?? []).slice(0, MAX_THREAD_KEYS),
    ...chosen,
  ];
  return { hashes: [...new Set(all.map(shortHash))], subjectHash: shortHash(base) };
}

/** Of a message id, as `thread_message_id` has it. */
export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

export interface AssignedThread {
  readonly threadId: string;
  /** No message was in it before. */
  readonly isNew: boolean;
}

/** By which the replies to come find their threads: rows of `thread_message_id`, column by column. */
export interface NewKeys {
  readonly hash: readonly string[];
  readonly subject: readonly string[];
  readonly thread: readonly string[];
}

/**
 * Finds or makes the thread of each message, in order; `keys` are to be remembered with them. Messages of one batch find
 * each other.
 */
export async function assignThreads(
  w: UnitOfWork,
  accountId: string,
  messages: readonly ThreadKeys[],
): Promise<{ readonly threads: readonly AssignedThread[]; readonly keys: NewKeys }> {
  const hashes = [...new Set(messages.flatMap((keys) => keys.hashes))];
  const rows = await w.tx
    .selectFrom("thread_message_id")
    .select(["hash", "subject_hash", "thread_id"])
    .where("account_id", "=", accountId)
    .where("hash", "=", sql<string>`any(${hashes})`)
    .orderBy("thread_id")
    .execute();
  const known = new Map<string, Set<string>>();
  const remember = (key: string, threadId: string): boolean => {
    const threads = known.get(key) ?? new Set();
    known.set(key, threads);
    if (threads.has(threadId)) return false;
    threads.add(threadId);
    return true;
  };
  for (const row of rows) remember(`${row.hash} ${row.subject_hash}`, row.thread_id);
  const existing = new Set(rows.map((row) => row.thread_id));
  const sizes = await threadSizes(w, accountId, [...existing]);

  const fresh = { hash: [] as string[], subject: [] as string[], thread: [] as string[] };
  const assigned = messages.map(({ hashes, subjectHash }) => {
    const found = hashes
      .flatMap((hash) => [...(known.get(`${hash} ${subjectHash}`) ?? [])])
      .filter((threadId) => (sizes.get(threadId) ?? 0) < MAX_EMAILS_PER_THREAD)
      .sort();
    // Ids are in the order of their making: the oldest conversation that has room.
    const threadId = found[0] ?? w.newId("t");
    sizes.set(threadId, (sizes.get(threadId) ?? 0) + 1);
    const isNew = !existing.has(threadId);
    for (const hash of hashes) {
      if (!remember(`${hash} ${subjectHash}`, threadId)) continue;
      fresh.hash.push(hash);
      fresh.subject.push(subjectHash);
      fresh.thread.push(threadId);
    }
    return { threadId, isNew };
  });
  return { threads: assigned, keys: fresh };
}

async function threadSizes(
  w: UnitOfWork,
  accountId: string,
  threadIds: readonly string[],
): Promise<Map<string, number>> {
  if (threadIds.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom("email")
    .select(["thread_id", (query) => query.fn.countAll<number>().as("size")])
    .where("account_id", "=", accountId)
    .where("thread_id", "=", sql<string>`any(${threadIds})`)
    .groupBy("thread_id")
    .execute();
  return new Map(rows.map((row) => [row.thread_id, row.size]));
}
