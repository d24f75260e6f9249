import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../../platform/db/index.ts";
import { silentLog } from "../../../platform/log/index.ts";
import { openSecrets } from "../../../platform/secrets/index.ts";
import { testDatabase } from "../../../testing/index.ts";
import { openSharedSecrets } from "./shared-secrets.ts";

let database: Database;
let folder: string;

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "atrium-secrets-"));
});
afterAll(() => rm(folder, { recursive: true }));

const open = (name: string) => openSharedSecrets(database.db, join(folder, name), silentLog);

test("all machines of one database have its secret key; one without it, or with another, is refused", async () => {
  // Two that begin together with folders of their own: one of them is the first.
  const both = await Promise.allSettled([open("one"), open("two")]);
  const [first, second] = both[0].status === "fulfilled" ? ["one", "two"] : ["two", "one"];
  const secrets = await open(first);
  expect((await open(first)).open("test", secrets.seal("test", Buffer.from("x")))).toEqual(
    Buffer.from("x"),
  );
  // It may have made a key before it saw the other, or not.
  await expect(open(second)).rejects.toThrow(
    /secret key of this database|this database.s secret key/,
  );
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);

  openSecrets(join(folder, "other"), silentLog);
  await expect(open("other")).rejects.toThrow(/is not the secret key of this database/);
  await expect(open("nowhere")).rejects.toThrow(/Copy this database.s secret key there/);
  expect(existsSync(join(folder, "nowhere"))).toBe(false);
});
