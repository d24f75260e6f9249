import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { served } from "./served.ts";

const SOURCES = join(import.meta.dirname, "..");

/** The names by which tests run the standard tests of a type; by convention a type's constant has the type's name. */
function testedTypes(): Set<string> {
  const files = globSync("**/*.test.ts", { cwd: SOURCES });
  const calls = files.flatMap((file) => [
    ...readFileSync(join(SOURCES, file), "utf8").matchAll(
      /^conforms(?:ToJmap|WithoutAccount)\((\w+),/gm,
    ),
  ]);
  return new Set(calls.map(([, name]) => name!));
}

test("every type that is served has passed the standard tests", () => {
  const { types } = served({
    sending: { undoSend: 0, maxMessageSize: 0, maxRecipients: 0, sendLimit: 0 },
    trash: { trashLifetime: 0 },
    limits: { maxSizeUpload: 0 },
    vapid: { publicKey: "", privateKey: "", subject: "" },
    recorder: { write: async () => undefined },
    notify: { send: () => undefined },
    secrets: { sign: () => "", verify: () => false },
    taskKinds: [],
  });
  const withRecords = types.filter(({ type }) => Object.keys(type.properties).length > 0);
  const tested = testedTypes();
  expect(withRecords.map(({ type }) => type.name).filter((name) => !tested.has(name))).toEqual([]);
  expect(withRecords.length).toBeGreaterThan(9);
});
