import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { describeWhole, testWhole } from "../../../../formats/src/testing/whole.ts";
import { connectClient, whileUnavailable } from "../db/connect.ts";
import { createLog, silentLog } from "../log/index.ts";
import { serviceUser } from "../user/index.ts";
import { AlreadyRunning, connectionOf, startPostgres } from "./index.ts";
import type { Postgres, PostgresOptions } from "./index.ts";
import { fromProc, fromPs } from "./processes.ts";

const folders: string[] = [];
const running = new Set<{ stop(): Promise<void> }>();
const elsewhere = new Set<ChildProcess>();

async function newFolder(mode = 0o711): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "atrium-supervisor-"));
  await chmod(folder, mode);
  folders.push(folder);
  return folder;
}

async function start(
  dataFolder: string,
  durable = false,
  more: Partial<PostgresOptions> = {},
): Promise<Postgres> {
  const postgres = await startPostgres({ dataFolder, durable, log: silentLog, ...more });
  running.add(postgres);
  return {
    ...postgres,
    async stop() {
      running.delete(postgres);
      await postgres.stop();
    },
  };
}

async function ask<T>(dataFolder: string, query: string): Promise<T> {
  return await whileUnavailable(120_000, async () => {
    const client = await connectClient(connectionOf(dataFolder), silentLog);
    try {
      const { rows } = await client.query<{ answer: T }>(query);
      return rows[0]?.answer as T;
    } finally {
      await client.end();
    }
  });
}

const STARTED = "select pg_postmaster_start_time()::text answer";

async function postmaster(dataFolder: string): Promise<number> {
  return Number((await readFile(join(dataFolder, "pg/postmaster.pid"), "utf8")).split("\n")[0]);
}

/** Ends a session the hard way, and holds the startup process of the recovery that follows; answers which that is. */
async function holdRecovery(dataFolder: string): Promise<number> {
  const server = await postmaster(dataFolder);
  const client = await connectClient(connectionOf(dataFolder), silentLog);
  // Enough to replay that it does not end before it is seen; when it does, once more.
  await client.query("create table if not exists replayed (text text); checkpoint");
  await client.query(
    "insert into replayed select repeat(md5(n::text), 20) from generate_series(1, 100000) n",
  );
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() pid");
  const find = (name: string) => fromProc(server)?.find(({ title }) => title.startsWith(name))?.pid;
  const before = find("walwriter");
  process.kill(rows[0]!.pid, "SIGKILL");
  for (;;) {
    const startup = find("startup");
    if (startup !== undefined) {
      process.kill(startup, "SIGSTOP");
      // Once it replays, its end would be the postmaster's, too, and that would be enough.
      if (await isInRecoveryMode(dataFolder)) return startup;
      process.kill(startup, "SIGCONT");
      return await whileUnavailable(60_000, () => holdRecovery(dataFolder));
    }
    const after = find("walwriter");
    if (after !== undefined && after !== before)
      return await whileUnavailable(60_000, () => holdRecovery(dataFolder));
    if (fromProc(server) === null) throw new Error("The postmaster is gone");
  }
}

const isInRecoveryMode = (dataFolder: string): Promise<boolean> =>
  connectClient(connectionOf(dataFolder), silentLog).then(
    async (client) => {
      await client.end();
      return false;
    },
    (error: Error) => error.message === "the database system is in recovery mode",
  );

