import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connectClient } from "../../server/src/platform/db/index.ts";
import { silentLog } from "../../server/src/platform/log/index.ts";
import { canReach, serviceUser } from "../../server/src/platform/user/index.ts";
import { freePort } from "../../server/src/testing/free-port.ts";
import { needPackages } from "./packages.ts";

/** Where Debian's package `postgresql-15` has its programs. */
const BIN = process.env["ATRIUM_PG_BIN"] ?? "/usr/lib/postgresql/15/bin";
const DATABASE = "atrium";

/** One PostgreSQL on 127.0.0.1. */
export interface Postgres {
  readonly name: string;
  readonly port: number;
  start(): Promise<void>;
  /** SIGKILL to the postmaster: as near to a machine that is gone as a process can be. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Makes a standby the primary. */
  promote(): Promise<void>;
}

/** A primary and a standby that has everything that was committed. */
export interface Pair {
  readonly primary: Postgres;
  readonly standby: Postgres;
  /** The address of both, as `ATRIUM_DATABASE_URL` wants it; of another database when a name is given. */
  address(database?: string): string;
  close(): Promise<void>;
}

export async function startPair(folder: string): Promise<Pair> {
  if (!existsSync(join(BIN, "pg_basebackup"))) needPackages(["postgresql-15"]);
  chmodSync(folder, 0o711);
  const user = serviceUser(folder);
  if (!canReach(user, folder)) throw new Error(`${user!.name} cannot get into ${folder}`);
  const place = join(folder, "postgres");
  mkdirSync(place);
  if (user) chownSync(place, user.uid, user.gid);
  const as = user ? { uid: user.uid, gid: user.gid } : {};

  function run(program: string, ...args: string[]): void {
    const done = spawnSync(join(BIN, program), args, { ...as, cwd: place, encoding: "utf8" });
    if (done.status !== 0) throw new Error(`${program} failed: ${done.stderr || done.error}`);
  }

  function server(name: string, port: number): Postgres {
    const data = join(place, name);
    let child: ChildProcess | undefined;
    const ended = (): boolean =>
      child === undefined || child.exitCode !== null || child.signalCode !== null;
    const signal = async (kind: NodeJS.Signals): Promise<void> => {
      if (ended()) return;
      const exit = once(child!, "exit");
      child!.kill(kind);
      await exit;
    };
    async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
      const place = { host: "127.0.0.1", port, user: "atrium", database: "postgres" };
      const client = await connectClient(place, silentLog);
      try {
        return (await client.query<Row>(text, values)).rows;
      } finally {
        await client.end();
      }
    }
    return {
      name,
      port,
      query,
      async start() {
        child = spawn(join(BIN, "postgres"), ["-D", data], {
          ...as,
          cwd: place,
          stdio: ["ignore", "ignore", "ignore"],
        });
        for (;;) {
          if (ended()) throw new Error(`the ${name} ended; see its log in ${data}`);
          if (
            await query("select 1").then(
              () => true,
              () => false,
            )
          )
            return;
          await pause(50);
        }
      },
      kill: () => signal("SIGKILL"),
      stop: () => signal("SIGINT"),
      promote: () => query("select pg_promote(true, 30)").then(() => undefined),
    };
  }

  const [port, otherPort] = [await freePort(), await freePort()];
  const primary = server("primary", port);
  const standby = server("standby", otherPort);
  run(
    "initdb",
    "-D",
    join(place, "primary"),
    "-U",
    "atrium",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
  );
  const settings = (name: string, lines: string[]): void =>
    appendFileSync(join(place, name, "postgresql.conf"), `${lines.join("\n")}\n`);
  settings("primary", [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    "max_connections = 150",
    "logging_collector = on",
    // All that is acknowledged is on the disk of the standby as well.
    "synchronous_commit = on",
    "synchronous_standby_names = '*'",
    // A server that was killed leaves its slot; the log must not be gone before the standby has come.
    "wal_keep_size = '256MB'",
  ]);
  await primary.start();
  run(
    "pg_basebackup",
    "-h",
    "127.0.0.1",
    "-p",
    String(port),
    "-U",
    "atrium",
    "-D",
    join(place, "standby"),
    "-R",
    "-X",
    "stream",
    "-c",
    "fast",
  );
  // When it is the primary it has no standby of its own yet, and must not wait for one.
  settings("standby", [`port = ${otherPort}`, "synchronous_standby_names = ''"]);
  await standby.start();
  for (;;) {
    const [row] = await primary.query<{ n: number }>(
      "select count(*)::int n from pg_stat_replication where sync_state in ('sync', 'quorum')",
    );
    if (row!.n > 0) break;
    await pause(50);
  }
  await primary.query(`create database ${DATABASE}`);
  return {
    primary,
    standby,
    address: (database = DATABASE) =>
      `postgresql://atrium@127.0.0.1:${port},127.0.0.1:${otherPort}/${database}?target_session_attrs=read-write`,
    async close() {
      await Promise.all([standby.stop(), primary.stop()]);
    },
  };
}
