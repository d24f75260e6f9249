// Plain JavaScript for any Node from 20 on, with nothing installed.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** Ends the process with one sentence for the person who started it. */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/**
 * Whether `node_modules` is what the lockfile asks for. npm writes down what it installed as its last act, so
 * an interrupted installation does not count. What is optional may be missing (it is for other platforms).
 */
export function isInstalled(root = ROOT) {
  const wanted = readPackages(join(root, "package-lock.json"));
  const found = readPackages(join(root, "node_modules/.package-lock.json"));
  if (wanted === null || found === null) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes("node_modules/")) return true;
    const there = found[path];
    if (there === undefined) return entry.optional === true;
    return (
      there.version === entry.version &&
      there.integrity === entry.integrity &&
      existsSync(join(root, path, "package.json"))
    );
  });
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  } catch {
    return null;
  }
}

/** Installs from the lockfile when needed, where the person can see it. */
export function ensureInstalled() {
  if (isInstalled()) return;
  process.stdout.write(
    "Installing packages (only the first time, and when the lockfile changes) …\n",
  );
  const started = Date.now();
  // Not `npm ci`: it refuses a lockfile when a registry lacks a package that is for other platforms only. This
  // takes the versions of the lockfile too, writes nothing into it, and is looked at afterwards.
  const args = ["install", "--no-save", "--include=optional", "--include=dev", "--loglevel=error"];
  const { npm_execpath: npm } = process.env;
  const [command, ...rest] = npm?.endsWith(".js")
    ? [process.execPath, npm, ...args]
    : ["npm", ...args];
  const { status, error } = spawnSync(command, rest, {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (error) giveUp(`npm could not be run (${error.message}). Install Node 20 or later with npm.`);
  if (status !== 0)
    giveUp("The installation failed. Fix what npm reports above, then run the same command again.");
  if (!isInstalled())
    giveUp(
      "What npm installed differs from package-lock.json. Remove node_modules and run the same command again.",
    );
  process.stdout.write(`Installed in ${Math.round((Date.now() - started) / 1000)} s.\n`);
}
