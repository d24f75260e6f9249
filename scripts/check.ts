/**
 * `npm run check`: format, lint, types, layers, dead code. Every step runs, even when one before it failed.
 * With `--report FILE` the results are also written as JSON (`[{ name, ok }]`) for `npm test` to add up.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const bin = (name: string) => resolve(root, "node_modules/.bin", name);

const STEPS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ["format", bin("oxfmt"), "--check"],
  // The types of each file too, by the first project that it is part of.
  ["lint and types", bin("oxlint"), "--type-aware", "--type-check", "--deny-warnings"],
  // That is the browser's for what server and browser share: here it is seen as by the server.
  ["shared types", bin("tsc"), "-p", "tsconfig.shared.json"],
  ["layers", bin("vitest"), "run", "--config", "tests/architecture/vitest.config.ts"],
  ["dead code", bin("knip")],
];

/** The one that takes half of the time, on one processor; the others run one after the other beside it. */
const BESIDE = "layers";

type Step = (typeof STEPS)[number];

/** What reads the types is over soon: Go's collector would take a fifth of its time. */
const env = { ...process.env, GOGC: "800" };

async function run([name, command, ...args]: Step): Promise<boolean> {
  const started = performance.now();
  const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => said.push(text));
  const [code] = (await once(child, "close")) as [number | null];
  const ok = code === 0;
  console.log(`${ok ? "✓" : "✗"} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (!ok) console.log(said.join(""));
  return ok;
}

const words = process.argv.slice(2).filter((word) => STEPS.some(([name]) => name === word));
const wanted = STEPS.filter(([name]) => words.length === 0 || words.includes(name));
const results: { name: string; ok: boolean }[] = [];
const runAll = async (steps: readonly Step[]): Promise<void> => {
  for (const step of steps) results.push({ name: step[0], ok: await run(step) });
};
await Promise.all([
  runAll(wanted.filter(([name]) => name === BESIDE)),
  runAll(wanted.filter(([name]) => name !== BESIDE)),
]);

const report = process.argv.indexOf("--report");
if (report > 0) writeFileSync(process.argv[report + 1]!, JSON.stringify(results));
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
