import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import type { Labels } from "../platform/metrics/index.ts";
import { createMetrics, type Metrics } from "../platform/metrics/index.ts";
import { VERSION } from "../platform/version.ts";
import { readStored, type Recorder } from "../features/operations/index.ts";
import { lastAct } from "../features/accounts/index.ts";
import { readQueue } from "../features/submission/index.ts";
import type { Platform } from "./platform.ts";

/** What the parts of the server tell of their work. */
export interface Observers {
  /** One request over HTTP, answered. */
  readonly request: (labels: Labels, seconds: number) => void;
  /** One method call of a JMAP request. */
  readonly method: (labels: Labels, seconds: number) => void;
  /** One message that another server or a mail program brought, taken or refused. */
  readonly message: (labels: Labels & { readonly door: MailProtocol }, seconds: number) => void;
  /** A sender, recipient or message that was turned away, by the code and words of the reply. */
  readonly refusal: (door: MailProtocol, code: number, text: string) => void;
  /** What became of one recipient of a message that leaves, this time. */
  readonly delivery: (outcome: DeliveryOutcome) => void;
}

type MailProtocol = "smtp" | "submission";

interface DeliveryOutcome {
  readonly kind: "delivered" | "relayed" | "retry" | "failed";
  readonly reply: string;
}

/** What the history calls the outcomes of deliveries. */
const FIGURES = {
  delivered: "delivered",
  relayed: "sent",
  retry: "deferred",
  failed: "bounced",
} as const satisfies Record<DeliveryOutcome["kind"], string>;

export interface Telemetry {
  readonly metrics: Metrics;
  readonly observers: Observers;
  /** Has the connections counted that are pushed to. */
  countPushed(count: () => number): void;
  /** Has the end of the certificate shown. */
  watchCertificate(endsAt: () => Date): void;
}

