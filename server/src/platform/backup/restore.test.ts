import { createTransport } from "nodemailer";
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { IS_WHOLE, testWhole } from "../../../../formats/src/testing/whole.ts";
import { ORGANISATION } from "../../features/accounts/index.ts";
import { checkBackup, listBackups, readManifest, writeBackup } from "./index.ts";
import type { BlobStore } from "../blobs/index.ts";
import { readConfig, type Config } from "../config/index.ts";
import { connectClient, type Connection } from "../db/index.ts";
import { silentLog } from "../log/index.ts";
import { cloneDatabase } from "../../testing/index.ts";
import { startSuite, type TestSuite } from "../../testing/suite.ts";
import { keyFiles } from "../store/index.ts";
import { findBackup, moveDatabase, restore } from "./restore.ts";
import { openSuite } from "../../wiring/suite.ts";
import { sweepBlobs } from "../../features/blobs/index.ts";

const DAY = 86_400_000;
/** What was counted before this is history when the tests run. */
const HISTORY_ENDS = new Date(Date.now() - DAY);

let server: TestSuite;
let source: Connection;
let folder: string;
let made: string;
/** The hash of a file of Alice's. */
let file: string;
beforeAll(async () => {
  const { connection, drop } = await cloneDatabase();
  source = connection;
  server = await startSuite({ connection });
  folder = await mkdtemp(join(tmpdir(), "atrium-backups-"));
  afterAll(async () => {
    await server.close();
    await drop();
    await rm(folder, { recursive: true });
  });
  await deliver("Before the backup");
  await countLongAgo();
  const bytes = Buffer.alloc(300_000, "a file of some size, ");
  const { hash } = await server.suite.platform.blobs.put(bytes);
  file = hash;
  await server.suite.engine.write([server.people.alice.accountId], async (w) => {
    await w.tx
      .insertInto("blob")
      .values({
        account_id: server.people.alice.accountId,
        hash,
        size: bytes.length,
        type: "application/octet-stream",
        created_at: new Date(),
      })
      .execute();
  });
  made = await backup();
});

async function deliver(subject: string): Promise<void> {
  const transport = createTransport({
    host: "127.0.0.1",
    port: server.smtpPort,
    tls: { rejectUnauthorized: false },
  });
  await transport.sendMail({
    from: "someone@elsewhere.test",
    to: Object.values(server.people).map(({ address }) => address),
    subject,
    text: `${subject}: 새해 복 많이 받으세요\tand\\a backslash`,
  });
  transport.close();
}

/** Figures and a fault from before the tests, which nobody adds to any more. */
async function countLongAgo(): Promise<void> {
  const at = new Date(HISTORY_ENDS.getTime() - DAY);
  const { db } = server.suite.platform;
  await db
    .insertInto("operation_figure")
    .values({
      account_id: ORGANISATION,
      span: "part",
      starts_at: at,
      figure: "received",
      amount: 7,
    })
    .execute();
  await db
    .insertInto("operation_fault")
    .values({
      account_id: ORGANISATION,
      day: at.toISOString().slice(0, 10),
      source: "smtp",
      code: "550 5.1.1",
      amount: 3,
      last_at: at,
      detail: "nobody of this name",
    })
    .execute();
}

const said: string[] = [];
const say = (sentence: string): void => void said.push(sentence);

async function backup(
  options: { blobs?: BlobStore; keep?: number; now?: Date } = {},
): Promise<string> {
  const { platform } = server.suite;
  const { path } = await writeBackup({
    connection: source,
    blobs: options.blobs ?? platform.blobs,
    keys: keyFiles(platform.config),
    folder,
    now: options.now ?? new Date(),
    keep: options.keep,
    log: silentLog,
    say,
  });
  return path;
}

/** A machine without anything on it. */
async function emptyMachine(config: Partial<Config> = {}): Promise<{
  config: Config;
  log: typeof silentLog;
  say: (sentence: string) => void;
}> {
  const data = await mkdtemp(join(tmpdir(), "atrium-restored-"));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  return {
    config: { ...readConfig({}, data).config, data, ...config },
    log: silentLog,
    say,
  };
}

