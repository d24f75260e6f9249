import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { serverFile } from "../../../scripts/lib/built.mjs";

const ROOT = join(import.meta.dirname, "../../..");
/** What is run as the server: as people start it, or the source when that is newer. */
export const MAIN = join(ROOT, serverFile("main"));
const CLI = join(ROOT, serverFile("cli"));

/** Where the programs that people start keep what Node made of our code, too. */
export const NODE_COMPILE_CACHE = join(ROOT, "node_modules/.cache/node");

const children = new Set<ChildProcess>();

export type ProgramOptions = Pick<SpawnOptions, "cwd" | "uid" | "gid">;

function start(
  file: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  options: ProgramOptions,
) {
  const child = spawn(process.execPath, [file, ...words], {
    ...options,
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE,
      ATRIUM_PORT: "0",
      ATRIUM_SMTP_PORT: "0",
      ATRIUM_SUBMISSION_PORT: "0",
      // Nobody is there to be asked.
      ATRIUM_DNS: "127.0.0.1:9",
      // As many on every machine, unless a test is about several.
      ATRIUM_PROCESSES: "1",
      ...env,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

/** `npx atrium …` to its end, with `input` on standard input: what it said, and its exit code. */
export async function runCommand(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  input = "",
  options: ProgramOptions = {},
) {
  const child = start(CLI, words, env, options);
  child.stdin.end(input);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { out, err, code: code as number };
}

/** The server as a process; resolves when it serves, or has ended and said why. */
export async function runServer(env: NodeJS.ProcessEnv, options: ProgramOptions = {}) {
  const child = start(MAIN, ["--friendly"], env, options);
  const lines: string[] = [];
  const ended = once(child, "exit");
  const errors = text(child.stderr);
  const url = await new Promise<string | null>((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      lines.push(line);
      const [, found] = /ready at (\S+)/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => resolve(null));
  });
  return {
    /** Null when it did not come to serve. */
    url,
    pid: child.pid!,
    /** What it has said so far. */
    lines,
    /** All that it says on standard error, once it has ended. */
    errors,
    /** The graceful way; answers the exit code. */
    async stop() {
      child.kill("SIGTERM");
      const [code] = await ended;
      return code as number | null;
    },
  };
}

/** Ends what a test that failed half way has left running; PostgreSQL ends with it in the clean way. */
export async function endPrograms(): Promise<void> {
  for (const child of children) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
}
