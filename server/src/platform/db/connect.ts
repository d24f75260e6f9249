import { setTimeout as pause } from "node:timers/promises";
import { Client, Pool, types as pgTypes } from "pg";
import type { ClientConfig } from "pg";
import type { Log } from "../log/index.ts";
import { isUnavailable } from "./unavailable.ts";
import { serversOf } from "./servers.ts";

/** After so much silence the system asks whether the other side is still there (milliseconds); the default is two hours. */
const SILENCE = 30_000;

const INT8 = 20;
const DATE = 1082;
const TEXT_ARRAY = 1009;

const standard = pgTypes.getTypeParser as (
  oid: number,
  format: string,
) => (value: never) => unknown;

/** `{a,b}`: nearly every one of ours is of ids or keywords, which need no quotation marks. */
function textArray(text: string): unknown {
  if (text === "{}") return [];
  if (text.includes('"') || text.includes("NULL"))
    return standard(TEXT_ARRAY, "text")(text as never);
  return text.slice(1, -1).split(",");
}

/** int8 as number (every one of ours is below 2^53), dates as written, all else as `pg` has it. */
const types = {
  getTypeParser(oid: number, format: "text" | "binary" = "text"): (value: never) => unknown {
    if (format === "text" && oid === INT8) return Number;
    if (format === "text" && oid === DATE) return String;
    if (format === "text" && oid === TEXT_ARRAY) return textArray;
    return standard(oid, format);
  },
} as ClientConfig["types"];

/** How to reach a database: an address, which may name several servers, or the parts of one. */
export type Connection =
  | string
  | Pick<ClientConfig, "host" | "port" | "user" | "database" | "password">;

/** What a client is made of, and from what: where the address names several servers, it finds the right one. */
function recipe(connection: Connection): { Client: typeof Client; config: ClientConfig } {
  const servers = typeof connection === "string" ? serversOf(connection) : null;
  const where =
    typeof connection === "string"
      ? { connectionString: servers?.plain ?? connection }
      : connection;
  return {
    Client: servers?.Client ?? Client,
    config: {
      ...where,
      types,
      application_name: "atrium",
      keepAlive: true,
      keepAliveInitialDelayMillis: SILENCE,
    },
  };
}

/**
 * How many connections are taken of those that `max_connections` allows, as a part of a statement. What a database
 * does not show of the sessions of others counts as one.
 */
export const CONNECTIONS = `(select count(*)::int from pg_stat_activity
  where datid is not null and coalesce(backend_type, 'client backend') = 'client backend')`;

/** Connects one client, which reports its own breaking to `log` instead of ending the process. */
export async function connectClient(connection: Connection, log: Log): Promise<Client> {
  const made = recipe(connection);
  const client = new made.Client(made.config);
  client.on("error", (err) => log.debug({ err }, "database connection lost"));
  await client.connect();
  return client;
}

/** Connects one client for a piece of work, and ends it afterwards. */
export async function usingClient<T>(
  connection: Connection,
  log: Log,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await connectClient(connection, log);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Repeats `attempt` while the server is away, for at most `patience` milliseconds. */
export async function whileUnavailable<T>(patience: number, attempt: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patience;
  for (let wait = 20; ; wait = Math.min(wait * 2, 500)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isUnavailable(error) || performance.now() + wait > deadline) throw error;
      await pause(wait);
    }
  }
}

/** @param pipeline statements of a client leave at once, and not each after the answer to the one before. */
export function openPool(connection: Connection, max: number, log: Log, pipeline = false): Pool {
  const { Client, config } = recipe(connection);
  const pool = new Pool({ ...config, Client, max, pipeline, idleTimeoutMillis: 60_000 });
  pool.on("error", (err) => log.debug({ err }, "idle database connection lost"));
  // While a client is checked out the pool does not listen to it; unheard, its error would end the process.
  pool.on("connect", (client) => {
    client.on("error", (err) => log.debug({ err }, "database connection lost"));
  });
  return pool;
}
