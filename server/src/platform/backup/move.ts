import type { Client } from "pg";
import { StartError } from "../start-error.ts";
import {
  emptyTables,
  fillTable,
  listSequences,
  listTables,
  nameOf,
  readTable,
  releaseJobs,
  setSequences,
} from "./tables.ts";

/** Copies everything from one database into an empty one of the same schema, all or nothing; answers how many rows. */
export async function moveTables(from: Client, to: Client): Promise<number> {
  await from.query("begin isolation level repeatable read read only");
  await to.query("begin");
  let moved = 0;
  try {
    const tables = await listTables(from);
    await emptyTables(to, tables);
    for (const table of tables) {
      const rows = readTable(from, table);
      const filled = await fillTable(to, table, rows);
      if (filled !== rows.rowCount)
        throw new StartError(`${nameOf(table)}: ${rows.rowCount} rows sent, ${filled} received.`);
      moved += filled;
    }
    await setSequences(to, await listSequences(from));
    await releaseJobs(to);
    await to.query("commit");
  } catch (error) {
    await to.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    await from.query("rollback").catch(() => undefined);
  }
  return moved;
}
