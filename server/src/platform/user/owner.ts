import { createHash } from "node:crypto";
import { linkSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
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
/** What is put behind a path while it is fought for. */
const SUFFIX = 16;
/** What a process that died in the middle left behind is removed when it is older than this (milliseconds). */
const LEFT_BEHIND = 60_000;

/** A short name that stands for a long path. */
export const shortName = (path: string): string => `atrium-${digest(path, 12)}`;

const digest = (text: string, length: number): string =>
  createHash("sha256").update(text).digest("hex").slice(0, length);

function ownerSocket(dataFolder: string): string {
  const path = join(dataFolder, "owner.sock");
  return Buffer.byteLength(path) + SUFFIX < SOCKET_PATH
    ? path
    : join(tmpdir(), `${shortName(dataFolder)}.owner.sock`);
}

let attempts = 0;

/**
 * Takes the data folder, by listening on a socket in it: the operating system ends that with the process, however
 * it dies. A socket that refuses connections is a dead process's, and is replaced.
 *
 * The name appears only when its socket listens already (made aside, then linked), so that a refusal always means death.
 * Of several that found the same dead socket, the one whose link to that socket's claim succeeds may replace it; the
 * renaming of the claim ends the claim and the dead socket in one step.
 * @throws AlreadyRunning
 */
export async function takeOwnership(dataFolder: string): Promise<Ownership> {
  const path = ownerSocket(dataFolder);
  const aside = `${path}.${process.pid.toString(36)}-${(attempts += 1)}`;
  rmSync(aside, { force: true });
  const server = await listen(aside);
  try {
    while (!link(aside, path) && !(await replaceDead(aside, path, dataFolder))) await pause(10);
  } catch (error) {
    server.close();
    throw error;
  }
  rmSync(aside, { force: true });
  removeLeftBehind(path);
  server.unref();
  return {
    release: () => {
      // Before the listening ends: afterwards the name may be another's.
      rmSync(path, { force: true });
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Whether we are in the place of a dead owner now; if not, things have moved and are to be looked at again. */
async function replaceDead(aside: string, path: string, dataFolder: string): Promise<boolean> {
  const dead = mark(path);
  if (dead === null) return false;
  const owner = await ask(path);
  if (owner !== null) throw new AlreadyRunning(dataFolder, owner);
  const claim = `${path}.${digest(dead, 8)}`;
  if (!link(aside, claim)) {
    // Another start replaces it just now; if that one died over it, its dead socket is the next to be replaced.
    if (mark(claim) !== null && (await ask(claim)) === null && mark(path) === dead)
      rename(claim, path);
    return false;
  }
  if (mark(path) !== dead) {
    rmSync(claim, { force: true });
    return false;
  }
  return rename(claim, path);
}

/** The process that owns the data folder; null when none does. */
export const whoOwns = (dataFolder: string): Promise<number | null> => ask(ownerSocket(dataFolder));

function ask(path: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path);
    let answer = "";
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => (answer += text));
    socket.on("end", () => resolve(Number(answer)));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED" || error.code === "ENOENT") resolve(null);
      // It died while it answered.
      else if (error.code === "ECONNRESET") resolve(answer === "" ? null : Number(answer));
      else reject(error);
    });
  });
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.end(String(process.pid));
    });
    server.on("error", reject);
    server.listen(path, () => resolve(server));
  });
}

/** Gives a file a second name; false when the name is taken. */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** False when there is nothing of the first name (any more). */
function rename(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** What distinguishes one socket from all that had its name before; further names for it do not change it. */
function mark(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.ino} ${found.mtimeNs}`;
}

function removeLeftBehind(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(`${basename(path)}.`)) continue;
    const other = join(dirname(path), name);
    const made = statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - made > LEFT_BEHIND) rmSync(other, { force: true });
  }
}
