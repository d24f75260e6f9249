import { sql } from "kysely";
import { Refusal, type Engine, type UnitOfWork } from "../../../engine/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import { TRASH_BATCH } from "../limits.ts";
import { removeNodes } from "./remove-nodes.ts";

/** How long things stay in the trash, in milliseconds. */
export interface TrashOptions {
  readonly trashLifetime: number;
}

/**
 * Destroys what has been in the trash too long, from below, so many at a time. Answers how many; the rest is for the next time
 * when it has to end early.
 */
export async function trimTrash(
  engine: Engine,
  { trashLifetime }: TrashOptions,
  signal?: AbortSignal,
): Promise<number> {
  const before = new Date(engine.services.clock.now().getTime() - trashLifetime);
  let done = 0;
  for (const accountId of await accountsToTrim(engine.db, before))
    for (;;) {
      if (signal?.aborted === true) return done;
      const count = await trimSome(engine, accountId, before);
      done += count;
      if (count < TRASH_BATCH) break;
    }
  return done;
}

async function accountsToTrim(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct account_id as id from file_node where trashed_at <= ${before} order by 1`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

async function trimSome(engine: Engine, accountId: string, before: Date): Promise<number> {
  try {
    return await engine.write([accountId], async (w) => {
      const ids = await oldest(w, accountId, before);
      const within = w.isShared(accountId) ? { was: [], is: [] } : undefined;
      for (const id of ids) w.changed(accountId, "FileNode", id, "destroyed", null, within);
      await removeNodes(w, accountId, ids, null);
      return ids.length;
    });
  } catch (error) {
    // The account has gone since.
    if (error instanceof Refusal && error.code === "accountNotFound") return 0;
    throw error;
  }
}

/** Some of what is over, and of what lies in it: nothing before all that lies in it. */
async function oldest(w: UnitOfWork, accountId: string, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive over as (
      (select id, 0 as depth from file_node
        where account_id = ${accountId} and trashed_at <= ${before}
        order by trashed_at limit ${TRASH_BATCH})
      union all
      select n.id, depth + 1 from file_node n join over on n.parent_id = over.id
      where n.account_id = ${accountId} and depth < 1000
    ) select id from over order by depth desc, id limit ${TRASH_BATCH}`.execute(w.tx);
  return rows.map(({ id }) => id);
}
