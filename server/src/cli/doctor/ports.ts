import { createConnection, createServer } from "node:net";
import type { Config } from "../../platform/config/index.ts";
import { isLoopback } from "../../platform/addresses.ts";
import { fail, ok, reason, warn, type Check, type Finding, type Patient } from "./finding.ts";

type PortKey =
  | "port"
  | "httpsPort"
  | "smtpPort"
  | "submissionPort"
  | "submissionsPort"
  | "metricsPort";

const PORTS: readonly (readonly [variable: string, key: PortKey])[] = [
  ["ATRIUM_PORT", "port"],
  ["ATRIUM_HTTPS_PORT", "httpsPort"],
  ["ATRIUM_SMTP_PORT", "smtpPort"],
  ["ATRIUM_SUBMISSION_PORT", "submissionPort"],
  ["ATRIUM_SUBMISSIONS_PORT", "submissionsPort"],
  ["ATRIUM_METRICS_PORT", "metricsPort"],
];
/** How long a port on this machine may take to take a connection (milliseconds). */
const CONNECT = 2000;

/** Where a port of ours is listened to. */
export const hostOf = (config: Config, key: PortKey): string =>
  key === "metricsPort" ? config.metricsHost : config.host;

/** The address under which a program on this machine reaches it. */
export function reachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  return host === "::" ? "::1" : host;
}

export const ports: Check = {
  name: "ports",
  async look(patient) {
    const found: Finding[] = [];
    for (const [variable, key] of PORTS) {
      const number = patient.config[key];
      if (number !== null && number !== 0) found.push(await look(patient, variable, key, number));
    }
    found.push(
      isLoopback(patient.config.host)
        ? ok("these ports are open to this machine only (ATRIUM_HOST)")
        : ok("a firewall may still block these ports; try from another machine: nc -vz HOST PORT"),
    );
    return found;
  },
};

/** Free for us, or ours already. */
async function look(
  { config, server }: Patient,
  variable: string,
  key: PortKey,
  number: number,
): Promise<Finding> {
  const host = hostOf(config, key);
  const what = `${variable} ${number} on ${host}`;
  const error = await tryPort(host, number);
  if (error === null)
    return server === null
      ? ok(`${what} is free`)
      : fail(
          `${what} is not served although the server is running`,
          "restart it with these settings",
        );
  const answers = await connects(host, number);
  if (answers && (server !== null || (await isServing(config)))) return ok(`${what} is served`);
  if (error === "EACCES" && !answers)
    return warn(
      `${what}: this user may not open it`,
      "start the server with the systemd unit (AmbientCapabilities) or as root, or use a port from 1024 on",
    );
  if (error === "EADDRNOTAVAIL")
    return fail(
      `this machine has no address ${host}`,
      "set ATRIUM_HOST to an address that ip addr lists, or to 0.0.0.0",
    );
  return fail(
    `${what}: ${error === "EADDRINUSE" || answers ? "another program is using it" : error}`,
    `stop that program (ss -ltnp names it), or set ${variable} to another port`,
  );
}

/** Where the database is elsewhere, nobody knows the process; but it says so itself. */
async function isServing(config: Config): Promise<boolean> {
  if (config.databaseUrl === null) return false;
  const host = reachable(config.host);
  const isSecure = config.httpsPort !== null;
  if (isSecure) return await connects(config.host, config.httpsPort!);
  const answer = await fetch(
    `http://${host.includes(":") ? `[${host}]` : host}:${config.port}/healthz`,
    { signal: AbortSignal.timeout(CONNECT) },
  ).catch(() => null);
  return answer?.ok === true && (await answer.text()).trim() === "ok";
}

function tryPort(host: string, number: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(reason(error)));
    server.listen(number, host, () => server.close(() => resolve(null)));
  });
}

/** Whether anything takes a connection there. */
export function connects(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: reachable(host), port, timeout: CONNECT });
    const end = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", end(true)).once("timeout", end(false)).once("error", end(false));
  });
}
