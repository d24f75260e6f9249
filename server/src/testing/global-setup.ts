import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { connectClient, migrate } from "../platform/db/index.ts";
import { migrateJobs } from "../platform/jobs/index.ts";
import { silentLog } from "../platform/log/index.ts";
import { startPostgres } from "../platform/postgres/index.ts";
import { useMemoryFolder } from "./memory-folder.ts";
import { MIGRATIONS, TEMPLATE } from "./places.ts";
import type { TestServer } from "./places.ts";

/** One PostgreSQL for the whole run, with a migrated database that `testDatabase()` clones. Nothing is synced. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const memory = useMemoryFolder();
  const dataFolder = mkdtempSync(join(tmpdir(), "atrium-test-"));
  chmodSync(dataFolder, 0o711);
  const log = silentLog;
  const postgres = await startPostgres({
    dataFolder,
    binFolder: process.env["ATRIUM_PG_BIN"],
    durable: false,
    log,
  });
  const server = postgres.connection as TestServer;
  const client = await connectClient(server, log);
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await migrate({ ...server, database: TEMPLATE }, MIGRATIONS, log);
  await migrateJobs({ ...server, database: TEMPLATE }, log);
  const guard = removeWhenKilled(dataFolder, memory ?? dataFolder);
  project.provide("postgres", { ...server });
  return async () => {
    await postgres.stop();
    // Browsers that are ending still write now and then.
    rmSync(memory ?? dataFolder, { recursive: true, maxRetries: 10 });
    // Last, for vitest waits only so long for all of this.
    guard.kill();
    guard.stdin.destroy();
  };
}

/** A run that is killed cannot tidy up. This waits for the end of its pipe, and does it then. */
function removeWhenKilled(dataFolder: string, folder: string) {
  const pid = readFileSync(join(dataFolder, "pg/postmaster.pid"), "utf8").split("\n", 1)[0]!;
  return spawn("/bin/sh", ["-c", 'cat; kill -QUIT "$1"; sleep 1; rm -rf "$2"', "sh", pid, folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
}
