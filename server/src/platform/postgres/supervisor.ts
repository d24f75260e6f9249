import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { connectClient } from "../db/connect.ts";
import type { Connection } from "../db/connect.ts";
import type { Log } from "../log/index.ts";
import {
  DATABASE,
  USER,
  createCluster,
  describeCluster,
  ensureSocketFolder,
  removeSocketFolder,
  environment,
  runAs,
} from "./cluster.ts";
import type { Cluster } from "./cluster.ts";
import { findEngine } from "./engine.ts";
import type { Engine } from "./engine.ts";
import { takeOwnership } from "../user/owner.ts";
import { serviceUser } from "../user/index.ts";
import { RECOVERY_STALLED } from "./limits.ts";
import { commandOf, isAlive, processesOf, readText, signal } from "./processes.ts";
import { Recovery } from "./recovery.ts";
import { settings } from "./settings.ts";
import { StartError } from "../start-error.ts";

/** Says whose files a server serves: to the server itself, and to whoever asks it or sees its command line. */
const OURS = "atrium.data";
/** The session that holds it is the owner, also where a second process got past the socket. */
const OWNER_LOCK = 4_720_000;
/** How long PostgreSQL may fail to start while the remains of a dead one go away (milliseconds). */
const PATIENCE = 30_000;
/** How long it may make us wait before that is worth a warning, and then another one (milliseconds). */
const REPORT_AFTER = 5000;
const REPORT_AGAIN = 30_000;
/** What an end at once may take; PostgreSQL itself kills what does not heed it for 5 seconds (milliseconds). */
const END_WITHIN = 20_000;
const LOG_SIZE = 10 * 1024 * 1024;

export interface PostgresOptions {
  /** Exists, or is made; PostgreSQL's files lie in `pg` below it. */
  dataFolder: string;
  /** Programs to use instead of those of the npm package. */
  binFolder?: string | undefined;
  /** Whom it runs as when root starts it; without, the owner of its files, or the usual one. */
  user?: string | null;
  /** False for tests alone: nothing is synced to the disk. */
  durable?: boolean;
  /** Of the server, each with connections of its own. */
  processes?: number;
  log: Log;
  /** Called before the cluster is made, which takes a second or more. */
  onCreate?: () => void;
  /** Called with what is waited for, at the start and later, when it takes its time; null when it is over. */
  onWait?: ((what: string | null) => void) | undefined;
  /** For how long a recovery may stand still; less in tests alone. */
  recoveryStalled?: number;
}

/** A running PostgreSQL that this process owns. It is brought back when it dies, and it outlives our own death. */
export interface Postgres {
  connection: Connection;
  /** It had been started by a process that died, and runs on. */
  adopted: boolean;
  /** The cluster was made just now. */
  created: boolean;
  /** Drops the database with all that is in it, and makes an empty one. */
  renew: () => Promise<void>;
  stop: () => Promise<void>;
}

/** The address of the embedded database of a data folder, whoever runs it. */
export function connectionOf(dataFolder: string): Connection {
  const real = realpathSync(dataFolder);
  const { socketFolder } = describeCluster(real, serviceUser(join(real, "pg")));
  return { host: socketFolder, port: 5432, user: USER, database: DATABASE };
}

