import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { cloneDatabase } from "../../testing/index.ts";
import { silentLog } from "../log/index.ts";
import { connectClient, createNotify, isUnavailable, openDatabase, type Db } from "./index.ts";

/** What stands in for a server: a way to the real one, which may let only readers through. */
interface Way {
  readonly port: number;
  takesWrites: boolean;
  open(): Promise<void>;
  /** Cuts off all who are connected, and takes nobody. */
  close(): Promise<void>;
}

const postgres = inject("postgres");
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let ways: readonly [Way, Way];
let address: string;

beforeAll(async () => {
  database = await cloneDatabase();
  ways = [await openWay(), await openWay()];
  const { user, database: name } = database.connection;
  address = `postgres://${user}@127.0.0.1:${ways[0].port},127.0.0.1:${ways[1].port}/${name}`;
});
afterAll(async () => {
  for (const way of ways) await way.close();
  await database.drop();
});

test("of several servers the one that takes writes is found, and found again when another does", async () => {
  ways[0].takesWrites = false;
  const open = openDatabase({ connection: address, log: silentLog, max: 3 });
  const { db } = open;
  await sql`create table kept (n int)`.execute(db);
  expect(await portOf(db)).toBe(ways[1].port);

  ways[0].takesWrites = true;
  await ways[1].close();
  await expect.poll(() => sql`insert into kept values (1)`.execute(db)).toBeDefined();
  expect(await portOf(db)).toBe(ways[0].port);

  await ways[1].open();
  await open.close();
});

test("a server that takes no writes any more loses its connections, which go to the other one", async () => {
  ways[0].takesWrites = ways[1].takesWrites = true;
  const open = openDatabase({ connection: address, log: silentLog, max: 3 });
  const { db } = open;
  const before = await portOf(db);
  const [old, other] = before === ways[0].port ? ways : [ways[1], ways[0]];
  old.takesWrites = false;
  await sql`set default_transaction_read_only = on`.execute(db);
  const failure: unknown = await sql`insert into kept values (2)`
    .execute(db)
    .catch((e: unknown) => e);
  expect(isUnavailable(failure)).toBe(true);
  const written = async () => {
    await sql`insert into kept values (3)`.execute(db);
    return await portOf(db);
  };
  await expect.poll(written).toBe(other.port);
  await open.close();
});

test("hints arrive again after their server was replaced, and listeners are notified that they may have missed some", async () => {
  ways[0].takesWrites = ways[1].takesWrites = true;
  const there = openDatabase({ connection: address, log: silentLog, max: 2 });
  const notify = createNotify({ ...there, log: silentLog });
  const received: string[] = [];
  let missed = 0;
  notify.listen(
    "topic",
    (hint) => received.push(hint),
    () => (missed += 1),
  );
  const here = openDatabase({ connection: database.connection, log: silentLog, max: 2 });
  const sender = createNotify({ ...here, log: silentLog });
  const receivedAfter = (hint: string) => {
    sender.send("topic", hint);
    return received;
  };
  await expect.poll(() => receivedAfter("before")).toContain("before");
  const [old] = (await portOf(there.db)) === ways[0].port ? ways : [ways[1]];
  await old.close();
  await expect.poll(() => missed).toBeGreaterThan(0);
  await expect.poll(() => receivedAfter("after")).toContain("after");
  await old.open();
  for (const one of [notify, sender, there, here]) await one.close();
});

test("without any that takes writes it is said of each why not", async () => {
  ways[0].takesWrites = false;
  await ways[1].close();
  const failure = (): Promise<unknown> =>
    connectClient(address, silentLog).catch((e: unknown) => e);
  await expect
    .poll(async () => ((await failure()) as Error).message)
    .toBe(
      `no server of the database takes writes (127.0.0.1:${ways[0].port} takes no writes; 127.0.0.1:${ways[1].port} ECONNREFUSED)`,
    );
  expect(isUnavailable(await failure())).toBe(true);
});

async function openWay(): Promise<Way> {
  const sockets = new Set<Socket>();
  let server: Server;
  const way = {
    port: 0,
    takesWrites: true,
    async open() {
      server = createServer((socket) => {
        const real = connect(`${postgres.host}/.s.PGSQL.${postgres.port}`);
        const pair = [socket, real];
        for (const one of pair) {
          sockets.add(one);
          one.on("error", () => undefined);
          one.once("close", () => {
            sockets.delete(one);
            for (const other of pair) other.destroy();
          });
        }
        socket.once("data", (startup) => {
          const more = way.takesWrites ? "" : "default_transaction_read_only\0on\0";
          real.write(withSettings(startup, `atrium.way\0${way.port}\0${more}`));
          socket.pipe(real);
          real.pipe(socket);
        });
      }).listen(way.port, "127.0.0.1");
      await once(server, "listening");
      way.port = (server.address() as AddressInfo).port;
    },
    async close() {
      if (!server.listening) return;
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
  await way.open();
  return way;
}

/** Adds to the first packet of a connection (PostgreSQL's StartupMessage: length, version, names and values). */
function withSettings(startup: Buffer, settings: string): Buffer {
  const whole = Buffer.concat([startup.subarray(0, -1), Buffer.from(`${settings}\0`)]);
  whole.writeInt32BE(whole.length);
  return whole;
}

/** The way by which the pool's connections go. */
async function portOf(db: Db): Promise<number> {
  const { rows } = await sql<{ port: string }>`select current_setting('atrium.way') port`.execute(
    db,
  );
  return Number(rows[0]!.port);
}
