import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../../db/index.ts";
import { StoreUnavailable } from "../store.ts";

/**
 * What all servers of one database report to each other of the blobs in their common store, so that none removes what
 * another one has just put: a store of objects cannot be asked to remove a thing only if it is old.
 */
export interface PutLog {
  /** Said before bytes are sent: they will be wanted. Waits while the same bytes are being removed. */
  announce(hash: string): Promise<void>;
  /** Whether nobody has announced it since `olderThan`; if so, nobody can until `release`. */
  claim(hash: string, olderThan: Date): Promise<boolean>;
  release(hash: string): Promise<void>;
  /** Forgets what was said before `olderThan`. */
  forget(olderThan: Date): Promise<void>;
}

/** A removal takes no longer than this (minutes). What was claimed by a server that died is free again afterwards. */
const REMOVAL = 15;
/** How often a put looks whether the removal of the same bytes has come to its end. */
const LOOKS = 25;

/** @param wait between two looks, in milliseconds. */
export function createPutLog(db: Db, wait: number): PutLog {
  async function tryAnnounce(hash: string): Promise<boolean> {
    const { rows } = await sql`
      insert into blob_put (hash, at) values (${hash}, now())
      on conflict (hash) do update set at = now(), is_leaving = false
        where not blob_put.is_leaving or blob_put.at < now() - make_interval(mins => ${REMOVAL})
      returning 1`.execute(db);
    return rows.length > 0;
  }

  return {
    async announce(hash) {
      for (let looks = 1; !(await tryAnnounce(hash)); looks++) {
        if (looks === LOOKS)
          throw new StoreUnavailable(`The blob ${hash} is just being removed; try again later.`);
        await pause(wait);
      }
    },

    async claim(hash, olderThan) {
      const { rows } = await sql`
        insert into blob_put (hash, at, is_leaving) values (${hash}, now(), true)
        on conflict (hash) do update set at = now(), is_leaving = true where blob_put.at < ${olderThan}
        returning 1`.execute(db);
      return rows.length > 0;
    },

    async release(hash) {
      await sql`delete from blob_put where hash = ${hash} and is_leaving`.execute(db);
    },

    async forget(olderThan) {
      await sql`delete from blob_put where at < ${olderThan}`.execute(db);
    },
  };
}
