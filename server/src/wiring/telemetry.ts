import { statfs } from "node:fs/promises";
import { accountMetrics } from "../features/accounts/index.ts";
import {
  createObservers,
  operationsMetrics,
  type Observers,
  type Recorder,
} from "../features/operations/index.ts";
import { outboundMetrics } from "../features/outbound/index.ts";
import { connectionsOf, databaseMetrics } from "../platform/db/index.ts";
import { jobMetrics } from "../platform/jobs/index.ts";
import { createMetrics, type Metrics } from "../platform/metrics/index.ts";
import { VERSION } from "../platform/version.ts";
import type { Platform } from "./platform.ts";

export interface Telemetry {
  readonly metrics: Metrics;
  readonly observers: Observers;
  /** Has the connections counted that are pushed to. */
  countPushed(count: () => number): void;
  /** Has the end of the certificate shown. */
  watchCertificate(endsAt: () => Date): void;
}

/** Every figure that the server gives, to Prometheus and to the history that administrators look at. */
export function createTelemetry(
  platform: Pick<Platform, "db" | "pool" | "config" | "log" | "clock">,
  recorder: Pick<Recorder, "count" | "fault" | "addFacts">,
): Telemetry {
  const { pool, config, log } = platform;
  const metrics = createMetrics(log);
  const disk = async (): Promise<{ all: number; free: number }> => {
    const { bsize, blocks, bavail } = await statfs(config.data);
    return { all: blocks * bsize, free: bavail * bsize };
  };
  recorder.addFacts(async () => ({
    connections: connectionsOf(pool),
    disk: await disk().catch(() => null),
  }));
  metrics.gauge("atrium_build_info", "The running version.", ["version"], () => [
    [{ version: VERSION }, 1],
  ]);
  metrics.gauge("atrium_disk_bytes", "Disk space of the data folder.", ["state"], async () => {
    const { all, free } = await disk();
    return [
      [{ state: "all" }, all],
      [{ state: "free" }, free],
    ];
  });
  databaseMetrics(metrics, platform);
  jobMetrics(metrics, platform);
  accountMetrics(metrics, platform);
  operationsMetrics(metrics, platform);
  outboundMetrics(metrics, platform);
  return {
    metrics,
    observers: createObservers(metrics, recorder),
    countPushed(count) {
      recorder.addFacts(async () => ({ pushed: count() }));
      metrics.gauge(
        "atrium_push_connections",
        "Open push connections.",
        [],
        () => [[{}, count()]],
        "sum",
      );
    },
    watchCertificate(endsAt) {
      recorder.addFacts(async () => ({
        certificateEndsAt: endsAt().toISOString(),
        certificateIsOwn: config.tlsCert === null,
      }));
      metrics.gauge(
        "atrium_certificate_end_timestamp_seconds",
        "When the certificate expires, in seconds since 1970.",
        [],
        () => [[{}, endsAt().getTime() / 1000]],
      );
    },
  };
}
