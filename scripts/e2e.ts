/**
 * `npm run e2e`: builds what is stale, then runs the tests in a real browser (`npm test` installs one). Arguments
 * go to vitest: `npm run e2e -- mail` runs what is named so, whole; without a name it is the sample of `npm test`.
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { build } from "./build.ts";

await build();
const isNamed = process.argv.slice(2).some((word) => !word.startsWith("-"));
const vitest = resolve(import.meta.dirname, "../node_modules/vitest/vitest.mjs");
const { status } = spawnSync(
  process.execPath,
  [
    vitest,
    "run",
    "--config",
    "tests/e2e/vitest.config.ts",
    "--reporter=default",
    "--reporter=scripts/lib/results-reporter.mjs",
    ...process.argv.slice(2),
  ],
  {
    cwd: resolve(import.meta.dirname, ".."),
    stdio: "inherit",
    env: { ...process.env, ...(isNamed && { TESTS_WHOLE: "1" }) },
  },
);
process.exitCode = status ?? 1;
