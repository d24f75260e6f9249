import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../server/src/testing/free-port.ts";
import { MAIN, NODE_COMPILE_CACHE } from "../../server/src/testing/program.ts";

/** Lines of the server's log that are kept, for the sentence about a start that failed. */
const KEPT_LINES = 20;

/** The real server as a process of its own, which can be killed and started again on the same data and ports. */
export interface ServerProcess {
  readonly url: string;
  readonly smtpPort: number;
  /** Of the process that was started last. */
  readonly pid: number;
  /** Resolves when it serves. Its first start makes the store. */
  start(): Promise<void>;
  /** SIGKILL, if it runs. PostgreSQL lives on. */
  kill(): Promise<void>;
  /** SIGKILL to one of the processes that serve below it, where there are several; says whether there was one. */
  killProcess(): boolean;
  /** SIGKILL to the postmaster alone; says whether there was one. */
  killPostmaster(): boolean;
  /** The graceful way; answers the exit code. */
  stop(): Promise<number | null>;
}

/** @param settings variables of the environment beside the data folder and the ports. */
export async function serverProcess(
  data: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const [port, smtpPort, submissionPort] = [await freePort(), await freePort(), await freePort()];
  let child: ChildProcess | undefined;
  const output: string[] = [];
  const keep = (text: string): void => {
    output.push(text);
    if (output.length > KEPT_LINES) output.shift();
  };

  return {
    url: `http://127.0.0.1:${port}`,
    smtpPort,
    get pid() {
      return child!.pid!;
    },
    async start() {
      const started = spawn(process.execPath, [MAIN], {
        env: {
          PATH: process.env["PATH"],
          NODE_COMPILE_CACHE,
          ATRIUM_DATA: data,
          ATRIUM_PORT: String(port),
          ATRIUM_SMTP_PORT: String(smtpPort),
          ATRIUM_SUBMISSION_PORT: String(submissionPort),
          ATRIUM_LOG_LEVEL: "info",
          // As many on every machine, unless a run is about several.
          ATRIUM_PROCESSES: process.env["ATRIUM_PROCESSES"] ?? "1",
          ...settings,
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      child = started;
      started.stderr.setEncoding("utf8").on("data", keep);
      await new Promise<void>((resolve, reject) => {
        createInterface(started.stdout).on("line", (line) => {
          keep(line);
          if (line.includes("Atrium is ready")) resolve();
        });
        started.once("exit", (code) =>
          reject(new Error(`the server ended with ${code}:\n${output.join("\n")}`)),
        );
      });
    },
    async kill() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
    killProcess() {
      const pid = processesBelow(child!.pid!).at(-1);
      if (pid !== undefined) process.kill(pid, "SIGKILL");
      return pid !== undefined;
    },
    killPostmaster() {
      try {
        const [pid] = readFileSync(join(data, "pg/postmaster.pid"), "utf8").split("\n");
        process.kill(Number(pid), "SIGKILL");
        return true;
      } catch {
        return false;
      }
    },
    async stop() {
      child!.kill("SIGTERM");
      if (child!.exitCode === null) await once(child!, "exit");
      return child!.exitCode;
    },
  };
}

/** The processes of a server that serve below the one that was started. */
export function processesBelow(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").map(Number);
  return children.filter(
    (child) => child > 0 && readFileSync(`/proc/${child}/cmdline`, "utf8").includes(MAIN),
  );
}
