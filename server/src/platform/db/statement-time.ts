import { AsyncLocalStorage } from "node:async_hooks";
import type { PoolClient } from "pg";

/** PostgreSQL's code for a statement that was ended, by its limit or because it was asked to. */
const QUERY_CANCELED = "57014";

export const isTooSlow = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === QUERY_CANCELED;

/** What holds for the statements of the work that is being done. */
const limits = new AsyncLocalStorage<number>();
/** The limit last set on each connection; 0 is PostgreSQL's "no limit". */
const applied = new WeakMap<PoolClient, number>();

/**
 * Every statement of this work, and of what it sets going, may take so long (milliseconds; 0: any time). PostgreSQL ends one that
 * takes longer, with what waiting for locks counts in. What stands outside, as migrations, backups, jobs and arriving mail, has no limit.
 */
export const limitStatements = <T>(milliseconds: number, work: () => T): T =>
  limits.run(milliseconds, work);

/** Has a connection that was just taken obey the limit; only a change of it costs a round trip. */
export async function obeyLimit(client: PoolClient): Promise<void> {
  const wanted = limits.getStore() ?? 0;
  if ((applied.get(client) ?? 0) === wanted) return;
  applied.set(client, wanted);
  await client.query(`set statement_timeout = ${Math.round(wanted)}`);
}

/**
 * Waits for something of this process as a statement waits for a lock.
 * @param began when the waiting began (`performance.now()`)
 * @throws what `isTooSlow` when it takes longer than a statement of this work may
 */
export async function waitWithinLimit(something: Promise<void>, began: number): Promise<void> {
  const limit = limits.getStore() ?? 0;
  if (limit === 0) return await something;
  const late = Promise.withResolvers<never>();
  const left = Math.max(0, began + limit - performance.now());
  const timer = setTimeout(() => {
    const error = new Error("canceled while it waited for others");
    late.reject(Object.assign(error, { code: QUERY_CANCELED }));
  }, left);
  try {
    await Promise.race([something, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
