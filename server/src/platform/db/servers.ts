import { Client } from "pg";
import type { ClientConfig } from "pg";
import { isUnavailable, NoPrimary } from "./unavailable.ts";
import { readHosts, type Host, type Hosts } from "./hosts.ts";

/** How long a server may take to answer before it counts as gone (milliseconds). */
const ANSWER_WITHIN = 3000;
/** How often all are asked while a client is connected: a server may stop to be the one without a connection breaking. */
const LOOK_EVERY = 5000;

/** Several servers of one database, one of which takes writes; after a failover it is another. */
interface Servers {
  readonly plain: string;
  /** A client that connects to whichever takes writes, and is cut off when another does. */
  readonly Client: typeof Client;
}

const known = new Map<string, Servers>();

/** The servers that an address names, if it names several. All that connect to them share what is known of them. */
export function serversOf(address: string): Servers | null {
  let servers = known.get(address);
  if (servers === undefined) {
    const hosts = readHosts(address);
    if (hosts === null || hosts.hosts.length < 2) return null;
    servers = createServers(hosts);
    known.set(address, servers);
  }
  return servers;
}

/**
 * The timeline on which it writes (each promotion begins a new one), `null` where it takes no writes. A server that was
 * promoted over is recognised by its timeline, also when it comes back and takes writes as if nothing had happened.
 */
const TIMELINE = `select case
  when pg_is_in_recovery() or current_setting('transaction_read_only')::bool then null
  else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end timeline`;

interface Status {
  readonly parameterName: string;
  readonly parameterValue: string;
}
const READ_ONLY = new Set(["in_hot_standby", "default_transaction_read_only"]);

function createServers({ hosts, plain }: Hosts): Servers {
  let current: Host | null = null;
  let found = Promise.withResolvers<void>();
  let newest = 0;
  let looking: Promise<unknown> | null = null;
  let timer: NodeJS.Timeout | undefined;
  const reasons = new Map<Host, string>();
  const clients = new Map<Client, Host>();

  async function ask(host: Host): Promise<number | null> {
    const client = new Client({
      connectionString: plain,
      connectionTimeoutMillis: ANSWER_WITHIN,
      query_timeout: ANSWER_WITHIN,
      application_name: "atrium looks",
    });
    client.on("error", () => undefined);
    Object.assign(client, host);
    try {
      await client.connect();
      const { rows } = await client.query<{ timeline: number | null }>(TIMELINE);
      return rows[0]!.timeline;
    } finally {
      // One that does not answer would not answer to a goodbye either.
      client.connection.stream.destroy();
    }
  }

  function cutOff(isMeant: (host: Host) => boolean): void {
    for (const [client, host] of clients) if (isMeant(host)) client.connection.stream.destroy();
  }

  function lose(host: Host): void {
    if (current !== host) return;
    current = null;
    found = Promise.withResolvers();
  }

  function answered(host: Host, timeline: number | null): void {
    if (timeline === null || timeline < newest) {
      reasons.set(host, timeline === null ? "takes no writes" : "was replaced by another");
      lose(host);
      cutOff((one) => one === host);
    } else if (timeline > newest || current === null) {
      newest = timeline;
      current = host;
      found.resolve();
      cutOff((one) => one !== host);
    }
  }

  /** Asks all of them; resolves when every one has answered or is too late. */
  function look(): Promise<unknown> {
    looking ??= Promise.all(
      hosts.map((host) =>
        ask(host).then(
          (timeline) => answered(host, timeline),
          (error: NodeJS.ErrnoException) => reasons.set(host, error.code ?? error.message),
        ),
      ),
    ).finally(() => (looking = null));
    return looking;
  }

  async function find(): Promise<Host> {
    // The first good answer will do; one that is gone may take its time to say nothing.
    if (current === null) await Promise.race([look(), found.promise]);
    if (current !== null) return current;
    const list = hosts.map((host) => `${host.host}:${host.port} ${reasons.get(host) ?? ""}`);
    throw new NoPrimary(`no server of the database takes writes (${list.join("; ")})`);
  }

  function watch(): void {
    if (timer !== undefined) return;
    timer = setInterval(() => {
      if (clients.size > 0) {
        void look();
      } else {
        clearInterval(timer);
        timer = undefined;
      }
    }, LOOK_EVERY);
    timer.unref();
  }

  class FindingClient extends Client {
    constructor(config?: ClientConfig) {
      super({ ...config, connectionTimeoutMillis: ANSWER_WITHIN });
    }

    override connect(): Promise<Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<Client> | undefined {
      const connected = this.#connect();
      if (callback === undefined) return connected;
      // Out of the promise: what a callback throws is not a failure to connect.
      const call = (error?: Error): void => void setImmediate(() => callback(error!));
      connected.then(() => call(), call);
      return undefined;
    }

    async #connect(): Promise<Client> {
      const host = await find();
      Object.assign(this, host);
      clients.set(this, host);
      this.once("end", () => clients.delete(this));
      this.connection.on("errorMessage", ({ code }: { code?: string }) => {
        if (code === "25006") void look();
      });
      let takesWrites = true;
      // PostgreSQL says this of itself at every connection.
      this.connection.on("parameterStatus", ({ parameterName, parameterValue }: Status) => {
        if (READ_ONLY.has(parameterName)) takesWrites &&= parameterValue === "off";
      });
      watch();
      try {
        await super.connect();
        if (takesWrites) return this;
        answered(host, null);
        throw new NoPrimary(`${host.host}:${host.port} takes no writes any more`);
      } catch (error) {
        clients.delete(this);
        if (isUnavailable(error)) lose(host);
        throw error;
      }
    }
  }

  return { plain, Client: FindingClient };
}
