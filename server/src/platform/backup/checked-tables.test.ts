import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../testing/index.ts";
import { openBlobs } from "../blobs/index.ts";
import { readConfig, type Config } from "../config/index.ts";
import { connectClient, usingClient, type Connection } from "../db/index.ts";
import { silentLog } from "../log/index.ts";
import { RESTORE_MARK, readMark } from "../store/index.ts";
import { checkBackup, restore, writeBackup } from "./index.ts";
import { MANIFEST } from "./manifest.ts";

/** Of a backup whose files all can be read, those that hold something else than they did when it was made. */
let folder: string;
let backup: string;
/** The rows as they were written. */
let table: string;
let rows: Buffer;
/** Where it is restored. */
let config: Config;
let target: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "atrium-checked-tables-"));
  const source = await cloneDatabase();
  const empty = await cloneDatabase();
  afterAll(async () => {
    await source.drop();
    await empty.drop();
    await rm(folder, { recursive: true });
  });
  await usingClient(source.connection, silentLog, (client) =>
    client.query(
      `insert into account (account_id, kind, name, created_at)
         values ('a1', 'personal', 'Ann', now()), ('a2', 'personal', 'Ben', now()), ('a3', 'personal', 'Cho', now())`,
    ),
  );
  ({ path: backup } = await writeBackup({
    connection: source.connection,
    blobs: await openBlobs(join(folder, "of-the-server")),
    keys: new Map(),
    folder: join(folder, "backups"),
    now: new Date(),
    log: silentLog,
    say: () => undefined,
  }));
  table = join(backup, "database/public.account.copy.zst");
  rows = zstdDecompressSync(await readFile(table));
  const { host, port, user, database } = empty.connection;
  target = `postgres://${user}@${encodeURIComponent(host!)}:${port}/${database}`;
  const data = join(folder, "restored");
  config = { ...readConfig({}, data).config, data, databaseUrl: target };
});

const restored = (): Promise<void> =>
  restore(backup, { config, log: silentLog, say: () => undefined });

/** How many rows each table has that has any; the schema fills those that say how far it has come. */
async function filled(connection: Connection): Promise<Record<string, number>> {
  const client = await connectClient(connection, silentLog);
  try {
    const { rows: names } = await client.query<{ name: string }>(
      "select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'graphile_worker')",
    );
    const counts: Record<string, number> = {};
    for (const { name } of names) {
      const { rows: found } = await client.query<{ count: number }>(
        `select count(*)::int as count from ${name}`,
      );
      if (found[0]!.count > 0) counts[name] = found[0]!.count;
    }
    return counts;
  } finally {
    await client.end();
  }
}

test("rows that are not those that were saved are found by the check, and none of the backup is restored", async () => {
  const text = rows.toString();
  const lines = text.split("\n");
  expect(lines).toHaveLength(4);
  expect(await checkBackup(backup)).toEqual([]);
  const before = await filled(target);
  for (const other of [
    text.replace("Ben", "Eve"),
    lines.toSpliced(1, 1).join("\n"),
    `${text}${lines[0]!.replace("a1", "a4")}\n`,
    "",
  ]) {
    expect(other).not.toBe(text);
    await writeFile(table, zstdCompressSync(other));
    expect(await checkBackup(backup)).toEqual(["The table public.account is damaged."]);
    await expect(restored()).rejects.toThrow(
      "The table public.account is damaged in this backup. Restore another one.",
    );
    expect(await filled(target)).toEqual(before);
    expect(readMark(config, RESTORE_MARK)).toBe(backup);
  }
  await writeFile(table, zstdCompressSync(text));
  expect(await checkBackup(backup)).toEqual([]);

  // Rows that the database took otherwise than the one that they come from.
  const manifest = join(backup, MANIFEST);
  const whole = await readFile(manifest, "utf8");
  const counted = JSON.parse(whole) as { tables: { name: string; rows: number }[] };
  counted.tables.find(({ name }) => name === "account")!.rows += 1;
  await writeFile(manifest, JSON.stringify(counted));
  await expect(restored()).rejects.toThrow("The table public.account is damaged in this backup.");
  expect(await filled(target)).toEqual(before);

  await writeFile(manifest, whole);
  await restored();
  expect(await filled(target)).toMatchObject({ "public.account": 3 });
  expect(readMark(config, RESTORE_MARK)).toBeNull();
});
