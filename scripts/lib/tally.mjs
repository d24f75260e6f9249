/** What a run of everything adds up to. */
export function newTally() {
  return { passed: 0, failed: 0, skipped: 0, failures: [] };
}

/** Adds a report of vitest's JSON reporter; a run that failed without saying which test counts as one failure. */
export function addVitest(tally, name, report, status) {
  let failed = 0;
  for (const file of report?.testResults ?? []) {
    const tests = file.assertionResults;
    for (const test of tests) {
      if (test.status === "passed") tally.passed += 1;
      else if (test.status === "failed") {
        failed += 1;
        tally.failures.push(test.fullName);
      } else tally.skipped += 1;
    }
    // A file that breaks before its first test has none to blame.
    if (file.status === "failed" && !tests.some((test) => test.status === "failed")) {
      failed += 1;
      tally.failures.push(file.name);
    }
  }
  if (status !== 0 && failed === 0) {
    failed += 1;
    tally.failures.push(`${name}: ended with ${status} and no test that failed`);
  }
  tally.failed += failed;
}

/** The failures, one a line, and the last line: the numbers. */
export function summary({ passed, failed, skipped, failures }) {
  const numbers = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  return `${failures.map((failure) => `✗ ${failure}\n`).join("")}${numbers}\n`;
}
