import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { SERVER_FILES, SERVER_FOLDERS, serverFile, stampOf } from "./built.mjs";

const BEFORE = new Date("2026-01-01T00:00:00Z");
const BUILT = new Date("2026-01-01T00:00:01Z");
const AFTER = new Date("2026-01-01T00:00:02Z");
const root = mkdtempSync(join(tmpdir(), "atrium-built-"));
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path, time, text = "") {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  utimesSync(path, time, time);
}

/** A checkout that has just been built. */
function checkout() {
  const sources = SERVER_FOLDERS.map((folder) => join(root, folder, "part/a.ts"));
  for (const file of [...SERVER_FILES.map((name) => join(root, name)), ...sources])
    write(file, BEFORE);
  for (const path of sources.flatMap((file) => [dirname(file), dirname(dirname(file))]))
    utimesSync(path, BEFORE, BEFORE);
  write(stampOf("server", root), BUILT, `hash\n${root}`);
}

test("what was built is run", () => {
  checkout();
  expect(serverFile("main", root)).toBe("dist/server/main.mjs");
  expect(serverFile("cli", root)).toBe("dist/server/cli.mjs");
});

test.for([
  ["a changed source", (root) => write(join(root, "server/src/part/a.ts"), AFTER)],
  ["a new lockfile", (root) => write(join(root, "package-lock.json"), AFTER)],
  ["a source that has gone", (root) => rmSync(join(root, "contract/src/part/a.ts"))],
  ["another checkout's build", (root) => write(stampOf("server", root), BUILT, "hash\n/opt/other")],
  ["no build", (root) => rmSync(join(root, "dist"), { recursive: true })],
])("the source is run beside %s", ([, change]) => {
  checkout();
  change(root);
  expect(serverFile("main", root)).toBe("server/src/main.ts");
  expect(serverFile("cli", root)).toBe("server/src/cli/main.ts");
});

test("a test that changed changes nothing", () => {
  checkout();
  const folder = join(root, "server/src/part");
  write(join(folder, "a.test.ts"), AFTER);
  utimesSync(folder, BEFORE, BEFORE);
  expect(serverFile("main", root)).toBe("dist/server/main.mjs");
});