async function emptyDatabase(): Promise<string> {
  const { connection, drop } = await cloneDatabase();
  onTestFinished(drop);
  const { host, port, user, database } = connection;
  return `postgres://${user}@${encodeURIComponent(host!)}:${port}/${database}`;
}

/** Of what the server writes down all the time, the rows that are history. */
const HISTORY: Readonly<Record<string, string>> = {
  "public.operation_figure": `starts_at < '${HISTORY_ENDS.toISOString()}'`,
  "public.operation_fault": `last_at < '${HISTORY_ENDS.toISOString()}'`,
};

/**
 * A digest of every table, whatever the order of its rows; jobs' locks are the worker's own, and the list of processes is of those
 * that run.
 */
async function digests(connection: Connection): Promise<Record<string, string>> {
  const client = await connectClient(connection, silentLog);
  try {
    const { rows } = await client.query<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables
        where schemaname in ('public', 'graphile_worker') and tablename not in ('schema_migration', 'migrations', 'operation_process')`,
    );
    const found: Record<string, string> = {};
    for (const { name } of rows) {
      const { rows: digest } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5((to_jsonb(t) - 'locked_at' - 'locked_by')::text), ''
           order by md5((to_jsonb(t) - 'locked_at' - 'locked_by')::text))), '') digest
         from ${name} t where ${HISTORY[name] ?? "true"}`,
      );
      found[name] = digest[0]!.digest;
    }
    return found;
  } finally {
    await client.end();
  }
}

test("on an empty machine the backup is the same organisation again: every row, every blob, every key", async () => {
  // The sample does without a PostgreSQL of its own in the data folder.
  const machine = await emptyMachine(IS_WHOLE ? {} : { databaseUrl: await emptyDatabase() });
  await restore(made, machine);
  const suite = await openSuite({ ...machine });
  try {
    const { alice } = server.people;
    // What the server itself does meanwhile shows in its queue of periodic work alone.
    const want = await digests(source);
    const restored = await digests(suite.platform.connection);
    expect(Object.keys(restored).sort()).toEqual(Object.keys(want).sort());
    for (const [name, digest] of Object.entries(want))
      if (!name.startsWith("graphile_worker."))
        expect([name, restored[name]]).toEqual([name, digest]);
    for (const name of ["public.email", ...Object.keys(HISTORY)])
      expect([name, Number(restored[name]?.split(" ")[0])]).not.toEqual([name, 0]);
    const blobs: string[] = [];
    for await (const { hash } of suite.platform.blobs.list()) blobs.push(hash);
    expect(blobs.length).toBe((await readManifest(made)).blobs.count);
    for (const hash of blobs)
      expect(
        (await suite.platform.blobs.read(hash)).equals(
          await server.suite.platform.blobs.read(hash),
        ),
      ).toBe(true);
    const keys = keyFiles(server.suite.platform.config);
    for (const [name, path] of keyFiles(machine.config))
      expect([name, await readFile(path, "utf8")]).toEqual([
        name,
        await readFile(keys.get(name)!, "utf8"),
      ]);
    const sealed = server.suite.platform.secrets.seal("a test", Buffer.from("a DKIM key"));
    expect(suite.platform.secrets.open("a test", sealed).toString()).toBe("a DKIM key");
    await expect(
      suite.accounts.authenticate(
        { address: alice.address, password: alice.password },
        { ip: "127.0.0.1" },
      ),
    ).resolves.toBeTruthy();
  } finally {
    await suite.close();
  }
  await expect(restore(made, machine)).rejects.toThrow("There already is an organisation here");
});

