import { expect } from "vitest";
import type { Pool } from "pg";
import { createTakeOver } from "../platform/db/index.ts";
import type { Connection, TakeOver } from "../platform/db/index.ts";
import type { Log } from "../platform/log/index.ts";

/** As another process that lives and works under this name, until it is stopped. */
export async function anotherProcess(
  platform: { connection: Connection; pool: Pool; log: Log },
  name: string,
): Promise<TakeOver> {
  const process = createTakeOver(platform);
  process.hold(name);
  await expect
    .poll(async () => {
      const { rowCount } = await platform.pool.query(
        `select from pg_locks join pg_database d on d.oid = database and d.datname = current_database()
          where locktype = 'advisory' and granted and objid = (hashtext($1)::bigint & 4294967295)::oid`,
        [name],
      );
      return rowCount;
    })
    .toBe(1);
  return process;
}
