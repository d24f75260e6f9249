import type { ServerProcess } from "@atrium/contract/types/operations";
import type { Db, Tx } from "../../platform/db/index.ts";
import { ORGANISATION } from "../accounts/index.ts";
import { PROCESS_DAYS, SILENT_AFTER } from "./limits.ts";
import type { ProcessFacts } from "./tables.ts";
import "./tables.ts";

/** Who a process is; that stays the same while it runs. */
export interface ProcessIdentity extends Pick<ServerProcess, "id" | "host" | "pid" | "version"> {
  readonly startedAt: Date;
}

export async function noteProcess(
  db: Db | Tx,
  { id, host, pid, version, startedAt }: ProcessIdentity,
  facts: ProcessFacts,
  now: Date,
): Promise<void> {
  const said = { seen_at: now, facts: JSON.stringify(facts) };
  await db
    .insertInto("operation_process")
    .values({ account_id: ORGANISATION, id, host, pid, version, started_at: startedAt, ...said })
    .onConflict((met) => met.columns(["account_id", "id"]).doUpdateSet(said))
    .execute();
}

export async function forgetProcess(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom("operation_process")
    .where("account_id", "=", ORGANISATION)
    .where("id", "=", id)
    .execute();
}

/** Those that run, the oldest first. */
export async function listProcesses(db: Db | Tx, now: Date): Promise<ServerProcess[]> {
  const rows = await db
    .selectFrom("operation_process")
    .selectAll()
    .where("account_id", "=", ORGANISATION)
    .where("seen_at", ">", new Date(now.getTime() - SILENT_AFTER))
    .orderBy("started_at")
    .execute();
  return rows.map(({ id, host, pid, version, started_at, seen_at, facts }) => ({
    id,
    host,
    pid,
    version,
    startedAt: started_at.toISOString(),
    seenAt: seen_at.toISOString(),
    ...facts,
  }));
}

export async function trimProcesses(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("operation_process")
    .where("account_id", "=", ORGANISATION)
    .where("seen_at", "<", new Date(now.getTime() - PROCESS_DAYS * 86_400_000))
    .execute();
}
