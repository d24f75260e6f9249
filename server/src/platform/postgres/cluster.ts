import { spawn } from "node:child_process";
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import type { Engine } from "./engine.ts";
import { SOCKET_PATH, shortName } from "../user/owner.ts";
import { canReach } from "../user/index.ts";
import type { ServiceUser } from "../user/index.ts";
import { StartError } from "../start-error.ts";
import { syncFolderAtOnce } from "../sync-folder.ts";

/** The superuser and database of an embedded cluster. */
export const USER = "atrium";
export const DATABASE = "atrium";
const PORT_FILE = ".s.PGSQL.5432";

/** Where a cluster lies and how its user gets at it. */
export interface Cluster {
  folder: string;
  user: ServiceUser | undefined;
  /**
   * What PostgreSQL gets as its data directory. When its user can't walk there (the data folder lies in a
   * home of mode 0700), the process is put into the folder before it becomes that user, and given ".".
   */
  directory: string;
  /** Where we find its socket. The folder is for that user (and root) alone, so whoever connects is trusted. */
  socketFolder: string;
  /** The same as PostgreSQL sees it. */
  socketSetting: string;
}

/** What PostgreSQL takes for the folder that it stands in. Its processes never leave it. */
const WHERE_I_AM = "/proc/self/cwd";

export function describeCluster(dataFolder: string, user: ServiceUser | undefined): Cluster {
  const folder = join(dataFolder, "pg");
  const reachable = canReach(user, dataFolder);
  if (!reachable && !existsSync(WHERE_I_AM))
    throw new StartError(
      `The user "${user?.name}", which PostgreSQL runs as, cannot enter ${dataFolder}. Set ATRIUM_DATA to a folder that it can enter, or start Atrium as another user.`,
    );
  const inside = join(folder, "run");
  const short = Buffer.byteLength(join(inside, PORT_FILE)) < SOCKET_PATH;
  const socketFolder = short ? inside : join(tmpdir(), shortName(folder));
  return {
    folder,
    user,
    directory: reachable ? folder : WHERE_I_AM,
    socketFolder,
    // Relative to its data directory, which PostgreSQL makes its working directory.
    socketSetting: short ? "run" : socketFolder,
  };
}

/** Makes the cluster. Made aside and renamed: one that exists is whole. */
export async function createCluster(
  engine: Engine,
  cluster: Cluster,
  durable: boolean,
): Promise<void> {
  for (const name of readdirSync(dirname(cluster.folder)))
    if (name.startsWith("pg.init")) removeRemains(join(dirname(cluster.folder), name));
  // A name of its own: the initdb of a start that was killed may still be writing into its folder.
  const aside = `${cluster.folder}.init.${process.pid}`;
  makeFolder(aside, cluster.user);
  const child = spawn(
    engine.initdb,
    [
      `--pgdata=${cluster.directory === WHERE_I_AM ? WHERE_I_AM : aside}`,
      `--username=${USER}`,
      "--auth-local=trust",
      "--auth-host=reject",
      "--encoding=UTF8",
      "--text-search-config=simple",
      "--data-checksums",
      ...localeFlags(engine.major),
      ...(durable ? [] : ["--no-sync"]),
    ],
    { ...runAs(cluster.user), cwd: aside, env: environment(), stdio: ["ignore", "ignore", "pipe"] },
  );
  const [errors, code] = await Promise.all([
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", resolve);
    }),
  ]);
  if (code !== 0)
    throw new StartError(`PostgreSQL could not create its files in ${aside}: ${errors.trim()}`);
  makeFolder(join(aside, "run"), cluster.user);
  renameSync(aside, cluster.folder);
  syncFolderAtOnce(dirname(cluster.folder));
}

function removeRemains(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Something writes into it; the next start removes it.
  }
}

/** Also after the temporary folder of the system was emptied. */
export function ensureSocketFolder(cluster: Cluster): void {
  if (!existsSync(cluster.socketFolder)) makeFolder(cluster.socketFolder, cluster.user);
  const { uid, mode } = lstatSync(cluster.socketFolder);
  if (uid !== (cluster.user?.uid ?? process.getuid?.()) || (mode & 0o077) !== 0)
    throw new StartError(
      `${cluster.socketFolder} belongs to another user or is open to others; remove it.`,
    );
}

/** One that lies elsewhere goes when nothing is in it any more. */
export function removeSocketFolder({ folder, socketFolder }: Cluster): void {
  if (dirname(socketFolder) === folder) return;
  try {
    rmdirSync(socketFolder);
  } catch {
    // Something is in it, or it has gone already.
  }
}

function makeFolder(path: string, owner: ServiceUser | undefined): void {
  mkdirSync(path, { mode: 0o700 });
  if (owner !== undefined) chownSync(path, owner.uid, owner.gid);
}

/**
 * Bytewise order, which no update of the system changes, with Unicode's letters: under C alone pg_trgm and lower()
 * know only ASCII. The built-in provider came with PostgreSQL 17.
 */
function localeFlags(major: number): string[] {
  return [
    ...(major >= 17 ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"] : []),
    "--locale=C",
    "--lc-collate=C",
    "--lc-ctype=C.UTF-8",
  ];
}

/** Nothing of our own environment, which may hold secrets, reaches PostgreSQL. */
export function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], LC_ALL: "C.UTF-8", TZ: "UTC" };
}

export function runAs(user: ServiceUser | undefined): { uid?: number; gid?: number } {
  return user === undefined ? {} : { uid: user.uid, gid: user.gid };
}
