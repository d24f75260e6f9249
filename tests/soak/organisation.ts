import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startNameServer } from "../../server/src/testing/name-server.ts";
import { startSink, type Sink } from "../../server/src/testing/sink.ts";
import type { Suite } from "../../server/src/wiring/suite.ts";
import { openSuiteIn } from "../durability/open-suite.ts";
import { serverProcess, type ServerProcess } from "../durability/server-process.ts";

export const PASSWORD = "a long enough passphrase";
/** Mail to it leaves, and ends in the sink. */
export const OUTSIDE = "example.org";

export interface Person {
  readonly address: string;
  readonly accountId: string;
}

/** A real server with people, whose data is synced as in production, and the world around it. */
export interface Organisation {
  readonly data: string;
  readonly server: ServerProcess;
  readonly people: readonly Person[];
  /** Where mail ends that leaves. */
  readonly sink: Sink;
  /** The store, beside the server or while that is down. */
  readonly withStore: <T>(work: (suite: Suite) => Promise<T>) => Promise<T>;
  close(): Promise<void>;
}

const open = new Set<Organisation>();

/** Ends what a part that was given up has left running. */
export async function closeLeftOver(): Promise<void> {
  for (const organisation of open) await organisation.close();
}

/**
 * Makes it; the server is not started yet.
 * @param options.data an empty folder; otherwise a temporary one, which `close` removes.
 */
export async function createOrganisation(options: {
  readonly people: number;
  readonly settings?: Readonly<Record<string, string>>;
  readonly data?: string;
}): Promise<Organisation> {
  const data = options.data ?? (await mkdtemp(join(tmpdir(), "atrium-soak-")));
  const sink = await startSink();
  const names = await startNameServer({
    [OUTSIDE]: { MX: [[10, `mx.${OUTSIDE}`]] },
    [`mx.${OUTSIDE}`]: { A: ["127.0.0.1"] },
  });
  const server = await serverProcess(data, {
    ATRIUM_DNS: `${names.address}:${names.port}`,
    ATRIUM_MX_PORT: String(sink.port),
    ATRIUM_OUTBOUND_NETWORKS: "127.0.0.1",
    ATRIUM_MAIL_HOST: "mail.demo.test",
    ATRIUM_UNDO_SEND: "0s",
    ...options.settings,
  });

  async function withStore<T>(work: (suite: Suite) => Promise<T>): Promise<T> {
    const suite = await openSuiteIn(data, { beside: true });
    try {
      return await work(suite);
    } finally {
      await suite.close();
    }
  }

  const people = await withStore(async ({ accounts }) => {
    await accounts.createOrganisation("system", { name: "Demo", domain: "demo.test" });
    const made: Person[] = [];
    for (let index = 1; index <= options.people; index += 1) {
      const address = `person${index}@demo.test`;
      const name = `Person ${index}`;
      const person = { name, address, password: PASSWORD };
      const { accountId } = await accounts.persons.create("system", person);
      made.push({ address, accountId });
    }
    return made;
  });

  const organisation: Organisation = {
    data,
    server,
    people,
    sink,
    withStore,
    async close() {
      open.delete(organisation);
      await server.kill();
      server.killPostmaster();
      await sink.close();
      await names.close();
      if (options.data === undefined) await rm(data, { recursive: true, force: true });
    },
  };
  open.add(organisation);
  return organisation;
}
