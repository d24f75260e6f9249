import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { ROOT } from "./install.mjs";
import ResultsReporter from "./results-reporter.mjs";

afterEach(() => vi.unstubAllEnvs());

const testOf = (fullName, state = "passed", errors = []) => ({
  fullName,
  result: () => ({ state, errors }),
});
const moduleOf = (name, tests, { state = "passed", errors = [] } = {}) => ({
  moduleId: join(ROOT, name),
  children: { allTests: () => tests },
  errors: () => errors,
  state: () => state,
  diagnostic: () => ({ duration: 1000, collectDuration: 250, setupDuration: 250 }),
});

function reported(modules, unhandled = []) {
  const folder = mkdtempSync(join(tmpdir(), "atrium-results-"));
  const path = join(folder, "results.json");
  vi.stubEnv("RESULTS_FILE", path);
  new ResultsReporter({ keep: () => undefined }).onTestRunEnd(modules, unhandled);
  const results = JSON.parse(readFileSync(path, "utf8"));
  rmSync(folder, { recursive: true });
  return results;
}

test("a file has its tests, how long it took, and the first line of what went wrong", () => {
  const failed = testOf("two", "failed", [new Error("\u001B[31mno\u001B[0m\nand why")]);
  const { files, unhandled } = reported([
    moduleOf("a.test.ts", [testOf("one"), failed], { state: "failed" }),
  ]);
  expect(unhandled).toEqual([]);
  expect(files).toEqual([
    {
      name: "a.test.ts",
      state: "failed",
      seconds: 1.5,
      error: null,
      tests: [
        { name: "one", state: "passed", error: null },
        { name: "two", state: "failed", error: "no" },
      ],
    },
  ]);
});

test("what fails outside of every test is its file's, and what has no file is the run's", () => {
  const stray = Object.assign(new Error("late"), { VITEST_TEST_PATH: join(ROOT, "a.test.ts") });
  const { files, unhandled } = reported(
    [moduleOf("a.test.ts", [testOf("one")]), moduleOf("b.test.ts", [testOf("one")])],
    [stray, new Error("nobody's")],
  );
  expect(files.map(({ state, error }) => [state, error])).toEqual([
    ["failed", "late"],
    ["passed", null],
  ]);
  expect(unhandled).toEqual(["nobody's"]);
});

test("without a file to write to it keeps how long the files took, and nothing else", () => {
  vi.stubEnv("RESULTS_FILE", undefined);
  const keep = vi.fn();
  new ResultsReporter({ keep }).onTestRunEnd([moduleOf("a.test.ts", [])], []);
  expect(keep).toHaveBeenCalledWith([expect.objectContaining({ name: "a.test.ts", seconds: 1.5 })]);
});