testWhole(
  "while mail arrives, a backup is of one moment: no message without its blob, no half of a delivery",
  async () => {
    const arriving = Promise.all(Array.from({ length: 20 }, (_, at) => deliver(`Meanwhile ${at}`)));
    const during = await backup();
    await arriving;
    const machine = await emptyMachine({ databaseUrl: await emptyDatabase() });
    await restore(during, machine);
    const client = await connectClient(machine.config.databaseUrl!, silentLog);
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from email group by account_id order by 1",
    );
    await client.end();
    // Everybody got each of them in one transaction.
    expect(rows.length).toBe(5);
    expect(new Set(rows.map(({ count }) => count)).size).toBe(1);
    expect(await checkBackup(during)).toEqual([]);
  },
);

testWhole(
  "an interrupted backup is no backup; the next one says so, clears it away and copies only what is new",
  async () => {
    await backup();
    await deliver("To be lost for a moment");
    const { blobs } = server.suite.platform;
    const unplugged: BlobStore = {
      ...blobs,
      stream: () => {
        throw new Error("the disk went away");
      },
    };
    const before = (await listBackups(folder)).whole;
    await expect(backup({ blobs: unplugged })).rejects.toThrow("the disk went away");
    const { whole, partial } = await listBackups(folder);
    expect(whole).toEqual(before);
    expect(partial).toHaveLength(1);
    let streamed = 0;
    const counting: BlobStore = {
      ...blobs,
      stream(hash, range) {
        streamed += 1;
        return blobs.stream(hash, range);
      },
    };
    const path = await backup({ blobs: counting });
    expect(streamed).toBe(1);
    expect((await listBackups(folder)).partial).toEqual([]);
    expect(await checkBackup(path)).toEqual([]);
  },
);

test("an interrupted restore says so when the server starts, and can be repeated", async () => {
  const machine = await emptyMachine({ databaseUrl: await emptyDatabase() });
  const path = join(folder, "blobs", file.slice(0, 2), file.slice(2, 4), file);
  const bytes = await readFile(path);
  await rm(path);
  await expect(restore(made, machine)).rejects.toThrow(`The blob ${file} is damaged`);
  await expect(openSuite({ ...machine })).rejects.toThrow(
    `The restore of ${made} was interrupted; run it again: npx atrium restore ${made}`,
  );
  await writeFile(path, bytes);
  await restore(made, machine);
  const suite = await openSuite({ ...machine });
  expect(await suite.platform.blobs.has(file)).toBe(true);
  await suite.close();
});

testWhole(
  "what is damaged in a backup is found by the check, and nothing of it is restored",
  async () => {
    const path = await backup();
    const table = join(path, "database/public.email.copy.zst");
    const whole = await readFile(table);
    await truncate(table, whole.length - 20);
    expect(await checkBackup(path)).toEqual(["The table public.email is damaged."]);
    const machine = await emptyMachine({ databaseUrl: await emptyDatabase() });
    await expect(restore(path, machine)).rejects.toThrow("The table public.email");
    const client = await connectClient(machine.config.databaseUrl!, silentLog);
    expect((await client.query("select from account")).rowCount).toBe(0);
    await client.end();
    await writeFile(table, whole);
    await restore(path, machine);
  },
);

testWhole(
  "a list of blobs that is gone or too short is found by the check, and nothing is restored or removed by it",
  async () => {
    const path = await backup();
    const list = join(path, "blobs.tsv.zst");
    const whole = await readFile(list);
    const lines = zstdDecompressSync(whole).toString().split("\n");
    const machine = await emptyMachine({ databaseUrl: await emptyDatabase() });
    const kept = async (): Promise<string[]> =>
      (await readdir(join(folder, "blobs"), { recursive: true })).sort();
    const before = await kept();
    for (const spoil of [
      () => rm(list),
      () => truncate(list, whole.length - 20),
      () => writeFile(list, zstdCompressSync(lines.slice(1).join("\n"))),
      () => writeFile(list, zstdCompressSync("")),
    ]) {
      await spoil();
      expect(await checkBackup(path)).toEqual(["The list of blobs is damaged."]);
      await expect(restore(path, machine)).rejects.toThrow("The list of blobs");
      await writeFile(list, whole);
    }
    await rm(list);
    const { whole: all } = await listBackups(folder);
    said.length = 0;
    await backup({ keep: all.length });
    expect(said.at(-1)).toMatch(
      /^The list of blobs in .* is damaged\. Until it is removed, no blobs/,
    );
    expect(await kept()).toEqual(before);
    await writeFile(list, whole);
    await restore(path, machine);
  },
);

