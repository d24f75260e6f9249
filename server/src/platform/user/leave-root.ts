import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Config } from "../config/index.ts";
import { whoOwns } from "./owner.ts";
import { StartError } from "../start-error.ts";
import { handOver } from "./hand-over.ts";
import { isRoot, serviceUser } from "./service-user.ts";
import type { ServiceUser } from "./service-user.ts";

export interface Leaving {
  readonly config: Pick<
    Config,
    "data" | "user" | "tlsCert" | "tlsKey" | "secretKeyFile" | "s3SecretKeyFile"
  >;
  /** The checkout. */
  readonly root: string;
  /** Files and folders that a person named, and that the ordinary user has to read. */
  readonly reads?: readonly string[];
  /** Folders that it has to write in; made when they are not there. */
  readonly writes?: readonly string[];
  /** What only root may do to the checkout. */
  readonly prepare?: () => void;
}

/** The first of the paths for which the user fails a test of test(1). */
type Refused = (test: string, paths: readonly string[]) => string | undefined;

/** What is run to become another user; it keeps the process number. Of util-linux, so on every Linux but the smallest. */
const SETPRIV = ["/usr/bin/setpriv", "/bin/setpriv"];
/** All that is left of root's rights: ports below 1024, as the systemd unit leaves it. */
const ONE_RIGHT = "-all,+net_bind_service";
/** Of a checkout: one file of each kind that may have been made with other rights than the rest. */
const PROGRAM = [
  "package.json",
  "server/src/main.ts",
  "dist/server/main.mjs",
  "server/migrations",
  "contract/package.json",
  "node_modules/.package-lock.json",
  "node_modules/pg/package.json",
];

/**
 * Where root started this: goes on as an ordinary user, in the same process from its first line on. It returns
 * where there is nothing to leave, and with a sentence where root has to stay root.
 * @throws StartError when that user cannot read a file that was named, such as the key of the certificate.
 */
export async function leaveRoot(options: Leaving): Promise<string | null> {
  const { config, root } = options;
  if (!isRoot() || config.user === "root") return null;
  const setpriv = SETPRIV.find((path) => existsSync(path));
  const user = userOf(config);
  if (typeof user === "string") return stays(user);
  if (setpriv === undefined || process.execve === undefined)
    return stays(`setpriv is needed to become "${user.name}" and is not installed`);
  mkdirSync(config.data, { recursive: true, mode: 0o711 });
  const data = realpathSync(config.data);

  const ways = [
    [
      ...becoming(user),
      `--inh-caps=${ONE_RIGHT}`,
      `--ambient-caps=${ONE_RIGHT}`,
      `--bounding-set=${ONE_RIGHT}`,
    ],
    // Where root itself has few rights, as in some containers.
    becoming(user),
  ];
  const way = ways.find((args) => spawnSync(setpriv, [...args, "/bin/true"]).status === 0);
  if (way === undefined) return stays(`this system does not allow becoming "${user.name}"`);
  const refused: Refused = (test, paths) =>
    paths.find(
      (path) => spawnSync(setpriv, [...way, "/usr/bin/env", "test", test, path]).status !== 0,
    );

  const program = PROGRAM.map((path) => join(root, path)).filter((path) => existsSync(path));
  const closed =
    refused("-x", [process.execPath, dirname(data)]) ??
    refused("-r", program) ??
    (existsSync(join(root, "dist")) ? refused("-x", [join(root, "dist")]) : undefined);
  if (closed !== undefined) return stays(`the user "${user.name}" cannot access ${closed}`);
  mustBeReadable(options, user, refused);

  const served = await prepareFolders(options, data, user, refused);
  if (served !== null) return stays(served);
  // Libraries look for their settings where they stand. What was named by a path from here has been found to be within reach.
  if (refused("-x", [process.cwd()]) !== undefined) process.chdir("/");
  return process.execve(
    setpriv,
    [setpriv, ...way, process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    environment(user),
  );
}

/** The user, or why there is none. */
function userOf(config: Leaving["config"]): ServiceUser | string {
  try {
    return serviceUser(join(config.data, "pg"), config.user)!;
  } catch (error) {
    if (config.user !== null || !(error instanceof StartError)) throw error;
    return "there is no user to run as, and none could be created";
  }
}

const becoming = ({ uid, gid }: ServiceUser): string[] => [
  `--reuid=${uid}`,
  `--regid=${gid}`,
  "--init-groups",
  "--no-new-privs",
];

const stays = (why: string): string =>
  `ROOT-KEPT: still running as root, because ${why}. Start Atrium as an ordinary user, or move it where that user can read it. To run as root on purpose, set ATRIUM_USER=root.`;

/** Said now and not in two months, when the certificate is renewed and its key cannot be read any more. */
function mustBeReadable(
  { config, root, reads = [] }: Leaving,
  user: ServiceUser,
  refused: Refused,
): void {
  const { tlsCert, tlsKey, secretKeyFile, s3SecretKeyFile } = config;
  const named = [join(root, "atrium.toml"), tlsCert, tlsKey, secretKeyFile, s3SecretKeyFile];
  const there = [...named, ...reads].filter((path) => path !== null && existsSync(path));
  const closed = refused("-r", there as string[]);
  if (closed !== undefined)
    throw new StartError(
      `The user "${user.name}", which Atrium runs as, cannot read ${closed}. Run chgrp ${user.name} ${closed} && chmod g+r ${closed}, and make sure that ${user.name} can enter its folder.`,
    );
}

/** Answers why root has to stay, or null when all is the user's. */
async function prepareFolders(
  { prepare, writes = [] }: Leaving,
  data: string,
  user: ServiceUser,
  refused: Refused,
): Promise<string | null> {
  prepare?.();
  const pg = statSync(join(data, "pg"), { throwIfNoEntry: false });
  if (statSync(data).uid !== user.uid || (pg ?? user).uid !== user.uid) {
    // Not under the feet of one that was started another way.
    if ((await whoOwns(data)) !== null)
      return `the Atrium running on ${data} was not started as "${user.name}"`;
    handOver(data, user);
  }
  for (const folder of writes) {
    if (!existsSync(folder)) {
      mkdirSync(dirname(folder), { recursive: true });
      mkdirSync(folder, { mode: 0o700 });
      chownSync(folder, user.uid, user.gid);
    }
    if (refused("-w", [folder]) !== undefined)
      throw new StartError(
        `The user "${user.name}", which Atrium runs as, cannot write to ${folder}. Run chown -R ${user.name} ${folder}, or use another folder.`,
      );
  }
  return null;
}

function environment({ name, uid, gid }: ServiceUser): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE: cache, ...rest } = process.env;
  const given = { ...rest, HOME: "/", USER: name, LOGNAME: name };
  if (cache === undefined) return given;
  // What Node keeps for root can be written by root alone.
  const own = `${cache}-${name}`;
  mkdirSync(own, { recursive: true, mode: 0o755 });
  chownSync(own, uid, gid);
  return { ...given, NODE_COMPILE_CACHE: own };
}
