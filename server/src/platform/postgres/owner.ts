import { createHash } from "node:crypto";
import { rmSync, statSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { StartError } from "../start-error.ts";

/** Another process serves this data folder. */
export class AlreadyRunning extends StartError {
  readonly pid: number;
  constructor(dataFolder: string, pid: number) {
    super(`Atrium is already running on ${dataFolder} (process ${pid}).`);
    this.pid = pid;
  }
}

/** The being the one process that owns a data folder's PostgreSQL. */
export interface Ownership {
  release(): Promise<void>;
}

/** A socket's path has to fit into 104 bytes (108 on Linux); longer ones lie in a short folder elsewhere. */
export const SOCKET_PATH = 100;

/** A short name that stands for a long path. */
export const shortName = (path: string): string =>
  `atrium-${createHash("sha256").update(path).digest("hex").slice(0, 12)}`;

function ownerSocket(dataFolder: string): string {
  const path = join(dataFolder, "owner.sock");
  return Buffer.byteLength(path) < SOCKET_PATH
    ? path
    : join(tmpdir(), `${shortName(dataFolder)}.owner.sock`);
}

/**
 * Takes the data folder, by listening on a socket in it: the operating system ends that with the process, however
 * it dies. A socket left by a dead process refuses connections and is replaced.
 * @throws AlreadyRunning
 */
export async function takeOwnership(dataFolder: string): Promise<Ownership> {
  const path = ownerSocket(dataFolder);
  for (;;) {
    const server = await listen(path);
    if (server !== null) {
      const mine = mark(path);
      // Two that found the same dead socket may both have replaced it; the later one has the name.
      await pause(20);
      if (mine !== null && mark(path) === mine) {
        server.unref();
        return { release: () => new Promise((resolve) => server.close(() => resolve())) };
      }
      // Not closed: that would remove the name, which is another's now.
      server.unref();
      continue;
    }
    const found = mark(path);
    const pid = await whoOwns(dataFolder);
    if (pid !== null) throw new AlreadyRunning(dataFolder, pid);
    if (mark(path) === found) rmSync(path, { force: true });
  }
}

/** The process that owns the data folder; null when none does. */
export function whoOwns(dataFolder: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(ownerSocket(dataFolder));
    let answer = "";
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => (answer += text));
    socket.on("end", () => resolve(Number(answer)));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED" || error.code === "ENOENT") resolve(null);
      else if (error.code === "ECONNRESET") resolve(Number(answer));
      else reject(error);
    });
  });
}

/** Listens on the path; null when something is there already. */
function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.end(String(process.pid));
    });
    server.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(null);
      else reject(error);
    });
    server.listen(path, () => resolve(server));
  });
}

function mark(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.ino} ${found.ctimeNs}`;
}
