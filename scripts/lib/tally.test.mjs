import { expect, test } from "vitest";
import { MAX_REPEATED_FILES, addRun, areFew, failedFiles, newTally, summary } from "./tally.mjs";

const good = { name: "opens", state: "passed", error: null };
const bad = { name: "closes", state: "failed", error: "expected 1 to be 2" };
const file = (name, ...tests) => ({
  name,
  state: tests.some(({ state }) => state === "failed") ? "failed" : "passed",
  seconds: 1,
  error: null,
  tests,
});
const results = (...files) => ({ files, unhandled: [] });
const run = (first, repeated, status = 1) => ({
  name: "unit",
  status,
  results: first,
  repeated,
});

function sum(...runs) {
  const tally = newTally();
  for (const each of runs) addRun(tally, each);
  return summary(tally);
}

test("what passes when it runs again counts as passed, and is listed with its first error", () => {
  const first = results(file("a.test.ts", good, bad), file("b.test.ts", good));
  const again = results(file("a.test.ts", good, { ...bad, state: "passed", error: null }));
  expect(sum(run(first, again))).toBe(
    "~ a.test.ts: closes: expected 1 to be 2\n3 passed, 0 failed\n",
  );
});

test("what fails twice is red, and so is what fails only the second time", () => {
  const first = results(file("a.test.ts", good, bad));
  expect(sum(run(first, results(file("a.test.ts", good, bad))))).toBe(
    "✗ a.test.ts: closes\n1 passed, 1 failed\n",
  );
  const other = [
    { ...good, state: "failed" },
    { ...bad, state: "passed" },
  ];
  expect(sum(run(first, results(file("a.test.ts", ...other))))).toBe(
    "✗ a.test.ts: opens\n1 passed, 1 failed\n",
  );
});

test("a file that does not come to its tests is red, and so is one whose process was killed", () => {
  const broken = { ...file("a.test.ts"), state: "failed", error: "Cannot find module" };
  expect(sum(run(results(broken)))).toBe("✗ a.test.ts: Cannot find module\n0 passed, 1 failed\n");
  const killed = { ...file("a.test.ts"), state: "queued" };
  expect(sum(run(results(killed)))).toBe("✗ a.test.ts: queued\n0 passed, 1 failed\n");
  expect(failedFiles(run(results(killed)))).toEqual(["a.test.ts"]);
  expect(sum(run(results(broken), results(file("a.test.ts", good))))).toBe(
    "~ a.test.ts: Cannot find module\n1 passed, 0 failed\n",
  );
});

test("a file that did not run again stays as red as it was", () => {
  const first = results(file("a.test.ts", bad), file("b.test.ts", bad));
  const again = results(file("a.test.ts", { ...bad, state: "passed" }));
  expect(sum(run(first, again))).toMatch(
    /^✗ b\.test\.ts: closes\n~ a\.test\.ts: .*\n1 passed, 1 failed\n$/,
  );
});

test("what fails outside of every test is red, whatever passes the second time", () => {
  const first = { ...results(file("a.test.ts", bad)), unhandled: ["socket hang up"] };
  const again = results(file("a.test.ts", good));
  expect(sum(run(first, again))).toContain("✗ unit: outside of every test: socket hang up\n");
  expect(sum(run(first, again))).toMatch(/\n1 passed, 1 failed\n$/);
});

test("what is left out is counted before the last line", () => {
  const left = { ...good, state: "skipped" };
  expect(sum(run(results(file("a.test.ts", good, left, left)), undefined, 0))).toBe(
    "2 tests of the whole are left to `npm run soak`\n1 passed, 0 failed\n",
  );
});

test("a run that ends badly without naming a failure is one", () => {
  expect(sum(run(null))).toBe("✗ unit: ended with 1 and no test that failed\n0 passed, 1 failed\n");
  expect(sum(run(results(file("a.test.ts", good)), undefined, 0))).toBe("1 passed, 0 failed\n");
});

test("only a few files run again, counted over all runs", () => {
  const many = Array.from({ length: MAX_REPEATED_FILES }, (_, n) => file(`${n}.test.ts`, bad));
  expect(areFew([run(results(file("a.test.ts", good)), undefined, 0)])).toBe(false);
  expect(areFew([run(results(...many))])).toBe(true);
  expect(areFew([run(results(...many)), run(results(file("a.test.ts", bad)))])).toBe(false);
});
