import { chmod, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog, silentLog } from "../log/index.ts";
import { openSecrets } from "./index.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "atrium-secrets-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("the key is made once, for its owner alone, and nothing else is left", async () => {
  const path = join(folder, "made/secret.key");
  const first = openSecrets(path, silentLog).key("x");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(openSecrets(path, silentLog).key("x")).toEqual(first);
  expect(await readdir(join(folder, "made"))).toEqual(["secret.key"]);
});

test("a signature holds for its text, purpose and secret alone", () => {
  const one = openSecrets(join(folder, "one"), silentLog);
  const two = openSecrets(join(folder, "two"), silentLog);
  const signature = one.sign("link", "text");
  expect(one.verify("link", "text", signature)).toBe(true);
  expect(one.verify("link", "text2", signature)).toBe(false);
  expect(one.verify("other", "text", signature)).toBe(false);
  expect(two.verify("link", "text", signature)).toBe(false);
  expect(one.verify("link", "text", "")).toBe(false);
});

test("what is sealed opens for its purpose and secret alone, and only unchanged", () => {
  const one = openSecrets(join(folder, "one"), silentLog);
  const two = openSecrets(join(folder, "two"), silentLog);
  for (const text of ["", "a key", "x".repeat(10_000)]) {
    const sealed = one.seal("keys", Buffer.from(text));
    expect(one.open("keys", sealed).toString()).toBe(text);
    expect(one.seal("keys", Buffer.from(text))).not.toEqual(sealed);
    expect(() => one.open("others", sealed)).toThrow();
    expect(() => two.open("keys", sealed)).toThrow();
    for (const at of [0, 12, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => one.open("keys", changed)).toThrow();
    }
    expect(() => one.open("keys", sealed.subarray(0, 20))).toThrow();
  }
});

test("a file that holds no key is refused, and one that everybody can read is reported", async () => {
  const path = join(folder, "short");
  await writeFile(path, "c2hvcnQ\n");
  expect(() => openSecrets(path, silentLog)).toThrow("does not contain a secret key");
  const lines: string[] = [];
  const open = join(folder, "open");
  openSecrets(open, silentLog);
  await chmod(open, 0o644);
  openSecrets(open, createLog({ destination: { write: (line) => void lines.push(line) } }));
  expect(lines.join("")).toContain("chmod 600");
});
