import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { NODE_COMPILE_CACHE } from "./server/src/testing/program.ts";

/**
 * Short files that take long: begun last, they would run while the rest of the machine has nothing to do. The first starts
 * the program and lets it end, which writes down what Node made of it; the last ones start it, too, and kill it.
 */
const LONG = [
  /\/cli\/cli\.test\./,
  /\/tests\/fuzz\/|\/(?:queue\/hostile|wiring\/access-table)\.test\./,
  /\/tests\/durability\/|\/wiring\/processes\.test\./,
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = LONG.findIndex((names) => names.test(moduleId));
      return found < 0 ? LONG.length : found;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

/** Unit and integration tests; those in a browser have `tests/e2e/vitest.config.ts`. */
export default defineConfig({
  test: {
    // For the threads that read messages, which do not go through vitest.
    env: { NODE_COMPILE_CACHE },
    include: [
      "**/src/**/*.test.{ts,tsx}",
      "scripts/**/*.test.mjs",
      "tests/{conformance,durability,fuzz,junk}/**/*.test.ts",
    ],
    exclude: ["**/node_modules/**", "dist/**", "data/**"],
    globalSetup: ["server/src/testing/global-setup.ts"],
    setupFiles: ["server/src/testing/close-all.ts"],
    // Starting a process and reading the server's modules for each of four hundred files was a third of the time.
    isolate: false,
    // Those that wait for a time limit leave the machine to the others.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    // Far more than anything takes: a machine at twenty times its load shows the same, later.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
