// How long each file of tests took when it last ran here, in seconds: kept beside what other tools keep between runs.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./install.mjs";

const isWholeRun = () => process.env.TESTS_WHOLE === "1";
const kept = (isWhole) =>
  join(ROOT, `node_modules/.cache/test-seconds${isWhole ? "-whole" : ""}.json`);

/**
 * By the path of the file; empty where none has run.
 * @param isWhole whether all tests of the files ran, and not a sample
 */
export function keptSeconds(isWhole = isWholeRun()) {
  try {
    return JSON.parse(readFileSync(kept(isWhole), "utf8"));
  } catch {
    return {};
  }
}

/** @param files `{ name, seconds }` of a run, which replace what is known of those. */
export function keepSeconds(files) {
  const seconds = keptSeconds();
  for (const { name, seconds: taken } of files) seconds[name] = Math.round(taken * 10) / 10;
  const file = kept(isWholeRun());
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(seconds));
}
