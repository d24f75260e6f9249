// What a run of everything adds up to. A run is `{ name, status, results, repeated }`: the exit code of vitest, and what
// `results-reporter.mjs` wrote (`null`: nothing) the first time, and of the files that ran again (absent: none did).

/** More files than this that fail at once are no coincidence: they are red without a second try. */
export const MAX_REPEATED_FILES = 5;

/** How many of the slowest files the end of a run names. */
const SLOWEST_FILES = 20;

export function newTally() {
  return { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] };
}

/** The files of a run with failures. */
export function failedFiles({ results }) {
  return (results?.files ?? []).filter(({ state }) => isRed(state)).map(({ name }) => name);
}

/** Whether the files with failures of all runs together are few enough to run again. */
export function areFew(runs) {
  const count = runs.reduce((sum, run) => sum + failedFiles(run).length, 0);
  return count > 0 && count <= MAX_REPEATED_FILES;
}

/** Adds a run: of a file that ran again, the second result counts, and what failed only once is listed as flaky. */
export function addRun(tally, run) {
  const fail = (failure) => {
    tally.failed += 1;
    tally.failures.push(failure);
  };
  const again = new Map((run.repeated?.files ?? []).map((file) => [file.name, file]));
  const before = tally.failed;
  for (const first of run.results?.files ?? []) {
    const file = again.get(first.name) ?? first;
    for (const test of file.tests) {
      if (test.state === "passed") tally.passed += 1;
      else if (test.state === "skipped") tally.skipped += 1;
      else fail(`${file.name}: ${test.name}`);
    }
    // A file that breaks outside of its tests, or never ends, has none to blame.
    if (isRed(file.state) && !file.tests.some(({ state }) => isRed(state)))
      fail(`${file.name}: ${file.error ?? file.state}`);
    else if (!isRed(file.state) && file !== first) tally.flaky.push(...failuresOf(first));
  }
  for (const error of [...(run.results?.unhandled ?? []), ...(run.repeated?.unhandled ?? [])])
    fail(`${run.name}: outside of every test: ${error}`);
  const isExplained = tally.failed > before || failedFiles(run).length > 0;
  if (run.status !== 0 && !isExplained)
    fail(`${run.name}: ended with ${run.status} and no test that failed`);
}

/** The slowest files of all runs, one a line, in seconds. */
export function slowest(runs) {
  return runs
    .flatMap(({ results }) => results?.files ?? [])
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST_FILES)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${name}\n`)
    .join("");
}

/** The failures and what was flaky, one a line, what was left out, and the last line: the numbers. */
export function summary({ passed, failed, skipped, failures, flaky }) {
  const lines = [...failures.map((line) => `✗ ${line}`), ...flaky.map((line) => `~ ${line}`)];
  if (skipped > 0) lines.push(`${skipped} tests of the whole are left to \`npm run soak\``);
  return [...lines, `${passed} passed, ${failed} failed`].map((line) => `${line}\n`).join("");
}

/** Neither passed nor skipped: failed, or without an end, as when its process was killed. */
function isRed(state) {
  return state !== "passed" && state !== "skipped";
}

function failuresOf(file) {
  const tests = file.tests.filter(({ state }) => isRed(state));
  if (tests.length === 0) return [`${file.name}: ${file.error ?? file.state}`];
  return tests.map(({ name, error, state }) => `${file.name}: ${name}: ${error ?? state}`);
}