/**
 * Takes the data folder and brings its PostgreSQL up.
 * @throws AlreadyRunning when another process has it.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  mkdirSync(options.dataFolder, { recursive: true, mode: 0o711 });
  const dataFolder = realpathSync(options.dataFolder);
  const ownership = await takeOwnership(dataFolder);
  const supervisor = new Supervisor(dataFolder, options);
  try {
    const adopted = await supervisor.start();
    return {
      connection: { ...supervisor.address, database: DATABASE },
      adopted,
      created: supervisor.created,
      renew: () => supervisor.renew(),
      stop: async () => {
        await supervisor.stop();
        await ownership.release();
      },
    };
  } catch (error) {
    await supervisor.stop();
    await ownership.release();
    throw error;
  }
}

type Report = (what: string, details?: Record<string, unknown>) => void;

class Supervisor {
  readonly #dataFolder: string;
  readonly #options: PostgresOptions;
  readonly #durable: boolean;
  readonly #cluster: Cluster;
  readonly #engine: Engine;
  readonly #logFile: string;
  readonly #log: Log;
  #child: ChildProcess | undefined;
  #session: Client | undefined;
  #stopping = false;
  /** What was last reported as waited for. */
  #waitingFor: string | null = null;
  #watching: Promise<void> | undefined;
  created = false;

  constructor(dataFolder: string, options: PostgresOptions) {
    this.#dataFolder = dataFolder;
    this.#options = options;
    this.#log = options.log;
    this.#durable = options.durable ?? true;
    const user = serviceUser(join(dataFolder, "pg"), options.user);
    this.#cluster = describeCluster(dataFolder, user);
    this.#engine = findEngine({ binFolder: options.binFolder, dataFolder, user });
    this.#logFile = join(dataFolder, "postgres.log");
  }

  get address(): Exclude<Connection, string> {
    return { host: this.#cluster.socketFolder, port: 5432, user: USER, database: "postgres" };
  }

  async start(): Promise<boolean> {
    this.created = !existsSync(join(this.#cluster.folder, "PG_VERSION"));
    if (this.created) {
      this.#options.onCreate?.();
      await createCluster(this.#engine, this.#cluster, this.#durable);
    }
    const version = readFileSync(join(this.#cluster.folder, "PG_VERSION"), "utf8").trim();
    if (Number(version) !== this.#engine.major)
      throw new StartError(
        `The database in ${this.#cluster.folder} is from PostgreSQL ${version}, but the programs are from ${this.#engine.major}. Set ATRIUM_PG_BIN to those of ${version}.`,
      );
    ensureSocketFolder(this.#cluster);
    const session = await this.#bringUp();
    const adopted = this.#child === undefined;
    await this.#own(session);
    // Not before: what others started is not ours to stop.
    this.#session = session;
    const { rowCount } = await session.query("select from pg_database where datname = $1", [
      DATABASE,
    ]);
    if (rowCount === 0) await session.query(`create database ${DATABASE}`);
    this.#watching = this.#watch();
    return adopted;
  }

  async renew(): Promise<void> {
    await this.#session!.query(`drop database ${DATABASE} with (force)`);
    await this.#session!.query(`create database ${DATABASE}`);
  }

  /** A session with the server of our cluster, which is started if it isn't there. */
  async #bringUp(): Promise<Client> {
    const wait = this.#wait();
    let failing = Date.now();
    let recovery = new Recovery(performance.now());
    let interval = 20;
    while (!this.#stopping) {
      try {
        const client = await connectClient(this.address, this.#log);
        await this.#mustBeOurs(client);
        wait.end();
        return client;
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        // It starts, recovers or shuts down (57P03), or dying clients still fill it (53300): it answers, so we wait.
        if (code === "57P03") {
          failing = Date.now();
          if (await this.#isStalled(recovery, message, wait.report)) {
            await this.#endPostmaster();
            failing = Date.now();
            recovery = new Recovery(performance.now());
          }
        } else if (code === "53300") {
          failing = Date.now();
          wait.report("PostgreSQL has no connection left");
        } else if (!/^(ENOENT|ECONNREFUSED|ECONNRESET|EPIPE|57P0[12])$/.test(code ?? "")) {
          throw error;
        } else if (this.#child === undefined) {
          wait.report("PostgreSQL does not start");
          // After a crash its remains (shared memory, the old processes) may need a moment: start again, and again.
          if (Date.now() - failing > PATIENCE) throw this.#failure();
          this.#disownPidFiles();
          this.#spawn();
        } else {
          wait.report("PostgreSQL is starting");
          if (Date.now() - failing > 2 * PATIENCE) throw this.#failure();
        }
      }
      await pause(interval);
      interval = Math.min(interval * 1.5, 300);
    }
    throw new StartError("PostgreSQL is shutting down.");
  }

  /** Reports what is waited for once that takes its time, to the log now and then. */
  #wait() {
    const began = performance.now();
    let next = began + REPORT_AFTER;
    return {
      report: (what: string, details: Record<string, unknown> = {}): void => {
        const now = performance.now();
        if (now - began < REPORT_AFTER) return;
        this.#say(what);
        if (now < next) return;
        next = now + REPORT_AGAIN;
        this.#log.warn({ seconds: seconds(now - began), ...details }, `waiting: ${what}`);
      },
      end: (): void => this.#say(null),
    };
  }

  #say(what: string | null): void {
    if (what === this.#waitingFor) return;
    this.#waitingFor = what;
    this.#options.onWait?.(what);
  }

  /** Looks how a server gets on that answers "not now", and says so; true when it will not get on any more. */
  async #isStalled(recovery: Recovery, message: string, report: Report): Promise<boolean> {
    const postmaster = await this.#findPostmaster();
    const processes = postmaster === undefined ? null : await processesOf(postmaster);
    const now = performance.now();
    recovery.look(processes, now);
    const idle = recovery.idle(now);
    const what = /shutting down/.test(message) ? "shutting down" : "recovering";
    report(
      idle < REPORT_AFTER
        ? `PostgreSQL is ${what}`
        : `PostgreSQL is ${what}, without progress for ${seconds(idle)} s`,
      { message, postmaster, doing: recovery.doing },
    );
    return idle > (this.#options.recoveryStalled ?? RECOVERY_STALLED);
  }

  /** The postmaster of our files, also one that we did not start; undefined where it is not sure which that is. */
  async #findPostmaster(): Promise<number | undefined> {
    if (this.#child !== undefined) return this.#child.pid;
    const pid = Number(readText(join(this.#cluster.folder, "postmaster.pid"))?.split("\n")[0]);
    const command = pid > 0 ? await commandOf(pid) : null;
    return `${command} `.includes(` ${OURS}=${this.#cluster.folder} `) ? pid : undefined;
  }

  /** Ends a postmaster that gets on no more. Nothing is lost: the next one recovers from what is on the disk. */
  async #endPostmaster(): Promise<void> {
    const postmaster = await this.#findPostmaster();
    if (postmaster === undefined) return;
    this.#log.error({ postmaster }, "PostgreSQL is stalled; killing it to start it again");
    signal(postmaster, "SIGQUIT");
    const began = performance.now();
    for (let after = 0; isAlive(postmaster) && after < 2 * END_WITHIN; await pause(20)) {
      after = performance.now() - began;
      if (after < END_WITHIN) continue;
      for (const { pid } of (await processesOf(postmaster)) ?? []) signal(pid, "SIGKILL");
      signal(postmaster, "SIGKILL");
    }
  }

  #failure(): Error {
    const lines = readFileSync(this.#logFile, "utf8").trim().split("\n").slice(-5).join("\n");
    return new StartError(`PostgreSQL does not start; the end of ${this.#logFile}:\n${lines}`);
  }

  #spawn(): void {
    const size = statSync(this.#logFile, { throwIfNoEntry: false })?.size ?? 0;
    if (size > LOG_SIZE) renameSync(this.#logFile, `${this.#logFile}.1`);
    // Opened here and handed over: its user may not be able to reach the file.
    const output = openSync(this.#logFile, "a", 0o600);
    const given = {
      ...settings({ durable: this.#durable, processes: this.#options.processes ?? 1 }),
      unix_socket_directories: this.#cluster.socketSetting,
      unix_socket_permissions: "0700",
      [OURS]: this.#cluster.folder,
    };
    const child = spawn(
      this.#engine.postgres,
      [
        "-D",
        this.#cluster.directory,
        ...Object.entries(given).flatMap(([key, value]) => ["-c", `${key}=${value}`]),
      ],
      {
        ...runAs(this.#cluster.user),
        cwd: this.#cluster.folder,
        env: environment(),
        stdio: ["ignore", output, output],
        // A session of its own: Ctrl-C reaches us first, and our death does not take it along.
        detached: true,
      },
    );
    closeSync(output);
    child.unref();
    child.once("error", (err) => {
      this.#log.error({ err }, "could not run PostgreSQL");
      this.#child = undefined;
    });
    child.once("exit", () => {
      if (this.#child === child) this.#child = undefined;
    });
    this.#child = child;
  }

  /**
   * After a crash of the machine another program may have the process number that PostgreSQL wrote down, and it would
   * wait for that one for ever. We are its parent, whose number it takes for a left-over; it still looks for processes
   * that use the old shared memory.
   */
  #disownPidFiles(): void {
    for (const path of [
      join(this.#cluster.folder, "postmaster.pid"),
      join(this.#cluster.socketFolder, ".s.PGSQL.5432.lock"),
    ]) {
      const lines = readText(path)?.split("\n");
      const name = lines === undefined ? null : readText(`/proc/${Number(lines[0])}/comm`);
      if (lines === undefined || name === null || name.trim() === "postgres") continue;
      lines[0] = String(process.pid);
      writeFileSync(path, lines.join("\n"));
    }
  }

  /** Process numbers and sockets can be those of another; the server itself knows whose files it has open. */
  async #mustBeOurs(client: Client): Promise<void> {
    const { rows } = await client.query<{ folder: string | null }>(
      `select current_setting('${OURS}', true) folder`,
    );
    const folder = rows[0]?.folder;
    if (folder === this.#cluster.folder) return;
    await client.end();
    throw new StartError(
      `The PostgreSQL on ${this.#cluster.socketFolder} serves ${folder ?? "other files"}.`,
    );
  }

  async #own(client: Client): Promise<void> {
    // The session of an owner that was killed ends a moment after it.
    for (const deadline = Date.now() + 10_000; Date.now() < deadline; await pause(50)) {
      const { rows } = await client.query<{ got: boolean }>(
        `select pg_try_advisory_lock(${OWNER_LOCK}) got`,
      );
      if (rows[0]?.got === true) return;
    }
    await client.end();
    throw new StartError(`Another process owns the database in ${this.#dataFolder}.`);
  }

  async #watch(): Promise<void> {
    while (!this.#stopping) {
      const session = this.#session!;
      await new Promise<void>((resolve) => session.once("end", () => resolve()));
      if (this.#stopping) return;
      this.#log.warn("PostgreSQL exited; restarting it");
      await this.#restore();
    }
  }

  async #restore(): Promise<void> {
    const since = Date.now();
    while (!this.#stopping) {
      try {
        ensureSocketFolder(this.#cluster);
        const session = await this.#bringUp();
        await this.#own(session);
        this.#session = session;
        this.#log.info({ milliseconds: Date.now() - since }, "PostgreSQL is running again");
        return;
      } catch (err) {
        if (this.#stopping) return;
        this.#log.error({ err }, "could not restart PostgreSQL; retrying");
        this.#say("PostgreSQL does not start");
        await pause(2000);
      }
    }
  }

  /** Ends PostgreSQL the fast way: sessions are ended, everything is written, no recovery is needed. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const session = this.#session;
    const pid =
      this.#child?.pid ?? (session === undefined ? undefined : await this.#askPid(session));
    await session?.end().catch(() => undefined);
    await this.#watching;
    if (pid === undefined) return;
    signal(pid, "SIGINT");
    const started = Date.now();
    while (isAlive(pid) && (this.#child !== undefined || Date.now() - started < 60_000)) {
      // 20 seconds of fast shutdown are a hang: end it at once, and let the next start recover.
      if (Date.now() - started > 20_000) signal(pid, "SIGQUIT");
      await pause(10);
    }
    removeSocketFolder(this.#cluster);
  }

  /** The process of a server that we did not start; only if it is the very one that answers us. */
  async #askPid(session: Client): Promise<number | undefined> {
    const lines = readText(join(this.#cluster.folder, "postmaster.pid"))?.split("\n");
    const { rows } = await session
      .query<{ started: number }>(
        "select floor(extract(epoch from pg_postmaster_start_time()))::int8 started",
      )
      .catch(() => ({ rows: [] }));
    if (lines === undefined || rows[0] === undefined) return undefined;
    return Math.abs(Number(lines[2]) - rows[0].started) <= 1 ? Number(lines[0]) : undefined;
  }
}

const seconds = (milliseconds: number): number => Math.round(milliseconds / 1000);
