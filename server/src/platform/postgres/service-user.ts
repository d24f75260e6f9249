import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { StartError } from "../start-error.ts";

/** A user of the operating system that is not root. */
export interface ServiceUser {
  name: string;
  uid: number;
  gid: number;
}

/** Whether this process runs as root, for whom PostgreSQL refuses to run. */
export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Whom PostgreSQL runs as: nobody else when Atrium is not root; otherwise the owner of the cluster if there is
 * one, the user `atrium`, the user `postgres`, or a new user `atrium`.
 */
export function serviceUser(cluster: string): ServiceUser | undefined {
  if (!isRoot()) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false })?.uid;
  const users = readUsers();
  const found =
    users.find((user) => user.uid !== 0 && user.uid === owner) ??
    users.find((user) => user.name === "atrium") ??
    users.find((user) => user.name === "postgres");
  return found ?? createUser();
}

function createUser(): ServiceUser {
  const made = spawnSync(
    "useradd",
    ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", "atrium"],
    { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" },
  );
  const user = readUsers().find(({ name }) => name === "atrium");
  if (user === undefined)
    throw new StartError(
      `PostgreSQL does not run as root, and the user "atrium" could not be made for it (${made.error?.message ?? made.stderr.trim()}); make that user, or start Atrium as another user.`,
    );
  return user;
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
