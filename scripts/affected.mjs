// `npm run affected [BASE]`: what a change since BASE (the last commit that was seen green, or else the one before) is tried
// with while one works: the check, the unit tests that import what changed, and the shortest browser tests about it, which
// are tried whole.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { aboutLeft, chooseBrowserTests, namedFeatures } from "./lib/affected.mjs";
import { ROOT } from "./lib/install.mjs";
import { prepare, runToEnd } from "./lib/node.mjs";
import { keptSeconds } from "./lib/seconds.mjs";

const node = prepare();

const git = (...args) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();

function seenGreen() {
  try {
    const folder = git("rev-parse", "--path-format=absolute", "--git-common-dir");
    return readFileSync(join(folder, "seen-green"), "utf8").trim();
  } catch {
    return null;
  }
}

const base = process.argv[2] ?? seenGreen() ?? "HEAD~1";
const changed = [
  ...git("diff", "--name-only", base).split("\n"),
  ...git("ls-files", "--others", "--exclude-standard").split("\n"),
].filter(Boolean);
process.stdout.write(
  `${changed.length} files have changed since ${git("log", "-1", "--format=%h %s", base)}\n`,
);

const seconds = keptSeconds(true);
const files = readdirSync(join(ROOT, "tests/e2e"))
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => `tests/e2e/${name}`)
  .map((path) => ({
    path,
    features: namedFeatures(readFileSync(join(ROOT, path), "utf8")),
    seconds: seconds[path],
  }));
const { run, left } = chooseBrowserTests(files, changed);

const related = ["run", `--changed=${base}`, "--passWithNoTests"];
const codes = [
  runToEnd(node, "scripts/check.ts"),
  runToEnd(node, "node_modules/vitest/vitest.mjs", related),
];
if (run.length > 0) codes.push(runToEnd(node, "scripts/e2e.ts", run));
if (left.length > 0) process.stdout.write(`${aboutLeft(left)}\n`);
process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
