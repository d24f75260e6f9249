import { setTimeout as pause } from "node:timers/promises";
import type { Client, Pool } from "pg";
import type { Log } from "../log/index.ts";
import { connectClient } from "./connect.ts";
import type { Connection } from "./connect.ts";

/**
 * First half of the advisory locks that say "whoever works under this name is alive". PostgreSQL separates locks of two numbers
 * from those of one, so the backup's lock of the same number is another.
 */
const ALIVE = 4_720_002;
/** How often it is looked for work whose process is gone (milliseconds). */
const LOOK_EVERY = 10_000;
/** Before a lost connection is made again (milliseconds). */
const AGAIN = 500;

/** Which of these names nobody holds. */
const GONE = `select name from unnest($1::text[]) as name
  where pg_try_advisory_xact_lock(${ALIVE}, hashtext(name))`;

/** Work that processes begin under a name of theirs, in rows that say so. */
export interface NamedWork {
  /** What it is called in the log: "jobs". */
  readonly what: string;
  /** The names under which some is begun now. */
  begun(pool: Pool): Promise<string[]>;
  /** Lets others begin what was begun under these names. */
  free(names: readonly string[], pool: Pool): Promise<void>;
}

export interface TakeOver {
  /** Holds a name for as long as this process lives and is connected. */
  hold(name: string): void;
  letGo(name: string): void;
  /** From now on frees what processes had begun that are gone. */
  watch(work: NamedWork): void;
  stop(): Promise<void>;
}

/**
 * Lets work that a process had begun when it was killed be done by another, soon and anywhere. Each process holds an advisory
 * lock on the names under which it works, which go with its connection. Who is without it at two looks, and not merely
 * connecting again, is gone.
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
  const looking: Promise<void>[] = [];
  let client: Client | null = null;

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
        log.debug({ err }, "could not lock the names of this process; retrying");
        await client?.end().catch(() => undefined);
      }
      client = null;
      await rest(AGAIN);
    }
  }

  async function goneOf(begun: readonly string[]): Promise<string[]> {
    const others = begun.filter((name) => !names.has(name));
    if (others.length === 0) return [];
    const { rows } = await pool.query<{ name: string }>(GONE, [others]);
    return rows.map(({ name }) => name);
  }

  async function keepLooking(work: NamedWork): Promise<void> {
    const { what } = work;
    let suspects = new Set<string>();
    while (!stopping.signal.aborted) {
      try {
        const gone = await goneOf(await work.begun(pool));
        const sure = gone.filter((name) => suspects.has(name));
        suspects = new Set(gone);
        if (sure.length > 0) {
          await work.free(sure, pool);
          log.info({ what, sure }, "took over the work of dead processes");
        }
      } catch (err) {
        log.debug({ err, what }, "could not look for the work of dead processes");
      }
      await rest(every);
    }
  }

  const connected = stayConnected();
  return {
    hold(name) {
      names.add(name);
      // When it fails the connection is gone, and the next one begins with all names.
      lock(name)?.catch(() => undefined);
    },
    letGo: (name) => void names.delete(name),
    watch: (work) => void looking.push(keepLooking(work)),
    async stop() {
      stopping.abort();
      await client?.end().catch(() => undefined);
      await Promise.all([connected, ...looking]);
    },
  };
}
