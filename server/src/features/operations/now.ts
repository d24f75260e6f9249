import type { OperationsNow, StoredAccount } from "@atrium/contract/types/operations";
import { sql } from "kysely";
import { CONNECTIONS } from "../../platform/db/index.ts";
import type { Db, Tx } from "../../platform/db/index.ts";
import { lastAct, ORGANISATION } from "../accounts/index.ts";
import { queueByDomain } from "../outbound/index.ts";
import { listFaults } from "./errors.store.ts";
import { ACCOUNTS_SHOWN, DOMAINS_SHOWN } from "./limits.ts";
import { listProcesses } from "./processes.store.ts";
import { readStored } from "./stored.store.ts";

/** How everything is at this moment. */
export async function readNow(
  db: Db | Tx,
  now: Date,
  quota: number | null,
): Promise<Omit<OperationsNow, "accountId">> {
  const [processes, queue, storage, database, backup, faults] = await Promise.all([
    listProcesses(db, now),
    queueByDomain(db, now, DOMAINS_SHOWN),
    readStorage(db),
    readDatabase(db),
    lastAct(db, "backup"),
    listFaults(db, now),
  ]);
  return {
    at: now.toISOString(),
    processes,
    queue: {
      ...queue,
      oldestAt: queue.oldestAt?.toISOString() ?? null,
      domains: queue.domains.map((one) => ({
        ...one,
        oldestAt: one.oldestAt.toISOString(),
        nextAt: one.nextAt.toISOString(),
      })),
    },
    storage: { ...storage, quota },
    database,
    lastBackup: backup && { at: backup.at.toISOString(), name: backup.thing },
    faults,
  };
}

async function readStorage(db: Db | Tx): Promise<Omit<OperationsNow["storage"], "quota">> {
  const { rows: accounts } = await sql<StoredAccount>`
    select a.account_id id, a.name, a.kind, a.used_octets octets, a.used_emails emails,
      (select count(*) from blob b where b.account_id = a.account_id) blobs
    from (
      select * from account where account_id <> ${ORGANISATION}
      order by used_octets desc, account_id limit ${ACCOUNTS_SHOWN}
    ) a order by a.used_octets desc, a.account_id`.execute(db);
  return { ...(await readStored(db)), accounts };
}

async function readDatabase(db: Db | Tx): Promise<OperationsNow["database"]> {
  const { rows } = await sql<OperationsNow["database"]>`
    select pg_database_size(current_database()) octets,
      ${sql.raw(CONNECTIONS)} connections,
      current_setting('max_connections')::int "maxConnections",
      current_setting('server_version') version`.execute(db);
  return rows[0]!;
}
