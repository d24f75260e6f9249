import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { StartError } from "../start-error.ts";

/** A user of the operating system that is not root. */
export interface ServiceUser {
  name: string;
  uid: number;
  gid: number;
}

/** The one that is made where there is none. */
const NAME = "atrium";
/** Several starts may want to make it at once, and only one of them may write the list of users. */
const TRIES = 5;

/** Whether this process runs as root. */
export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Whom Atrium and its PostgreSQL run as when root starts them: nobody else when Atrium is not root; otherwise the one
 * of ATRIUM_USER, the owner of the cluster if there is one, or the user `atrium`, who is made if need be. The user
 * `postgres` of a PostgreSQL that others installed is only taken where no user can be made.
 * @throws StartError
 */
export function serviceUser(
  cluster: string,
  wanted: string | null = null,
): ServiceUser | undefined {
  if (!isRoot()) return undefined;
  const users = readUsers();
  if (wanted !== null && wanted !== "root") {
    const user = users.find(({ name }) => name === wanted);
    if (user !== undefined && user.uid !== 0) return user;
    throw new StartError(`ATRIUM_USER is "${wanted}", but there is no such user, or it is root.`);
  }
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid;
  return (
    users.find(({ uid }) => uid !== 0 && uid === owner) ??
    users.find(({ name }) => name === NAME) ??
    createUser(users.find(({ name }) => name === "postgres"))
  );
}

function createUser(otherwise: ServiceUser | undefined): ServiceUser {
  let reason = "";
  for (let turn = 0; turn < TRIES; turn += 1) {
    const made = spawnSync(
      "useradd",
      [
        "--system",
        "--user-group",
        "--home-dir",
        "/var/lib/atrium",
        "--no-create-home",
        "--shell",
        "/usr/sbin/nologin",
        NAME,
      ],
      { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" },
    );
    const user = readUsers().find(({ name }) => name === NAME);
    if (user !== undefined) return user;
    if (made.error !== undefined) {
      reason = made.error.message;
      break;
    }
    reason = made.stderr.trim();
    spawnSync("sleep", ["0.2"]);
  }
  if (otherwise !== undefined) return otherwise;
  throw new StartError(
    `PostgreSQL does not run as root, and the user "${NAME}" could not be created for it (${reason}). Create that user, or start Atrium as another user.`,
  );
}

function readUsers(): ServiceUser[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => fields.length >= 7)
    .map(([name, , uid, gid]) => ({ name: name!, uid: Number(uid), gid: Number(gid) }));
}

/** Whether the user gets into a folder; asked of the operating system, as that user. */
export function canReach(user: ServiceUser | undefined, folder: string): boolean {
  if (user === undefined) return true;
  const { uid, gid } = user;
  return (
    spawnSync("/bin/sh", ["-c", 'test -x "$1"', "sh", folder], {
      cwd: "/",
      uid,
      gid,
      stdio: "ignore",
    }).status === 0
  );
}
