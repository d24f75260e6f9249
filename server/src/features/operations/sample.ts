import type { LevelFigure } from "@atrium/contract/types/operations";
import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/index.ts";
import { ORGANISATION } from "../accounts/index.ts";
import { trimFaults } from "./faults.store.ts";
import { setLevels, trimFigures } from "./figures.store.ts";
import { trimProcesses } from "./processes.store.ts";

/** Reads what goes up and down and writes it into the history; to be called once a minute. */
export async function sampleLevels({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const { rows } = await sql<Record<LevelFigure, number>>`
    select q.*, s.*, pg_database_size(current_database()) "databaseOctets"
    from (
      select count(*)::int "queueWaiting", count(*) filter (where attempts > 0)::int "queueDeferred"
      from queue_recipient where state = 'waiting'
    ) q, (
      select coalesce(sum(used_octets), 0)::bigint "storedOctets",
        coalesce(sum(used_emails), 0)::bigint "storedEmails"
      from account where account_id <> ${ORGANISATION}
    ) s`.execute(db);
  const at = clock.now().getTime();
  const levels = Object.entries(rows[0]!) as [LevelFigure, number][];
  await setLevels(
    db,
    levels.map(([figure, amount]) => ({ figure, at, amount })),
  );
}

/** Forgets what is too old to be shown; to be called once an hour. */
export async function trimOperations({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now();
  await trimFigures(db, now);
  await trimFaults(db, now);
  await trimProcesses(db, now);
}
