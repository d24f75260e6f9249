import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../platform/config/index.ts";
import type { Config } from "../platform/config/index.ts";
import type { Connection } from "../platform/db/index.ts";
import { silentLog } from "../platform/log/index.ts";
import type { Log } from "../platform/log/index.ts";
import { startServer } from "../wiring/server.ts";
import type { Suite } from "../wiring/suite.ts";
import { startNameServer } from "./name-server.ts";

export interface TestPerson {
  readonly name: string;
  readonly address: string;
  readonly password: string;
  readonly accountId: string;
  readonly personId: string;
}

/** A whole server in this process, with five people at demo.test. */
export interface TestSuite {
  readonly url: string;
  readonly smtpPort: number;
  readonly submissionPort: number;
  /** Null unless the configuration asks for it. */
  readonly submissionsPort: number | null;
  readonly metricsPort: number | null;
  readonly dataDir: string;
  readonly suite: Suite;
  readonly people: Readonly<Record<SeedKey, TestPerson>>;
  /** Accounts that several of them work in: Alice and Bob write in Support. */
  readonly shared: { readonly support: Readonly<Record<"accountId" | "address", string>> };
  close(): Promise<void>;
}

const PASSWORD = "a long enough passphrase";
const SEEDS = {
  alice: { name: "Alice Archer", roles: ["member", "administrator"] },
  bob: { name: "Bob Baker", roles: ["member"] },
  carol: { name: "Carol Carter", roles: ["member"] },
  dave: { name: "Dave Dyer", roles: ["member"] },
  jimin: { name: "김지민", roles: ["member"] },
} as const;
export type SeedKey = keyof typeof SEEDS;

export interface SuiteOptions {
  /** A migrated, empty database; otherwise an own PostgreSQL is started below the data folder. */
  connection?: Exclude<Connection, string>;
  /** Without `dns` no name exists: what a test finds of a mail must not depend on the network, nor wait for it. */
  config?: Partial<Config>;
  /** The folder of the browser builds; the checkout's `dist` otherwise. */
  dist?: string;
  log?: Log;
  /** The secret key of the database, where another server has made it. */
  secretKey?: Uint8Array;
  /** Makes the organisation and its people; an empty store otherwise. */
  seeds?: boolean;
}

/** Starts it on free ports of 127.0.0.1, with a data folder of its own that `close` removes. */
export async function startSuite(options: SuiteOptions = {}): Promise<TestSuite> {
  const dataDir = await mkdtemp(join(tmpdir(), "atrium-suite-"));
  if (options.secretKey !== undefined)
    await writeFile(join(dataDir, "secret.key"), options.secretKey, { mode: 0o600 });
  const { config } = readConfig({}, dataDir);
  const names = options.config?.dns === undefined ? await startNameServer() : null;
  const server = await startServer({
    config: {
      ...config,
      data: dataDir,
      port: 0,
      smtpPort: 0,
      submissionPort: 0,
      dns: names && { address: names.address, port: names.port },
      databaseUrl: options.connection === undefined ? null : addressOf(options.connection),
      ...options.config,
    },
    log: options.log ?? silentLog,
    say: () => undefined,
    durable: false,
    ...(options.dist === undefined ? {} : { dist: options.dist }),
  });
  const people: Partial<Record<SeedKey, TestPerson>> = {};
  const support = { accountId: "", address: "support@demo.test" };
  if (options.seeds ?? true) {
    const { accounts } = server.suite;
    await accounts.createOrganisation("system", { name: "Demo", domain: "demo.test" });
    for (const [key, { name, roles }] of Object.entries(SEEDS)) {
      const address = `${key}@demo.test`;
      const aliases = key === "jimin" ? ["지민@demo.test"] : [];
      const person = await accounts.persons.create("system", {
        name,
        address,
        aliases,
        roles,
        password: PASSWORD,
      });
      people[key as SeedKey] = {
        name,
        address,
        password: PASSWORD,
        accountId: person.accountId,
        personId: person.id,
      };
    }
    const members = [people.alice!, people.bob!].map(({ personId }) => ({
      personId,
      mayWrite: true,
    }));
    const { address } = support;
    const made = await accounts.shared.create("system", { name: "Support", address, members });
    support.accountId = made.accountId;
  }
  return {
    url: server.url,
    smtpPort: server.smtpPort,
    submissionPort: server.submissionPort,
    submissionsPort: server.submissionsPort,
    metricsPort: server.metricsPort,
    dataDir,
    suite: server.suite,
    people: people as Record<SeedKey, TestPerson>,
    shared: { support },
    async close() {
      await server.close();
      await names?.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** The connection as an address; the folder of a socket stands where a host would. */
export function addressOf({ host, port, user, database }: Exclude<Connection, string>): string {
  return `postgres://${user}@${encodeURIComponent(host!)}:${port}/${database}`;
}
