import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { openBlobs } from "../platform/blobs/index.ts";
import type { BlobStore } from "../platform/blobs/index.ts";
import { connectClient, createNotify, openDatabase } from "../platform/db/index.ts";
import type { Connection, Database, Notify } from "../platform/db/index.ts";
import { createResolver } from "../platform/dns/index.ts";
import type { Resolver } from "../platform/dns/index.ts";
import { createIds } from "../platform/ids.ts";
import type { Ids } from "../platform/ids.ts";
import { silentLog } from "../platform/log/index.ts";
import type { Log } from "../platform/log/index.ts";
import { openSecrets } from "../platform/secrets/index.ts";
import type { Secrets } from "../platform/secrets/index.ts";
import { createWorkerPool, type WorkerPool } from "../platform/workers/index.ts";
import { fakeClock } from "./clock.ts";
import type { FakeClock } from "./clock.ts";
import { startNameServer } from "./name-server.ts";
import type { NameServer } from "./name-server.ts";
import { TEMPLATE } from "./places.ts";
import { undo } from "./undo.ts";

/** What the name server of a test may take on a machine that has much else to do (milliseconds); those that fail say so at once. */
const SLOWEST_ANSWER = 60_000;

/** A database of its own with all migrations done; call it in `beforeAll` or at the top of a file. It goes after the file's tests. */
export async function testDatabase(): Promise<Database> {
  const { connection, drop } = await cloneDatabase();
  const database = openDatabase({ connection, log: silentLog, max: 8 });
  undo.push(drop, () => database.close());
  return database;
}

/** The address of a fresh clone, for tests that open it themselves; of `template0` an empty database. */
export async function cloneDatabase(template = TEMPLATE): Promise<{
  connection: Exclude<Connection, string>;
  drop: () => Promise<void>;
}> {
  const server = inject("postgres");
  const name = `test_${randomBytes(8).toString("hex")}`;
  const run = async (statement: string): Promise<void> => {
    const client = await connectClient(server, silentLog);
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  // Copying files is ten times as fast as copying pages through the log, as nothing is synced.
  await run(`create database ${name} template ${template} strategy file_copy`);
  return {
    connection: { ...server, database: name },
    drop: () => run(`drop database if exists ${name} with (force)`),
  };
}

/** All of the platform that an engine or a feature needs. */
export interface TestPlatform extends Database {
  blobs: BlobStore;
  clock: FakeClock;
  ids: Ids;
  log: Log;
  notify: Notify;
  secrets: Secrets;
  /** All of DNS that there is; empty until a test gives it zones. */
  names: NameServer;
  /** Asks `names`, and remembers nothing. */
  resolver: Resolver;
  workers: WorkerPool;
}

/** The threads of this process, for all files of tests that run in it: they know nothing of what they did before. */
let workers: WorkerPool | undefined;
const sharedWorkers = (): WorkerPool => (workers ??= createWorkerPool({ log: silentLog }));

/** Like `testDatabase`, with blobs in a temporary folder, a clock that stands until it is moved, ids of that clock, notifications, DNS. */
export async function testPlatform(): Promise<TestPlatform> {
  const folder = await mkdtemp(join(tmpdir(), "atrium-blobs-"));
  const database = await testDatabase();
  const notify = createNotify({ ...database, log: silentLog });
  const clock = fakeClock();
  const names = await startNameServer();
  undo.push(
    () => names.close(),
    () => rm(folder, { recursive: true }),
    () => notify.close(),
  );
  return {
    ...database,
    blobs: await openBlobs(join(folder, "blobs")),
    clock,
    ids: createIds(clock),
    log: silentLog,
    notify,
    secrets: openSecrets(join(folder, "secret.key"), silentLog),
    names,
    workers: sharedWorkers(),
    resolver: createResolver({ server: names, timeout: SLOWEST_ANSWER, remember: false }),
  };
}
