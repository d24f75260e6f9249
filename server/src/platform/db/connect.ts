import { setTimeout as pause } from "node:timers/promises";
import { Client, Pool, types as pgTypes } from "pg";
import type { ClientConfig } from "pg";
import type { Log } from "../log/index.ts";

const INT8 = 20;
const DATE = 1082;

const standard = pgTypes.getTypeParser as (
  oid: number,
  format: string,
) => (value: never) => unknown;

/** int8 as number (every one of ours is below 2^53), dates as written, all else as `pg` has it. */
const types = {
  getTypeParser(oid: number, format: "text" | "binary" = "text"): (value: never) => unknown {
    if (format === "text" && oid === INT8) return Number;
    if (format === "text" && oid === DATE) return String;
    return standard(oid, format);
  },
} as ClientConfig["types"];

/** How to reach a database: an address, or the parts of one. */
export type Connection =
  | string
  | Pick<ClientConfig, "host" | "port" | "user" | "database" | "password">;

export function clientConfig(connection: Connection): ClientConfig {
  const parts = typeof connection === "string" ? { connectionString: connection } : connection;
  return { ...parts, types, application_name: "atrium", keepAlive: true };
}

/** The server is not there now, but may be in a moment: it starts, recovers or shuts down. */
export function isAway(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  // The last is what the rollback says after a connection died, in the place of what ended the transaction.
  if (code === undefined)
    return /Connection terminated|timeout exceeded|is not queryable/.test(message ?? "");
  // 57P01–57P03: shut down by command, crash of another backend, cannot connect now.
  return /^(ECONNREFUSED|ENOENT|ECONNRESET|EPIPE|57P0[123])$/.test(code);
}

/** Connects one client, which reports its own breaking to `log` instead of ending the process. */
export async function connectClient(connection: Connection, log: Log): Promise<Client> {
  const client = new Client(clientConfig(connection));
  client.on("error", (err) => log.debug({ err }, "database connection broke"));
  await client.connect();
  return client;
}

/** Repeats `attempt` while the server is away, for at most `patience` milliseconds. */
export async function whileAway<T>(patience: number, attempt: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + patience;
  for (let wait = 20; ; wait = Math.min(wait * 2, 500)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isAway(error) || Date.now() + wait > deadline) throw error;
      await pause(wait);
    }
  }
}

export function openPool(connection: Connection, max: number, log: Log): Pool {
  const pool = new Pool({ ...clientConfig(connection), max, idleTimeoutMillis: 60_000 });
  pool.on("error", (err) => log.debug({ err }, "idle database connection broke"));
  // While a client is checked out the pool does not listen to it; unheard, its error would end the process.
  pool.on("connect", (client) => {
    client.on("error", (err) => log.debug({ err }, "database connection broke"));
  });
  return pool;
}
