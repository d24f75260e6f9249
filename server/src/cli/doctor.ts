import { access, constants, mkdir, statfs, writeFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Config } from "../platform/config/index.ts";
import { whoOwns } from "../platform/postgres/index.ts";
import type { Suite } from "../wiring/suite.ts";
import type { Command, Invocation } from "./command.ts";

const NODE = 24;
const GB = 1e9;
/** Less free disk than this is worth a word; less than the second, a failure (bytes). */
const DISK = { little: 5 * GB, tooLittle: 0.5 * GB };
/** How far the clocks of database and server may be apart (milliseconds). */
const CLOCK = 5000;

/** What a check found: all is well, worth a word, or broken; and what to do about it. */
type Finding = readonly [state: "ok" | "note" | "broken", what: string, advice?: string];
type Check = (invocation: Invocation) => Promise<Finding>;

const SIGNS = { ok: "✓", note: "!", broken: "✗" };

const node: Check = async () =>
  Number(process.versions.node.split(".")[0]) >= NODE
    ? ["ok", `Node ${process.versions.node}`]
    : ["broken", `Node ${process.versions.node}`, `install Node ${NODE} or later`];

const dataFolder: Check = async ({ config: { data } }) => {
  const probe = join(data, `.doctor-${process.pid}`);
  try {
    await mkdir(data, { recursive: true, mode: 0o711 });
    await writeFile(probe, "");
    await rm(probe);
    return ["ok", `data in ${data}`];
  } catch (error) {
    return [
      "broken",
      `${data} is not writable (${reason(error)})`,
      "set ATRIUM_DATA or mend its owner",
    ];
  }
};

const disk: Check = async ({ config: { data } }) => {
  const { bavail, bsize } = await statfs(data);
  const free = bavail * bsize;
  const what = `${(free / GB).toFixed(1)} GB free in ${data}`;
  if (free >= DISK.little) return ["ok", what];
  return [free < DISK.tooLittle ? "broken" : "note", what, "make room, or move the data folder"];
};

const database: Check = async ({ open }) => {
  try {
    const { platform } = await open();
    const { rows } = await platform.pool.query<{ version: string; here: Date }>(
      "select current_setting('server_version') version, clock_timestamp() here",
    );
    const { version, here } = rows[0]!;
    const apart = Math.abs(here.getTime() - Date.now());
    if (apart > CLOCK)
      return [
        "broken",
        `its clock is ${Math.round(apart / 1000)} s away from ours`,
        "run NTP on both machines",
      ];
    return ["ok", `PostgreSQL ${version}, schema up to date, clocks agree`];
  } catch (error) {
    return [
      "broken",
      `database: ${reason(error)}`,
      "see the sentence, and postgres.log in the data folder",
    ];
  }
};

const blobs: Check = async ({ config: { data } }) => {
  const folder = join(data, "blobs");
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return ["ok", `messages and files in ${folder}`];
  } catch (error) {
    return ["broken", `${folder}: ${reason(error)}`, "mend its owner and mode"];
  }
};

const organisation: Check = async ({ open }) => {
  try {
    const { accounts } = (await open()) satisfies Suite;
    const found = await accounts.organisation();
    if (found === null)
      return [
        "note",
        "there is no organisation yet",
        "open the set-up link that the server prints",
      ];
    const people = await accounts.persons.list();
    const domains = await accounts.domains.list();
    const names = domains.map(({ name }) => name).join(", ");
    if (!people.some(({ roles, disabled }) => roles.includes("administrator") && !disabled))
      return [
        "note",
        `${found.name} has no administrator`,
        "npx atrium user add … --role administrator",
      ];
    return ["ok", `${found.name}: ${people.length} people, ${names}`];
  } catch {
    return ["broken", "the organisation cannot be read", "mend the database first"];
  }
};

/** Atrium speaks no TLS to browsers itself: where people open it by https, a proxy does. */
const proxy: Check = async ({ config: { publicUrl, trustedProxies } }) =>
  publicUrl?.startsWith("https:") === true && trustedProxies === null
    ? [
        "note",
        `${publicUrl} is served by a proxy that Atrium does not know`,
        "set ATRIUM_TRUSTED_PROXIES to its address, such as 127.0.0.1; apps cannot sign in otherwise",
      ]
    : ["ok", "proxies as they are configured"];

/**
 * Without the address that people open, every name that leads here counts as ours: also one of a foreign site that was
 * pointed here (DNS rebinding), whose pages then count as our own.
 */
const publicAddress: Check = async ({ config: { publicUrl, host } }) => {
  if (publicUrl !== null) return ["ok", `people open ${publicUrl}`];
  if (/^(localhost|127\.[\d.]+|::1)$/i.test(host)) return ["ok", "people open it on this machine"];
  return [
    "note",
    `ATRIUM_PUBLIC_URL is not set, and ${host} can be reached from other machines`,
    "set it to the address that people open, such as https://mail.example.com; pages of other addresses can change nothing then",
  ];
};

/** Free for us, or ours already. */
function port(
  variable: string,
  key: "port" | "smtpPort" | "submissionPort" | "submissionsPort",
): Check {
  return async ({ config }) => {
    const number = config[key];
    if (number === null) return ["ok", `${variable} is not set, so there is no such port`];
    const what = `${variable} ${number} on ${config.host}`;
    const error = await tryPort(config, number);
    if (error === null) return ["ok", `${what} is free`];
    if (error === "EADDRINUSE" && (await isServing(config))) return ["ok", `${what} is served`];
    return [
      "broken",
      `${what}: ${error}`,
      `end the other program, or set ${variable} to another port`,
    ];
  };
}

/** Whether a server runs on this data folder or, where the database is elsewhere, answers on our port. */
async function isServing(config: Config): Promise<boolean> {
  const owner = await whoOwns(config.data);
  if (owner !== null && owner !== process.pid) return true;
  if (config.databaseUrl === null) return false;
  const host = config.host.includes(":") ? `[${config.host}]` : config.host;
  const answer = await fetch(`http://${host}:${config.port}/healthz`).catch(() => null);
  return answer?.ok === true && (await answer.text()).trim() === "ok";
}

function tryPort(config: Config, number: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(reason(error)));
    server.listen(number, config.host, () => server.close(() => resolve(null)));
  });
}

function reason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

const checks: readonly Check[] = [
  node,
  dataFolder,
  disk,
  database,
  blobs,
  organisation,
  publicAddress,
  proxy,
  port("ATRIUM_PORT", "port"),
  port("ATRIUM_SMTP_PORT", "smtpPort"),
  port("ATRIUM_SUBMISSION_PORT", "submissionPort"),
  port("ATRIUM_SUBMISSIONS_PORT", "submissionsPort"),
];

export const doctorCommand: Command = {
  name: "doctor",
  usage: "",
  summary: "looks whether everything is as it should be, and says what to do where it is not",
  arity: [0, 0],
  async run(invocation) {
    let broken = 0;
    for (const check of checks) {
      const [state, what, advice] = await check(invocation);
      if (state === "broken") broken += 1;
      invocation.terminal.print(
        `${SIGNS[state]} ${what}${advice === undefined ? "" : `: ${advice}`}`,
      );
    }
    return broken === 0 ? 0 : 1;
  },
};
