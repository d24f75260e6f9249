import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../platform/config/index.ts";
import { connectClient } from "../platform/db/index.ts";
import { silentLog } from "../platform/log/index.ts";
import { cloneDatabase } from "../testing/index.ts";
import { openSuite } from "./suite.ts";

test("a command makes an empty outside database, and changes none that a server may be working on", async () => {
  const { connection, drop } = await cloneDatabase();
  onTestFinished(drop);
  const data = await mkdtemp(join(tmpdir(), "atrium-beside-"));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const { host, port, user, database } = connection;
  const databaseUrl = `postgres://${user}@${encodeURIComponent(host!)}:${port}/${database}`;
  const config = { ...readConfig({}, data).config, data, databaseUrl };
  const command = () => openSuite({ config, log: silentLog, say: () => undefined, beside: true });
  const client = await connectClient(connection, silentLog);
  onTestFinished(() => client.end());

  await client.query("drop schema public, graphile_worker cascade; create schema public");
  await (await command()).close();
  const { rows } = await client.query<{ name: string }>(
    "delete from schema_migration where name = (select max(name) from schema_migration) returning name",
  );
  await expect(command()).rejects.toThrow("Restart the server first");
  const seen = await client.query("select from schema_migration where name = $1", [rows[0]!.name]);
  expect(seen.rowCount).toBe(0);
});
