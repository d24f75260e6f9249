import { setTimeout as pause } from "node:timers/promises";
import type { Client, Pool } from "pg";
import { connectClient } from "../db/connect.ts";
import type { Connection } from "../db/index.ts";
import type { Log } from "../log/index.ts";

/**
 * First half of the advisory locks that say "whoever works under this name is alive". PostgreSQL tells locks of two numbers
 * from those of one, so the backup's lock of the same number is another.
 */
const ALIVE = 4_720_002;
/** How often it is looked for jobs whose process is gone (milliseconds). */
const LOOK_EVERY = 10_000;
/** Before a lost connection is made anew (milliseconds). */
const AGAIN = 500;

/** Whose jobs nobody works on: those of names that nobody holds. A job that was just begun may not be held yet. */
const GONE = `select name from (
    select distinct locked_by as name from graphile_worker._private_jobs
    where locked_at < now() - interval '5 seconds'
  ) as working where pg_try_advisory_xact_lock(${ALIVE}, hashtext(name))`;

export interface TakeOver {
  /** Holds a name for as long as this process lives and is connected. */
  hold(name: string): void;
  letGo(name: string): void;
  stop(): Promise<void>;
}

/**
 * Lets jobs that a process had begun when it was killed run again, soon and anywhere; by itself the queue would wait
 * for hours. Each process holds an advisory lock on the name under which it works, which goes with its connection. Who
 * is without it at two looks, and not merely connecting anew, is gone.
 */
export function createTakeOver(options: {
  connection: Connection;
  pool: Pool;
  log: Log;
  /** How often it looks, in milliseconds. */
  every?: number;
}): TakeOver {
  const { connection, pool, log, every = LOOK_EVERY } = options;
  const names = new Set<string>();
  const stopping = new AbortController();
  let client: Client | null = null;
  let suspects = new Set<string>();

  const lock = (name: string) =>
    client?.query("select pg_advisory_lock($1, hashtext($2))", [ALIVE, name]);

  const rest = (time: number): Promise<void> =>
    pause(time, undefined, { signal: stopping.signal }).catch(() => undefined);

  async function stayConnected(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const current = await connectClient(connection, log);
        const ended = new Promise<void>((resolve) => current.once("end", () => resolve()));
        client = current;
        for (const name of names) await lock(name);
        if (stopping.signal.aborted) await current.end();
        await ended;
      } catch (err) {
        log.debug({ err }, "cannot hold the names of this process yet");
        await client?.end().catch(() => undefined);
      }
      client = null;
      await rest(AGAIN);
    }
  }

  async function look(): Promise<void> {
    const { rows } = await pool.query<{ name: string }>(GONE);
    const gone = rows.map(({ name }) => name).filter((name) => !names.has(name));
    const sure = gone.filter((name) => suspects.has(name));
    suspects = new Set(gone);
    if (sure.length === 0) return;
    await pool.query("select graphile_worker.force_unlock_workers($1::text[])", [sure]);
    log.info({ sure }, "took over the jobs of processes that are gone");
  }

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look().catch((err: unknown) => log.debug({ err }, "could not look for lost jobs"));
      await rest(every);
    }
  }

  const done = Promise.all([stayConnected(), keepLooking()]);
  return {
    hold(name) {
      names.add(name);
      // When it fails the connection is gone, and the next one begins with all names.
      lock(name)?.catch(() => undefined);
    },
    letGo: (name) => void names.delete(name),
    async stop() {
      stopping.abort();
      await client?.end().catch(() => undefined);
      await done;
    },
  };
}
