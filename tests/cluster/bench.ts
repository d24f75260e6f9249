import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../server/src/platform/config/index.ts";
import { silentLog } from "../../server/src/platform/log/index.ts";
import { isRoot } from "../../server/src/platform/user/index.ts";
import { startNameServer } from "../../server/src/testing/name-server.ts";
import { startSink, type Sink } from "../../server/src/testing/sink.ts";
import { openSuite, type Suite } from "../../server/src/wiring/suite.ts";
import { serverProcess, type ServerProcess } from "../durability/server-process.ts";
import { startPair, type Pair } from "./pair.ts";
import { startHttpProxy, startTcpProxy } from "./proxy.ts";

/** A user with an account, and what a program of theirs signs in with. */
export interface Person {
  readonly address: string;
  readonly accountId: string;
  readonly token: string;
}

/** Two PostgreSQLs, two nodes on them, a balancer in front of the nodes. */
export interface Bench {
  readonly pair: Pair;
  readonly nodes: readonly [ServerProcess, ServerProcess];
  /** The balancer in front of both. */
  readonly url: string;
  readonly smtpPort: number;
  /** A third process on the same database, as the command line is one. */
  readonly operator: Suite;
  readonly people: readonly [Person, Person];
  /** Takes the mail to `elsewhere.test`. */
  readonly elsewhere: Sink;
  readonly say: (line: string) => void;
  close(): Promise<void>;
}

/** Settings of a node that says where its messages lie, beside the shared folder that it has otherwise. */
export type BlobSettings = Readonly<Record<string, string>>;

export async function openBench(
  blobs: BlobSettings | null,
  say: (line: string) => void,
  check: (what: string, isGood: boolean, detail?: string) => void,
): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), "atrium-cluster-"));
  const undo: (() => Promise<unknown> | void)[] = [
    () => rmSync(folder, { recursive: true, force: true }),
  ];
  const close = async (): Promise<void> => {
    for (const one of undo.splice(0).reverse()) await one();
  };
  try {
    const pair = await startPair(folder);
    undo.push(() => pair.close());
    const elsewhere = await startSink();
    const names = await startNameServer({
      "elsewhere.test": { MX: [[10, "mx.elsewhere.test"]] },
      "mx.elsewhere.test": { A: ["127.0.0.1"] },
    });
    undo.push(
      () => elsewhere.close(),
      () => names.close(),
    );
    const settings = {
      ATRIUM_DATABASE_URL: pair.address(),
      ATRIUM_SECRET_KEY_FILE: join(folder, "secret.key"),
      ATRIUM_TRUSTED_PROXIES: "127.0.0.1",
      ATRIUM_DNS: `${names.address}:${names.port}`,
      ATRIUM_MX_PORT: String(elsewhere.port),
      ATRIUM_OUTBOUND_NETWORKS: "127.0.0.0/8",
      ATRIUM_MAIL_HOST: "mail.demo.test",
      ATRIUM_UNDO_SEND: "1s",
      ...(isRoot() ? { ATRIUM_USER: "root" } : {}),
      ...blobs,
    };
    const dataOf = (name: string): string => {
      const data = join(folder, name);
      mkdirSync(data);
      // One folder of messages for all, as a mounted one would be.
      if (blobs === null) symlinkSync(join(folder, "blobs"), join(data, "blobs"));
      return data;
    };
    mkdirSync(join(folder, "blobs"));
    const nodes = [
      await serverProcess(dataOf("one"), settings),
      await serverProcess(dataOf("two"), settings),
    ] as const;
    undo.push(() => Promise.all(nodes.map((node) => node.kill())));

    // An empty database and two that begin at once: one of them makes the tables, the other waits.
    const began = Date.now();
    const starts = await Promise.allSettled(nodes.map((node) => node.start()));
    check(
      "two nodes that start at once on an empty database both serve",
      starts.every(({ status }) => status === "fulfilled"),
      starts.map((one) => (one.status === "rejected" ? String(one.reason) : "")).join("\n"),
    );
    say(
      `both nodes serve after ${((Date.now() - began) / 1000).toFixed(1)} s on an empty database`,
    );

    const data = dataOf("operator");
    const { config } = readConfig({ ...settings, ATRIUM_DATA: data }, folder);
    const operator = await openSuite({ config, log: silentLog, say: () => undefined });
    undo.push(() => operator.close());
    const { accounts } = operator;
    await accounts.createOrganisation("system", { name: "Demo", domain: "demo.test" });
    const addPerson = async (name: string): Promise<Person> => {
      const address = `${name}@demo.test`;
      const password = "a long enough passphrase";
      const { accountId } = await accounts.persons.create("system", { name, address, password });
      const actor = await accounts.authenticate({ address, password }, { ip: "127.0.0.1" });
      const { secret } = await accounts.credentials.create(actor, {
        kind: "token",
        name: "cluster",
        expiresAt: null,
        scope: "all",
        isReadOnly: false,
      });
      return { address, accountId, token: secret };
    };
    const people = [await addPerson("alice"), await addPerson("bob")] as const;
    const ports = nodes.map(({ url }) => Number(new URL(url).port));
    const http = await startHttpProxy(ports);
    const smtp = await startTcpProxy(nodes.map(({ smtpPort }) => smtpPort));
    undo.push(
      () => http.close(),
      () => smtp.close(),
    );
    return {
      pair,
      nodes,
      url: `http://127.0.0.1:${http.port}`,
      smtpPort: smtp.port,
      operator,
      people,
      elsewhere,
      say,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
