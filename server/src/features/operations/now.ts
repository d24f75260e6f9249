import type { OperationsNow, StoredAccount } from "@atrium/contract/types/operations";
import { QUOTA_FULL_LEFT } from "@atrium/contract/types/quota";
import { sql } from "kysely";
import { QUOTA_WARN_AT, type QuotaLimits } from "../../engine/index.ts";
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
  quota: QuotaLimits,
): Promise<Omit<OperationsNow, "accountId">> {
  const [processes, queue, storage, database, backup, faults] = await Promise.all([
    listProcesses(db, now),
    queueByDomain(db, now, DOMAINS_SHOWN),
    readStorage(db, quota),
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
    storage: { ...storage, quota: quota.octets },
    database,
    lastBackup: backup && { at: backup.at.toISOString(), name: backup.thing },
    faults,
  };
}

async function readStorage(
  db: Db | Tx,
  { octets, emails }: QuotaLimits,
): Promise<Omit<OperationsNow["storage"], "quota">> {
  // Usage never exceeds its limit: what would is refused.
  const measured = sql`
    select a.*, m.octets quota,
      greatest(case when m.octets = 0 then 1 else a.used_octets / m.octets end,
        case when m.emails = 0 then 1 else a.used_emails / m.emails end) filled,
      coalesce(a.used_octets >= m.octets - least(${QUOTA_FULL_LEFT}::float8, m.octets / 100), false)
        or coalesce(a.used_emails >= m.emails, false) "full"
    from account a, lateral (select coalesce(a.quota_octets, ${octets}::int8)::float8 octets,
      coalesce(a.quota_emails, ${emails}::int8)::float8 emails) m
    where a.account_id <> ${ORGANISATION}`;
  const { rows: accounts } = await sql<StoredAccount>`
    select a.account_id id, a.name, a.kind, a.used_octets octets, a.used_emails emails, a.quota,
      (select count(*) from blob b where b.account_id = a.account_id) blobs,
      a.filled, a."full" "isFull"
    from (
      select * from (${measured}) m
      order by filled desc nulls last, used_octets desc, account_id limit ${ACCOUNTS_SHOWN}
    ) a order by a.filled desc nulls last, a.used_octets desc, a.account_id`.execute(db);
  const { rows } = await sql<{ fullCount: number; nearlyFullCount: number }>`
    select count(*) filter (where "full") "fullCount",
      count(*) filter (where not "full" and filled >= ${QUOTA_WARN_AT}) "nearlyFullCount"
    from (${measured}) m`.execute(db);
  return { ...(await readStored(db)), accounts, ...rows[0]! };
}

async function readDatabase(db: Db | Tx): Promise<OperationsNow["database"]> {
  const { rows } = await sql<OperationsNow["database"]>`
    select pg_database_size(current_database()) octets,
      ${sql.raw(CONNECTIONS)} connections,
      current_setting('max_connections')::int "maxConnections",
      current_setting('server_version') version`.execute(db);
  return rows[0]!;
}
