/**
 * `npm run check`: format, lint, types, layers, dead code. Every step runs, even when one before it failed.
 * With `--report FILE` the results are also written as JSON (`[{ name, ok }]`) for `npm test` to add up.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const bin = (name: string) => resolve(root, "node_modules/.bin", name);

const STEPS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ["format", bin("oxfmt"), "--check"],
  ["lint", bin("oxlint"), "--type-aware", "--deny-warnings"],
  ["types of the browser", bin("tsc"), "-p", "tsconfig.browser.json"],
  ["types of the server", bin("tsc"), "-p", "tsconfig.server.json"],
  ["types of the tests", bin("tsc"), "-p", "tsconfig.tests.json"],
  ["layers", bin("vitest"), "run", "--config", "tests/architecture/vitest.config.ts"],
  ["dead code", bin("knip")],
];

const wanted = process.argv.slice(2).filter((word) => STEPS.some(([name]) => name === word));
const results = STEPS.filter(([name]) => wanted.length === 0 || wanted.includes(name)).map(
  ([name, command, ...args]) => {
    const started = performance.now();
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 64 << 20,
    });
    const ok = status === 0;
    console.log(
      `${ok ? "✓" : "✗"} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`,
    );
    if (!ok) console.log(`${stdout}${stderr}`);
    return { name, ok };
  },
);

const report = process.argv.indexOf("--report");
if (report > 0) writeFileSync(process.argv[report + 1]!, JSON.stringify(results));
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