testWhole(
  "a backup that lacks a blob says so when it is made, and when it is restored",
  async () => {
    const { blobs } = server.suite.platform;
    await deliver("To be lost for good");
    const lost: string[] = [];
    const path = await backup({
      blobs: {
        ...blobs,
        stream(hash) {
          lost.push(hash);
          throw Object.assign(new Error("lost"), { code: "ENOENT" });
        },
      },
    });
    expect(lost).not.toEqual([]);
    expect((await readManifest(path)).blobs.missing).toEqual(lost);
    const machine = await emptyMachine({ databaseUrl: await emptyDatabase() });
    await restore(path, machine);
    expect(said).toContain(
      `${lost.length} of them are missing from the backup; its backup.json lists them.`,
    );
    await rm(path, { recursive: true });
  },
);

/** Made by a version that had no table `secret_mark`. */
async function olderBackup(): Promise<string> {
  const path = await backup();
  const manifest = await readManifest(path);
  const older = {
    ...manifest,
    migrations: manifest.migrations.filter((name) => name !== "0096-secret-mark.sql"),
    tables: manifest.tables.filter(({ name }) => name !== "secret_mark"),
  };
  await writeFile(join(path, "backup.json"), JSON.stringify(older));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

testWhole(
  "where a newer version was started and nobody came to live, an older backup gets a database of its own",
  async () => {
    const path = await olderBackup();
    const machine = await emptyMachine();
    await (await openSuite({ ...machine })).close();
    await restore(path, machine);
    const suite = await openSuite({ ...machine });
    await expect(suite.accounts.persons.list()).resolves.toHaveLength(5);
    await suite.close();
  },
);

testWhole(
  "an outside database that a newer version has prepared is refused before anything is touched",
  async () => {
    const path = await olderBackup();
    const machine = await emptyMachine({ databaseUrl: await emptyDatabase() });
    await expect(restore(path, machine)).rejects.toThrow(
      /newer version of Atrium .*0096-.*Use an empty one/,
    );
    expect(await readdir(machine.config.data)).toEqual([]);
  },
);

testWhole(
  "a key outside of the data folder that another organisation may need is put aside",
  async () => {
    const keys = await mkdtemp(join(tmpdir(), "atrium-keys-"));
    onTestFinished(() => rm(keys, { recursive: true }));
    const secretKeyFile = join(keys, "secret.key");
    await writeFile(secretKeyFile, "the key of another organisation");
    const databaseUrl = await emptyDatabase();
    const path = await backup();
    onTestFinished(() => rm(path, { recursive: true }));
    await restore(path, await emptyMachine({ databaseUrl, secretKeyFile }));
    const others = (await readdir(keys)).filter((name) => name !== "secret.key");
    expect(others).toHaveLength(1);
    expect(await readFile(join(keys, others[0]!), "utf8")).toBe("the key of another organisation");
    expect(said).toContain(
      `${secretKeyFile} was a different key; it was renamed to ${join(keys, others[0]!)}.`,
    );
  },
);

testWhole("a backup of a newer Atrium is refused before anything is touched", async () => {
  const path = await backup();
  const manifest = await readManifest(path);
  const machine = await emptyMachine({ databaseUrl: await emptyDatabase() });
  const write = (changed: object): Promise<void> =>
    writeFile(join(path, "backup.json"), JSON.stringify({ ...manifest, ...changed }));
  await write({ migrations: [...manifest.migrations, "9999-from-the-future.sql"] });
  await expect(restore(path, machine)).rejects.toThrow("9999-from-the-future.sql");
  await write({ format: 99 });
  await expect(restore(path, machine)).rejects.toThrow("newer version of Atrium");
  await writeFile(join(path, "backup.json"), '{"format":1}');
  await expect(restore(path, machine)).rejects.toThrow("damaged");
  await rm(path, { recursive: true });
});

test("of two backups at once the second is refused, and no blob is swept while one is made", async () => {
  const { platform } = server.suite;
  await deliver("New, so that there is something to copy");
  let second: Promise<string> | undefined;
  let swept: Promise<number | null> | undefined;
  await backup({
    blobs: {
      ...platform.blobs,
      stream(hash, range) {
        second ??= backup().catch((error: Error) => error.message);
        swept ??= sweepBlobs(platform);
        return Readable.from(
          (async function* () {
            // The first one lasts until both have their answer.
            await Promise.all([second, swept]);
            yield* platform.blobs.stream(hash, range);
          })(),
        );
      },
    },
  });
  expect(await second).toBe("Another backup is already running.");
  expect(await swept).toBeNull();
  expect(await sweepBlobs(platform)).toBe(0);
});

testWhole(
  "while blobs are copied no snapshot is held; without its session the backup fails",
  async () => {
    const { platform } = server.suite;
    const { blobs, pool } = platform;
    const SESSION = `from pg_stat_activity where datname = current_database()
    and pid in (select pid from pg_locks where locktype = 'advisory' and objid = 4720003)`;
    let state: unknown;
    const during = (act: () => Promise<unknown>): BlobStore => ({
      ...blobs,
      stream: (hash, range) =>
        Readable.from(
          (async function* () {
            await act();
            yield* blobs.stream(hash, range);
          })(),
        ),
    });
    await deliver("Copied without a snapshot");
    const looks = during(async () => {
      const { rows } = await pool.query(`select state, backend_xmin ${SESSION}`);
      state = rows;
    });
    await backup({ blobs: looks });
    expect(state).toEqual([{ state: "idle", backend_xmin: null }]);
    await deliver("Copied without a session");
    const ends = during(() => pool.query(`select pg_terminate_backend(pid) ${SESSION}`));
    const { whole } = await listBackups(folder);
    await expect(backup({ blobs: ends })).rejects.toThrow();
    expect((await listBackups(folder)).whole).toEqual(whole);
  },
);

test("of many backups the newest are kept, each of them whole", async () => {
  await backup();
  const last = await backup({ keep: 2 });
  const { whole } = await listBackups(folder);
  expect(whole).toHaveLength(2);
  expect(await findBackup(folder)).toBe(last);
  for (const name of whole) expect(await checkBackup(join(folder, name))).toEqual([]);
  expect(await findBackup(join(folder, whole[0]!))).toBe(join(folder, whole[0]!));
  await expect(findBackup(folder, "2001-01-01T00-00-00-000Z")).rejects.toThrow(
    "There is no complete backup",
  );
  await mkdir(join(folder, "nothing"));
  await expect(findBackup(join(folder, "nothing"))).rejects.toThrow("There is no complete backup");
});

testWhole("where the clock fell back, the backup just made is not the one that goes", async () => {
  said.length = 0;
  const last = await backup({ keep: 1, now: new Date(Date.now() - 40 * DAY) });
  expect((await listBackups(folder)).whole).toEqual([basename(last)]);
  expect(said.join("\n")).toMatch(/Z is in the future\. Check the clock/);
  expect(await checkBackup(last)).toEqual([]);
});

testWhole(
  "an organisation moves from its data folder into an outside database, and never lives in both",
  async () => {
    const machine = await emptyMachine();
    await restore(await findBackup(folder), machine);
    const inside = await openSuite({ ...machine });
    const before = await digests(inside.platform.connection);
    await inside.close();
    const address = await emptyDatabase();
    await moveDatabase(address, machine);
    const after = await digests(address);
    expect(after).toEqual(before);
    await expect(openSuite({ ...machine })).rejects.toThrow("was moved to");
    const outside = { ...machine.config, databaseUrl: address };
    const suite = await openSuite({ ...machine, config: outside });
    await expect(suite.accounts.persons.list()).resolves.toHaveLength(5);
    await suite.close();
    await expect(moveDatabase(address, { ...machine, config: outside })).rejects.toThrow("already");
  },
);
