import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Engine, Services } from "../../../engine/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import { moved, task, TaskOverBudget } from "../../../platform/workers/index.ts";
import { ORGANISATION } from "../../accounts/index.ts";
import type { Copy } from "../../mail/index.ts";
import { preparing } from "../../mail/message/message.ts";
import type { DuplicatesQuestion, FilterInput, FilterResult, FilterRun } from "./filter.task.ts";
import { readFilterMailboxes, type FilterMailbox } from "./mailboxes.ts";
import "../tables.ts";

/** An account that a message comes to, which may have a filter. */
export interface FilterAccount {
  readonly accountId: string;
  /** The address that it was sent to, as the sender wrote it. */
  readonly to: string;
  readonly copy: Copy;
}

/** What an account's active script decided. */
export interface Decision extends FilterResult {
  /** The id of the script. */
  readonly scriptId: string;
  readonly to: string;
  readonly copy: Copy;
  readonly mailboxes: readonly FilterMailbox[];
}

const FILTER = task<FilterInput, readonly FilterResult[]>(
  new URL("./filter.task.ts", import.meta.url),
);

interface ActiveScript {
  readonly account_id: string;
  readonly id: string;
  readonly content: string;
  readonly time_zone: string | null;
}

/** Those of the accounts that have an active script. */
export async function withFilter(
  { db }: Engine,
  accounts: readonly FilterAccount[],
): Promise<FilterAccount[]> {
  const ids = accounts.map(({ accountId }) => accountId);
  const rows = await db
    .selectFrom("sieve_script")
    .select("account_id")
    .where("account_id", "=", sql<string>`any(${ids}::text[])`)
    .where("is_active", "=", true)
    .execute();
  const found = new Set(rows.map((row) => row.account_id));
  return accounts.filter(({ accountId }) => found.has(accountId));
}

/** Runs the active scripts of some accounts, which all get the same copy. One that has none any more is not in the answer. */
export async function decide(
  engine: Engine,
  { mailFrom, receivedAt }: { readonly mailFrom: string; readonly receivedAt: Date },
  accounts: readonly FilterAccount[],
): Promise<readonly Decision[]> {
  const scripts = await readActiveScripts(
    engine,
    accounts.map(({ accountId }) => accountId),
  );
  const [mailboxes, others] = await Promise.all([
    readFilterMailboxes(engine.db, [...scripts.keys()]),
    readOthers(engine, [...scripts.values()]),
  ]);
  const filtering = accounts.filter(({ accountId }) => scripts.has(accountId));
  if (filtering.length === 0) return [];
  const runs = filtering.map(({ accountId, to }): FilterRun => {
    const { content, time_zone } = scripts.get(accountId)!;
    return {
      accountId,
      script: content,
      others: others.get(accountId) ?? {},
      envelope: { from: mailFrom, to },
      timeZone: time_zone ?? "UTC",
      mailboxes: mailboxes.get(accountId) ?? [],
    };
  });
  const results = await runScripts(engine, filtering[0]!.copy, receivedAt, runs);
  return results.map((result, index) => ({
    ...result,
    ...filtering[index]!,
    scriptId: scripts.get(result.accountId)!.id,
    mailboxes: mailboxes.get(result.accountId) ?? [],
  }));
}

async function readActiveScripts(
  { db }: Engine,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, ActiveScript>> {
  const rows = await db
    .selectFrom("sieve_script as s")
    .leftJoin("person as p", (join) =>
      join
        .on("p.account_id", "=", ORGANISATION)
        .onRef("p.personal_account_id", "=", "s.account_id"),
    )
    .select([
      "s.account_id",
      "s.id",
      "s.content",
      sql<string | null>`p.preferences->>'timeZone'`.as("time_zone"),
    ])
    .where("s.account_id", "=", sql<string>`any(${[...accountIds]}::text[])`)
    .where("s.is_active", "=", true)
    .execute();
  return new Map(rows.map((row) => [row.account_id, row]));
}

/** By account, the scripts that an active one may include. */
async function readOthers(
  { db }: Engine,
  active: readonly ActiveScript[],
): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  const including = active.filter(({ content }) => /\binclude\b/i.test(content));
  if (including.length === 0) return new Map();
  const rows = await db
    .selectFrom("sieve_script")
    .select(["account_id", "name", "content"])
    .where(
      "account_id",
      "in",
      including.map(({ account_id }) => account_id),
    )
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.account_id)].map(([accountId, scripts]) => [
      accountId,
      Object.fromEntries(scripts.map(({ name, content }) => [name, content])),
    ]),
  );
}

/** What scripts run with. */
export interface ScriptRunning {
  readonly db: Db;
  readonly services: Pick<Services, "blobs" | "log" | "workers">;
}

/** Runs scripts on a stored message. One that takes more than a task may is seen by itself, and keeps the message. */
export async function runScripts(
  engine: ScriptRunning,
  copy: Copy,
  now: Date,
  runs: readonly FilterRun[],
): Promise<readonly FilterResult[]> {
  const { services } = engine;
  try {
    return await preparing.run(copy.size, () =>
      services.workers.run(
        FILTER,
        async () => moved({ bytes: await services.blobs.read(copy.hash), now, runs }),
        (question) => seenOf(engine, question as DuplicatesQuestion, now),
      ),
    );
  } catch (error) {
    if (!(error instanceof TaskOverBudget)) throw error;
    const [only, ...others] = runs;
    services.log.warn(
      { over: error.over, size: copy.size, accounts: runs.length },
      "filtering a message exceeds the task limits",
    );
    if (others.length === 0) return [tooMuch(only!.accountId)];
    const results: FilterResult[] = [];
    for (const run of runs) results.push(...(await runScripts(engine, copy, now, [run])));
    return results;
  }
}

/** Instead of the line of a fault. */
export const WHOLE_SCRIPT = 0;

const tooMuch = (accountId: string): FilterResult => ({
  accountId,
  filed: [{ mailbox: null, flags: [], header: null }],
  redirects: [],
  reject: null,
  vacation: null,
  duplicates: [],
  error: { line: WHOLE_SCRIPT, message: "The filter took too long" },
  headers: [],
  rules: [],
});

/** Which of the keys an earlier message had. */
async function seenOf(
  { db }: ScriptRunning,
  { accountId, keys }: DuplicatesQuestion,
  now: Date,
): Promise<string[]> {
  const hashes = new Map(keys.map((key) => [hashOf(key).toString("hex"), key]));
  const rows = await db
    .selectFrom("sieve_duplicate")
    .select("key_hash")
    .where("account_id", "=", accountId)
    .where(
      "key_hash",
      "in",
      keys.map((key) => hashOf(key)),
    )
    .where("expires_at", ">", now)
    .execute();
  return rows.flatMap(({ key_hash }) => hashes.get(key_hash.toString("hex")) ?? []);
}

/** How a key that a message has, or the handle of an answer, is kept. */
export const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
