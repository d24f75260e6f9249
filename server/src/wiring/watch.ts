import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import type { Labels } from "../platform/metrics/index.ts";
import { createMetrics, type Metrics } from "../platform/metrics/index.ts";
import type { Platform } from "./platform.ts";

/** What the parts of the server tell of their work. */
export interface Observers {
  /** One request over HTTP, answered. */
  readonly request: (labels: Labels, seconds: number) => void;
  /** One method call of a JMAP request. */
  readonly method: (labels: Labels, seconds: number) => void;
  /** One message that another server or a mail program brought, taken or refused. */
  readonly message: (labels: Labels, seconds: number) => void;
  /** What became of one recipient of a message that leaves, this time. */
  readonly delivery: (labels: Labels) => void;
}

export interface Watch {
  readonly metrics: Metrics;
  readonly observers: Observers;
  /** Has the connections counted that are pushed to. */
  countPushed(count: () => number): void;
}

/** Every figure that the server gives, by its name. */
export function createWatch(platform: Pick<Platform, "db" | "pool" | "config" | "log">): Watch {
  const { db, pool, config, log } = platform;
  const metrics = createMetrics(log);
  metrics.gauge("atrium_database_connections", "Connections to the database.", ["state"], () => [
    [{ state: "busy" }, pool.totalCount - pool.idleCount],
    [{ state: "idle" }, pool.idleCount],
    [{ state: "wanted" }, pool.waitingCount],
  ]);
  metrics.gauge("atrium_database_size_bytes", "Size of the database.", [], async () => {
    const { rows } = await sql<{ size: number }>`
      select pg_database_size(current_database()) as size`.execute(db);
    return [[{}, rows[0]!.size]];
  });
  metrics.gauge("atrium_disk_bytes", "Room in the data folder.", ["state"], async () => {
    const { bsize, blocks, bavail } = await statfs(config.data);
    return [
      [{ state: "all" }, blocks * bsize],
      [{ state: "free" }, bavail * bsize],
    ];
  });
  metrics.gauge("atrium_accounts_stored", "What all accounts keep.", ["what"], async () => {
    const { rows } = await sql<{ octets: number; emails: number; accounts: number }>`
      select coalesce(sum(used_octets), 0)::bigint octets, coalesce(sum(used_emails), 0)::bigint emails,
             count(*)::int accounts from account`.execute(db);
    return Object.entries(rows[0]!).map(([what, value]) => [{ what }, value] as const);
  });
  metrics.gauge(
    "atrium_queue_recipients",
    "Recipients of mail that waits to leave: not tried yet, or tried in vain.",
    ["state"],
    async () => {
      const { rows } = await sql<{ fresh: number; again: number }>`
        select count(*) filter (where attempts = 0)::int fresh, count(*) filter (where attempts > 0)::int again
          from queue_recipient where state = 'waiting'`.execute(db);
      return Object.entries(rows[0]!).map(([state, value]) => [{ state }, value] as const);
    },
  );
  metrics.gauge(
    "atrium_queue_oldest_seconds",
    "Age of the oldest mail that waits to leave and is not held back.",
    [],
    async () => {
      const { rows } = await sql<{ age: number }>`
        select coalesce(max(extract(epoch from now() - greatest(m.created_at, m.not_before))), 0)::float8 age
          from queue_recipient r join queue_message m on m.account_id = r.account_id and m.id = r.message_id
         where r.state = 'waiting' and m.not_before <= now()`.execute(db);
      return [[{}, rows[0]!.age]];
    },
  );
  metrics.gauge("atrium_jobs", "Work to be done later.", ["state"], async () => {
    const { rows } = await sql<{ waiting: number; failed: number }>`
      select count(*) filter (where attempts < max_attempts)::int waiting,
             count(*) filter (where attempts >= max_attempts)::int failed
        from graphile_worker._private_jobs`.execute(db);
    return Object.entries(rows[0]!).map(([state, value]) => [{ state }, value] as const);
  });
  return {
    metrics,
    observers: {
      request: metrics.durations("atrium_http_request_seconds", "Requests over HTTP.", [
        "route",
        "method",
        "status",
      ]),
      method: metrics.durations("atrium_jmap_method_seconds", "Method calls of JMAP.", [
        "method",
        "outcome",
      ]),
      message: metrics.durations("atrium_smtp_message_seconds", "Messages over SMTP.", [
        "door",
        "outcome",
      ]),
      delivery: metrics.counter("atrium_deliveries_total", "Tries to deliver to a recipient.", [
        "outcome",
      ]),
    },
    countPushed: (count) =>
      metrics.gauge("atrium_push_connections", "Connections that are told of changes.", [], () => [
        [{}, count()],
      ]),
  };
}
