// `npm test`: everything that can be tested, and the sum of it in the last line. The check runs beside the unit tests, which
// wait now and then.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensurePackages } from "./lib/debian.mjs";
import { prepare, runBeside, runToEnd } from "./lib/node.mjs";
import { addRun, areFew, failedFiles, newTally, slowest, summary } from "./lib/tally.mjs";

const VITEST = "node_modules/vitest/vitest.mjs";
const reports = mkdtempSync(join(tmpdir(), "atrium-reports-"));
const tally = newTally();
const runs = [];
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

/** Runs vitest; answers its exit code and what the reporter wrote, `null` when it came to nothing. */
function vitest(config, report, args = []) {
  process.env.RESULTS_FILE = join(reports, report);
  const options = ["--reporter=default", "--reporter=scripts/lib/results-reporter.mjs"];
  const status = runToEnd(node, VITEST, ["run", `--config=${config}`, ...options, ...args]);
  return { status, results: read(report) };
}

function run(name, config) {
  runs.push({ name, config, ...vitest(config, `${name}.json`) });
}

const missing = ensurePackages();

heading("Build");
const built = runToEnd(node, "scripts/build.ts") === 0;
step("build", built);

heading("Unit and integration");
const checkOutput = join(reports, "check.txt");
const check = ["--report", join(reports, "check.json")];
const checking = runBeside(node, "scripts/check.ts", check, checkOutput);
run("unit", "vitest.config.ts");

heading("Check");
const checked = await checking;
process.stdout.write(readFileSync(checkOutput));
const steps = read("check.json");
for (const { name, ok } of steps ?? []) step(name, ok);
if (steps === null) step("check", checked === 0);

heading("End to end");
if (missing !== null) {
  process.stdout.write(`${missing}\n`);
  step("a browser for the tests", false);
} else if (built) run("end to end", "tests/e2e/vitest.config.ts");
else {
  process.stdout.write("Skipped: the build failed.\n");
  step("end to end", false);
}

if (areFew(runs)) {
  heading("Files with failures, once more and alone");
  for (const each of runs) {
    const files = failedFiles(each);
    if (files.length === 0) continue;
    const again = vitest(each.config, `${each.name} again.json`, [...files, "--maxWorkers=1"]);
    each.repeated = again.results;
  }
}
for (const each of runs) addRun(tally, each);

rmSync(reports, { recursive: true });
heading("Slowest files, in seconds");
process.stdout.write(slowest(runs));
heading("Result");
process.stdout.write(summary(tally));
process.exitCode = tally.failed === 0 ? 0 : 1;
