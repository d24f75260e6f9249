// How long each file of tests took when it last ran here, in seconds: kept beside what other tools keep between runs.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./install.mjs";

const KEPT = join(ROOT, "node_modules/.cache/test-seconds.json");

/** By the path of the file; empty where none has run. */
export function keptSeconds() {
  try {
    return JSON.parse(readFileSync(KEPT, "utf8"));
  } catch {
    return {};
  }
}

/** @param files `{ name, seconds }` of a run, which replace what is known of those. */
export function keepSeconds(files) {
  const seconds = keptSeconds();
  for (const { name, seconds: taken } of files) seconds[name] = Math.round(taken * 10) / 10;
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, JSON.stringify(seconds));
}
