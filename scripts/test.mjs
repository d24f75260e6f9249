// `npm test`: everything that can be tested, one after the other, and the sum of it in the last line.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensurePackages } from "./lib/debian.mjs";
import { prepare, runToEnd } from "./lib/node.mjs";
import { addVitest, newTally, summary } from "./lib/tally.mjs";

const VITEST = "node_modules/vitest/vitest.mjs";
const reports = mkdtempSync(join(tmpdir(), "atrium-reports-"));
const tally = newTally();
const started = Date.now();

const node = prepare();

function heading(text) {
  const seconds = Math.round((Date.now() - started) / 1000);
  process.stdout.write(`\n── ${text} (${Math.floor(seconds / 60)} min ${seconds % 60} s) ──\n`);
}

function read(name) {
  try {
    return JSON.parse(readFileSync(join(reports, name), "utf8"));
  } catch {
    return null;
  }
}

function step(name, ok) {
  tally[ok ? "passed" : "failed"] += 1;
  if (!ok) tally.failures.push(name);
}

function vitest(name, config) {
  const report = `${name}.json`;
  const status = runToEnd(node, VITEST, [
    "run",
    `--config=${config}`,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${join(reports, report)}`,
  ]);
  addVitest(tally, name, read(report), status);
}

const missing = ensurePackages();

heading("Build");
const built = runToEnd(node, "scripts/build.ts") === 0;
step("build", built);

heading("Check");
const checked = runToEnd(node, "scripts/check.ts", ["--report", join(reports, "check.json")]);
const steps = read("check.json");
for (const { name, ok } of steps ?? []) step(name, ok);
if (steps === null) step("check", checked === 0);

heading("Unit and integration");
vitest("unit", "vitest.config.ts");

heading("End to end");
if (missing !== null) {
  process.stdout.write(`${missing}\n`);
  step("a browser for the tests", false);
} else if (built) vitest("end to end", "tests/e2e/vitest.config.ts");
else {
  process.stdout.write("Skipped: the build failed.\n");
  step("end to end", false);
}

rmSync(reports, { recursive: true });
heading("Result");
process.stdout.write(summary(tally));
process.exitCode = tally.failed === 0 ? 0 : 1;