/** Every figure that the server gives, by its name, to Prometheus and to the history that administrators look at. */
export function createTelemetry(
  platform: Pick<Platform, "db" | "pool" | "config" | "log" | "clock">,
  recorder: Pick<Recorder, "count" | "fault" | "tell">,
): Telemetry {
  const { db, pool, config, log, clock } = platform;
  const metrics = createMetrics(log);
  const disk = async (): Promise<{ all: number; free: number }> => {
    const { bsize, blocks, bavail } = await statfs(config.data);
    return { all: blocks * bsize, free: bavail * bsize };
  };
  recorder.tell(async () => ({
    connections: {
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      wanted: pool.waitingCount,
    },
    disk: await disk().catch(() => null),
  }));
  metrics.gauge("atrium_build_info", "The version that runs.", ["version"], () => [
    [{ version: VERSION }, 1],
  ]);
  metrics.gauge(
    "atrium_database_connections",
    "Connections to the database.",
    ["state"],
    () => [
      [{ state: "busy" }, pool.totalCount - pool.idleCount],
      [{ state: "idle" }, pool.idleCount],
      [{ state: "wanted" }, pool.waitingCount],
    ],
    "sum",
  );
  metrics.gauge("atrium_database_size_bytes", "Size of the database.", [], async () => {
    const { rows } = await sql<{ size: number }>`
      select pg_database_size(current_database()) as size`.execute(db);
    return [[{}, rows[0]!.size]];
  });
  metrics.gauge("atrium_disk_bytes", "Room in the data folder.", ["state"], async () => {
    const { all, free } = await disk();
    return [
      [{ state: "all" }, all],
      [{ state: "free" }, free],
    ];
  });
  metrics.gauge("atrium_accounts_stored", "What all accounts keep.", ["what"], async () => {
    const { octets, emails, accountCount } = await readStored(db);
    return [
      [{ what: "octets" }, octets],
      [{ what: "emails" }, emails],
      [{ what: "accounts" }, accountCount],
    ];
  });
  metrics.gauge(
    "atrium_queue_recipients",
    "Recipients of mail that waits to leave: not tried yet, or tried in vain.",
    ["state"],
    async () => {
      const { waiting, deferred } = await readQueue(db, clock.now());
      return [
        [{ state: "fresh" }, waiting - deferred],
        [{ state: "again" }, deferred],
      ];
    },
  );
  metrics.gauge(
    "atrium_queue_oldest_seconds",
    "Age of the oldest mail that waits to leave and is not held back.",
    [],
    async () => {
      const now = clock.now();
      const { oldestAt } = await readQueue(db, now);
      return [[{}, oldestAt === null ? 0 : (now.getTime() - oldestAt.getTime()) / 1000]];
    },
  );
  metrics.gauge("atrium_jobs", "Work to be done later.", ["state"], async () => {
    const { rows } = await sql<{ waiting: number; failed: number }>`
      select count(*) filter (where attempts < max_attempts)::int waiting,
             count(*) filter (where attempts >= max_attempts)::int failed
        from graphile_worker._private_jobs`.execute(db);
    return Object.entries(rows[0]!).map(([state, value]) => [{ state }, value] as const);
  });
  metrics.gauge(
    "atrium_backup_timestamp_seconds",
    "When the last backup was made, in seconds since 1970.",
    [],
    async () => {
      const backup = await lastAct(db, "backup");
      return backup === null ? [] : [[{}, backup.at.getTime() / 1000]];
    },
  );
  const observe = observersOf(metrics);
  return {
    metrics,
    observers: {
      request(labels, seconds) {
        observe.request(labels, seconds);
        const { route = "", method = "", status = "" } = labels;
        if (Number(status) >= 500) recorder.fault("http", status, `${method} ${route}`);
      },
      method(labels, seconds) {
        observe.method(labels, seconds);
        const { method = "", outcome = "" } = labels;
        if (outcome === "serverFail") recorder.fault("jmap", outcome, method);
      },
      message(labels, seconds) {
        observe.message(labels, seconds);
        if (labels.door === "smtp" && labels["outcome"] === "accepted") recorder.count("received");
      },
      refusal(door, code, text) {
        observe.refusal({ door, code: String(code) });
        if (door === "smtp") recorder.count("refused");
        recorder.fault(door, ...codeAndWords(`${code} ${text}`));
      },
      delivery({ kind, reply }) {
        observe.delivery({ outcome: kind });
        recorder.count(FIGURES[kind]);
        if (kind === "retry" || kind === "failed")
          recorder.fault("delivery", ...codeAndWords(reply));
      },
    },
    countPushed(count) {
      recorder.tell(async () => ({ pushed: count() }));
      metrics.gauge(
        "atrium_push_connections",
        "Connections that are told of changes.",
        [],
        () => [[{}, count()]],
        "sum",
      );
    },
    watchCertificate(endsAt) {
      recorder.tell(async () => ({
        certificateEndsAt: endsAt().toISOString(),
        certificateIsOwn: config.tlsCert === null,
      }));
      metrics.gauge(
        "atrium_certificate_end_timestamp_seconds",
        "When the certificate ends, in seconds since 1970.",
        [],
        () => [[{}, endsAt().getTime() / 1000]],
      );
    },
  };
}

/** A reply in two: its code, with the enhanced one of RFC 3463 where it has one, and what it says. */
function codeAndWords(reply: string): [code: string, words: string] {
  const code = /^[2-5]\d\d(?:[ -][245]\.\d{1,2}\.\d{1,2}(?!\d))?/.exec(reply)?.[0] ?? "";
  return [code.replace("-", " "), reply.slice(code.length).trim()];
}

function observersOf(metrics: Metrics) {
  return {
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
    refusal: metrics.counter(
      "atrium_smtp_refusals_total",
      "Senders, recipients and messages that were turned away, by the code of the reply.",
      ["door", "code"],
    ),
    delivery: metrics.counter("atrium_deliveries_total", "Tries to deliver to a recipient.", [
      "outcome",
    ]),
  };
}
