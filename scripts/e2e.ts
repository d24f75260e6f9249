/** `npm run e2e`: builds what is stale, then runs the tests in a real browser (`npm test` installs one). Arguments go to vitest (`npm run e2e -- mail`). */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { build } from "./build.ts";

await build();
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
  { cwd: resolve(import.meta.dirname, ".."), stdio: "inherit" },
);
process.exitCode = status ?? 1;