/** What is logged from `warn` on, and what is said to be waited for. */
function listen() {
  const lines: string[] = [];
  const waits: (string | null)[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  return {
    lines,
    waits,
    options: {
      log: createLog({ level: "warn", destination }),
      onWait: (what: string | null) => void waits.push(what),
      recoveryStalled: 8000,
    },
  };
}

/** Another process that starts PostgreSQL and then stays; its first line says how that went. */
function startElsewhere(dataFolder: string) {
  const script = `
    import { startPostgres } from ${JSON.stringify(new URL("index.ts", import.meta.url).href)};
    import { silentLog } from ${JSON.stringify(new URL("../log/index.ts", import.meta.url).href)};
    try {
      await startPostgres({ dataFolder: ${JSON.stringify(dataFolder)}, log: silentLog });
      console.log("up");
    } catch (error) { console.log(error.message); }
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  elsewhere.add(child);
  child.once("exit", () => elsewhere.delete(child));
  const said = once(createInterface(child.stdout), "line").then(([line]) => line as string);
  return {
    pid: child.pid!,
    said,
    async kill() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

afterEach(async () => {
  // What a failed test left running would keep the whole run from ending.
  for (const child of elsewhere) child.kill("SIGKILL");
  for (const one of running) await one.stop();
  running.clear();
});
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

describe("a data folder", () => {
  let folder: string;

  test("is made at the first start and kept by a stop", async () => {
    folder = await newFolder();
    const first = await start(folder, true);
    expect(first).toMatchObject({ created: true, adopted: false });
    await ask(folder, "create table kept as select 7 answer");
    await first.stop();
    const second = await start(folder, true);
    expect(second).toMatchObject({ created: false, adopted: false });
    expect(await ask(folder, "select answer from kept")).toBe(7);
    await second.stop();
    await expect(connectClient(connectionOf(folder), silentLog)).rejects.toThrow();
  });

  test("is durable, checks its pages, opens no port, and sorts by bytes with Unicode's letters", async () => {
    const postgres = await start(folder, true);
    const setting = (name: string) => ask(folder, `select current_setting('${name}') answer`);
    for (const name of ["fsync", "synchronous_commit", "full_page_writes", "data_checksums"])
      expect([name, await setting(name)]).toEqual([name, "on"]);
    expect(await setting("listen_addresses")).toBe("");
    expect(await ask(folder, "select lower('ÀÉ') answer")).toBe("àé");
    expect(await ask(folder, "select 'Z' < 'a' collate \"C\" answer")).toBe(true);
    await postgres.stop();
  });

  test("is refused to a second start, with the process that has it", async () => {
    const postgres = await start(folder);
    const second = startPostgres({ dataFolder: folder, log: silentLog });
    await expect(second).rejects.toThrow(AlreadyRunning);
    await expect(second).rejects.toThrow(`(process ${process.pid})`);
    await postgres.stop();
  });

  testWhole("of another user is left alone, also by one that got past the socket", async () => {
    const postgres = await start(folder);
    const before = await ask(folder, STARTED);
    await rm(join(folder, "owner.sock"));
    await expect(startPostgres({ dataFolder: folder, log: silentLog })).rejects.toThrow(
      "Another process owns the database",
    );
    expect(await ask(folder, STARTED)).toBe(before);
    await postgres.stop();
  });

  test("is served again after its postmaster was killed", async () => {
    const postgres = await start(folder);
    const before = await ask(folder, STARTED);
    process.kill(await postmaster(folder), "SIGKILL");
    await expect.poll(() => ask(folder, STARTED)).not.toBe(before);
    expect(await ask(folder, "select answer from kept")).toBe(7);
    await postgres.stop();
  });

  test("runs on when its owner is killed, and the next start adopts it", async () => {
    const owner = startElsewhere(folder);
    expect(await owner.said).toBe("up");
    const before = await ask(folder, STARTED);
    await owner.kill();
    const next = await start(folder);
    expect(next.adopted).toBe(true);
    expect(await ask(folder, STARTED)).toBe(before);
    const pid = await postmaster(folder);
    await next.stop();
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  testWhole("recovers when owner and postmaster are killed together", async () => {
    const owner = startElsewhere(folder);
    expect(await owner.said).toBe("up");
    process.kill(await postmaster(folder), "SIGKILL");
    await owner.kill();
    const next = await start(folder);
    expect(next.adopted).toBe(false);
    expect(await ask(folder, "select answer from kept")).toBe(7);
    await next.stop();
  });

  test("starts when another program has the process number that a dead postmaster wrote down", async () => {
    const owner = startElsewhere(folder);
    expect(await owner.said).toBe("up");
    process.kill(await postmaster(folder), "SIGKILL");
    await owner.kill();
    const user = serviceUser(join(folder, "pg"));
    const stranger = spawn("sleep", ["60"], { ...(user && { uid: user.uid }), stdio: "ignore" });
    for (const name of ["pg/postmaster.pid", "pg/run/.s.PGSQL.5432.lock"]) {
      const lines = (await readFile(join(folder, name), "utf8")).split("\n");
      await writeFile(join(folder, name), [stranger.pid, ...lines.slice(1)].join("\n"));
    }
    const next = await start(folder);
    expect(await ask(folder, "select answer from kept")).toBe(7);
    expect(stranger.exitCode).toBe(null);
    stranger.kill();
    await next.stop();
  });
});

const describeWithProc = existsSync("/proc/self/task") ? describeWhole : describe.skip;
describeWithProc("a recovery that stands still", () => {
  let folder: string;

  test("is seen from outside by whatever the system has", async () => {
    folder = await newFolder();
    const postgres = await start(folder);
    await ask(folder, "create table kept as select 7 answer");
    const server = await postmaster(folder);
    const titles = (found: { title: string }[] | null) =>
      found
        ?.map(({ title }) => title)
        .filter((title) => /^(checkpointer|io worker)/.test(title))
        .sort();
    expect(titles(fromProc(server))).toContain("checkpointer");
    expect(titles(await fromPs(server))).toEqual(titles(fromProc(server)));
    await postgres.stop();
  });

  test.for(["held", "killed"])(
    "since its startup process is %s ends with a fresh postmaster, and is reported",
    async (how) => {
      const seen = listen();
      const postgres = await start(folder, false, seen.options);
      const before = await postmaster(folder);
      const startup = await holdRecovery(folder);
      if (how === "killed") process.kill(startup, "SIGKILL");
      await expect.poll(() => seen.waits.at(-1), { timeout: 200_000 }).toBe(null);
      expect(await ask(folder, "select answer from kept")).toBe(7);
      expect(await postmaster(folder)).not.toBe(before);
      expect(seen.waits).toContainEqual(
        expect.stringMatching(/^PostgreSQL is recovering, without progress for \d+ s$/),
      );
      const warning = seen.lines.find((line) => line.includes("waiting: PostgreSQL is recovering"));
      expect(JSON.parse(warning!)).toMatchObject({ level: "warn", postmaster: before });
      expect(seen.lines.join("")).toContain("PostgreSQL is stalled; killing it");
      await postgres.stop();
    },
  );

  test("under a postmaster whose owner died keeps no later start from serving", async () => {
    const owner = startElsewhere(folder);
    expect(await owner.said).toBe("up");
    const before = await postmaster(folder);
    const startup = await holdRecovery(folder);
    await owner.kill();
    process.kill(startup, "SIGKILL");
    const seen = listen();
    const next = await start(folder, false, seen.options);
    expect(next.adopted).toBe(false);
    expect(await postmaster(folder)).not.toBe(before);
    expect(await ask(folder, "select answer from kept")).toBe(7);
    expect(seen.lines.join("")).toContain("waiting: PostgreSQL is recovering");
    expect(seen.waits.at(-1)).toBe(null);
    await next.stop();
  });

  test("for a while, and then goes on, is left alone", async () => {
    const postgres = await start(folder);
    const before = await postmaster(folder);
    process.kill(await holdRecovery(folder), "SIGCONT");
    expect(await ask(folder, "select answer from kept")).toBe(7);
    expect(await postmaster(folder)).toBe(before);
    await postgres.stop();
  });
});

testWhole(
  "of two first starts at once one serves and the other says that it is running",
  async () => {
    for (let round = 0; round < 2; round += 1) {
      const folder = await newFolder();
      const both = [startElsewhere(folder), startElsewhere(folder)];
      const said = await Promise.all(both.map((one) => one.said));
      const winner = both[said.indexOf("up")]!;
      expect(said.sort()).toEqual([
        expect.stringMatching(`Atrium is already running on .* \\(process ${winner.pid}\\)`),
        "up",
      ]);
      for (const one of both) await one.kill();
      await (await start(folder)).stop();
    }
  },
);

testWhole(
  "a first start that was killed while it made the cluster is made good by the next",
  async () => {
    const folder = await newFolder();
    const owner = startElsewhere(folder);
    await expect
      .poll(async () => (await readdir(folder)).some((name) => name.startsWith("pg.init")), {
        interval: 10,
      })
      .toBe(true);
    await owner.kill();
    expect(existsSync(join(folder, "pg"))).toBe(false);
    const next = await start(folder);
    expect(next.created).toBe(true);
    expect(await ask(folder, "select 1 answer")).toBe(1);
    await next.stop();
  },
);

testWhole("a data folder whose path is too long for a socket works", async () => {
  const folder = join(await newFolder(), "a-folder-with-a-long-name-".repeat(5));
  await mkdir(folder, { mode: 0o711 });
  const postgres = await start(folder);
  expect(await ask(folder, "select 1 answer")).toBe(1);
  await postgres.stop();
});

const testAsRoot = process.getuid?.() === 0 ? testWhole : test.skip;
testAsRoot(
  "as root, a data folder below a home that only root can enter works, crash and all",
  async () => {
    const home = await newFolder(0o700);
    const folder = join(home, "data");
    const first = await start(folder, true);
    await ask(folder, "create table kept as select 7 answer");
    process.kill(await postmaster(folder), "SIGKILL");
    expect(await ask(folder, "select answer from kept")).toBe(7);
    // Where its processes have to reload their settings they read their files again.
    expect(await ask(folder, "select pg_reload_conf() answer")).toBe(true);
    await first.stop();
    await (await start(folder)).stop();
  },
);
