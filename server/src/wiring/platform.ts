import { mkdirSync } from "node:fs";
import { openSharedSecrets } from "../features/accounts/index.ts";
import type { BlobStore } from "../platform/blobs/index.ts";
import { systemClock } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config/index.ts";
import { createNotify, migrate, openDatabase } from "../platform/db/index.ts";
import type { Database, Notify } from "../platform/db/index.ts";
import { createResolver } from "../platform/dns/index.ts";
import type { Resolver } from "../platform/dns/index.ts";
import { systemIds } from "../platform/ids.ts";
import type { Ids } from "../platform/ids.ts";
import { migrateJobs } from "../platform/jobs/index.ts";
import type { Log } from "../platform/log/index.ts";
import { createOutboundHttp } from "../platform/outbound-http/index.ts";
import type { OutboundHttp } from "../platform/outbound-http/index.ts";
import { createWorkerPool, type WorkerPool } from "../platform/workers/index.ts";
import { StartError } from "../platform/start-error.ts";
import {
  keyFiles,
  MIGRATIONS,
  mustBeCurrent,
  openBlobStore,
  openStore,
  readMark,
  RESTORE_MARK,
  type StoreOptions,
} from "../platform/store/index.ts";
import type { Secrets } from "../platform/secrets/index.ts";

/** What the layers above use. */
export interface Platform extends Database {
  readonly config: Config;
  readonly log: Log;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly notify: Notify;
  readonly secrets: Secrets;
  readonly resolver: Resolver;
  readonly outboundHttp: OutboundHttp;
  readonly workers: WorkerPool;
}

/** Brings up the database, as the configuration says, and everything else below the features. */
export async function openPlatform(options: StoreOptions): Promise<Platform> {
  const { config, log } = options;
  mkdirSync(config.data, { recursive: true, mode: 0o711 });
  const restoring = readMark(config, RESTORE_MARK);
  if (restoring !== null)
    throw new StartError(
      `The restore of ${restoring} was interrupted; run it again: npx atrium restore ${restoring}`,
    );
  const store = await openStore(options);
  const undo: (() => Promise<void>)[] = [store.close];
  try {
    if (store.isBeside) await mustBeCurrent(store.connection, log);
    else {
      await migrate(store.connection, MIGRATIONS, log);
      await migrateJobs(store.connection, log);
    }
    const database = openDatabase({ connection: store.connection, log });
    undo.push(() => database.close());
    const notify = createNotify({ ...database, log });
    undo.push(() => notify.close());
    const resolver = createResolver({ server: config.dns });
    const workers = createWorkerPool({ log, processes: config.processes });
    undo.push(() => workers.close());
    return {
      ...database,
      config,
      log,
      notify,
      blobs: await openBlobStore(config, database.db, log),
      clock: systemClock,
      ids: systemIds,
      secrets: await openSharedSecrets(database.db, keyFiles(config).get("secret.key")!, log),
      resolver,
      workers,
      outboundHttp: createOutboundHttp({ resolver, networks: config.outboundNetworks }),
      close: () => closeAll(undo),
    };
  } catch (error) {
    await closeAll(undo);
    throw error;
  }
}

/** In the reverse of the order in which they were opened; one that fails does not keep the others open. */
export async function closeAll(undo: (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const close of undo.splice(0).reverse())
    await close().catch((error: unknown) => errors.push(error));
  failIfAny(errors);
}

/** All at the same time; one that fails does not keep the others open. */
export async function closeTogether(undo: (() => Promise<void>)[]): Promise<void> {
  const done = await Promise.allSettled(undo.splice(0).map((close) => close()));
  failIfAny(done.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : [])));
}

function failIfAny(errors: readonly unknown[]): void {
  if (errors.length > 0) throw new AggregateError(errors, "not everything could be closed");
}
