// Plain JavaScript for any Node from 20 on, with nothing installed.
import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { ROOT, ensureInstalled, giveUp } from "./install.mjs";

const NEEDED = 24;

/** A Node that runs our TypeScript: this one if it is new enough, or the one that the lockfile pins for this platform. */
export function findNode() {
  if (Number(process.versions.node.split(".")[0]) >= NEEDED) return process.execPath;
  const pinned = join(ROOT, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(pinned) && spawnSync(pinned, ["--version"]).status === 0) return pinned;
  return giveUp(
    `This is Node ${process.versions.node}, and the packages include no Node ${NEEDED} for ${process.platform}-${process.arch}. Install Node ${NEEDED} or later (https://nodejs.org) and run the same command again.`,
  );
}

/** Installs if need be. Whatever comes after it may count on `node_modules` and on the Node of the answer. */
export function prepare() {
  ensureInstalled();
  return findNode();
}

/** The environment for a child: its `node` is the one that runs it. */
function environment(node) {
  return { ...process.env, PATH: `${join(node, "..")}:${process.env.PATH ?? ""}` };
}

/** Runs a file of the checkout to its end, with our input and output; answers its exit code. */
export function runToEnd(node, file, args = []) {
  const { status } = spawnSync(node, [join(ROOT, file), ...args], {
    cwd: ROOT,
    env: environment(node),
    stdio: "inherit",
  });
  return status ?? 1;
}

/** Starts a file of the checkout; what it says goes to a file. Resolves to its exit code. */
export function runBeside(node, file, args, outputFile) {
  const output = openSync(outputFile, "w");
  const child = spawn(node, [join(ROOT, file), ...args], {
    cwd: ROOT,
    env: environment(node),
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  return new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/** Becomes the file: passes signals on to it and ends as it ends. */
export function become(node, file, args = [], options = {}) {
  // What Node made of our TypeScript is kept, which halves the work of a start.
  const NODE_COMPILE_CACHE = join(ROOT, "node_modules/.cache/node");
  const child = spawn(node, [join(ROOT, file), ...args], {
    cwd: options.cwd ?? ROOT,
    env: { NODE_COMPILE_CACHE, ...environment(node) },
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => child.kill(signal));
  child.once("error", (error) => giveUp(`${node} could not be run: ${error.message}.`));
  child.once("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}
