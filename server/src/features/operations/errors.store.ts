import type { Fault } from "@atrium/contract/types/operations";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/index.ts";
import { ORGANISATION } from "../accounts/index.ts";
import { FAULT_DAYS, FAULTS_SHOWN } from "./limits.ts";
import "./tables.ts";

/** Errors counted since they were last recorded. */
export interface Faults extends Pick<Fault, "source" | "code" | "amount" | "detail"> {
  readonly lastAt: Date;
}

const DAY = 86_400_000;

export async function addFaults(db: Db | Tx, faults: readonly Faults[]): Promise<void> {
  const sorted = faults.toSorted((a, b) =>
    `${a.source} ${a.code}` < `${b.source} ${b.code}` ? -1 : 1,
  );
  for (const { source, code, amount, detail, lastAt } of sorted)
    await sql`
      insert into operation_fault as f (account_id, day, source, code, amount, last_at, detail)
      values (${ORGANISATION}, (${lastAt}::timestamptz at time zone 'UTC')::date, ${source}, ${code}, ${amount},
        ${lastAt}::timestamptz, ${detail})
      on conflict (account_id, day, source, code) do update set amount = f.amount + excluded.amount,
        last_at = excluded.last_at, detail = excluded.detail`.execute(db);
}

/** The newest first. */
export async function listFaults(db: Db | Tx, now: Date): Promise<Fault[]> {
  const { rows } = await sql<Omit<Fault, "lastAt"> & { lastAt: Date }>`
    select source, code, sum(amount)::bigint amount, max(last_at) "lastAt",
      (array_agg(detail order by last_at desc))[1] detail
    from operation_fault
    where account_id = ${ORGANISATION} and day > ${since(now)}::date
    group by source, code order by max(last_at) desc limit ${FAULTS_SHOWN}`.execute(db);
  return rows.map((row) => ({ ...row, lastAt: row.lastAt.toISOString() }));
}

export async function trimFaults(db: Db, now: Date): Promise<void> {
  await sql`
    delete from operation_fault
    where account_id = ${ORGANISATION} and day <= ${since(now)}::date`.execute(db);
}

/** The last day that is no longer counted. */
const since = (now: Date): string =>
  new Date(now.getTime() - FAULT_DAYS * DAY).toISOString().slice(0, 10);
