import type { LevelFigure } from "@atrium/contract/types/operations";
import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/index.ts";
import { readQueue } from "../outbound/index.ts";
import { trimFaults } from "./errors.store.ts";
import { setLevels, trimFigures } from "./figures.store.ts";
import { trimProcesses } from "./processes.store.ts";
import { readStored } from "./stored.store.ts";

/** Reads what goes up and down and writes it into the history; to be called once a minute. */
export async function sampleLevels({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now();
  const { rows } = await sql<{ octets: number }>`
    select pg_database_size(current_database()) octets`.execute(db);
  const stored = await readStored(db);
  const queue = await readQueue(db, now);
  const levels: Readonly<Record<LevelFigure, number>> = {
    queueWaiting: queue.waiting,
    queueDeferred: queue.deferred,
    storedOctets: stored.octets,
    storedEmails: stored.emails,
    databaseOctets: rows[0]!.octets,
  };
  const at = now.getTime();
  await setLevels(
    db,
    (Object.entries(levels) as [LevelFigure, number][]).map(([figure, amount]) => ({
      figure,
      at,
      amount,
    })),
  );
}

/** Forgets what is too old to be shown; to be called once an hour. */
export async function trimOperations({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now();
  await trimFigures(db, now);
  await trimFaults(db, now);
  await trimProcesses(db, now);
}
