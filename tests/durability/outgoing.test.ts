import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IS_WHOLE, testWhole } from "../../formats/src/testing/whole.ts";
import { cloneDatabase } from "../../server/src/testing/index.ts";
import { startNameServer, type NameServer } from "../../server/src/testing/name-server.ts";
import { HANG, startSink, type Sink, type SinkScript } from "../../server/src/testing/sink.ts";
import { addressOf } from "../../server/src/testing/suite.ts";
import { putInQueue } from "../../server/src/testing/waiting-mail.ts";
import type { Suite } from "../../server/src/wiring/suite.ts";
import { openSuiteIn } from "./open-suite.ts";
import { serverProcess } from "./server-process.ts";
import type { ServerProcess } from "./server-process.ts";

/** How often it is killed, or stopped, one after the other. */
const TURNS = 4;

let data: string;
let names: NameServer;
let sink: Sink;
let server: ServerProcess;
let suite: Suite;
let drop: () => Promise<void>;
const address = "alice@demo.test";
let alice: { readonly accountId: string; readonly address: string };
let count = 0;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "atrium-outgoing-"));
  sink = await startSink();
  names = await startNameServer({
    "example.org": { MX: [[10, "mx.example.org"]] },
    "mx.example.org": { A: ["127.0.0.1"] },
  });
  const database = await cloneDatabase();
  ({ drop } = database);
  const databaseUrl = addressOf(database.connection);
  server = await serverProcess(data, {
    ATRIUM_DATABASE_URL: databaseUrl,
    ATRIUM_DNS: `${names.address}:${names.port}`,
    ATRIUM_MX_PORT: String(sink.port),
    ATRIUM_OUTBOUND_NETWORKS: "127.0.0.1",
    ATRIUM_MAIL_HOST: "mail.demo.test",
    // This process puts blobs beside it, as whoever it is.
    ATRIUM_USER: "root",
  });
  await server.start();
  // Beside the server, as the command line works: what it puts into the queue the server sends.
  suite = await openSuiteIn(data, { beside: true, databaseUrl });
  await suite.accounts.createOrganisation("system", { name: "Demo", domain: "demo.test" });
  const person = await suite.accounts.persons.create("system", {
    name: "Alice",
    address,
    password: null,
  });
  alice = { accountId: person.accountId, address };
});

afterAll(async () => {
  await suite.close();
  await server.stop();
  await drop();
  await sink.close();
  await names.close();
  await rm(data, { recursive: true, force: true });
});

/** Puts a message on its way; answers its subject. */
async function send(to: string): Promise<string> {
  count += 1;
  const subject = `outgoing ${count}`;
  await putInQueue(suite, alice, [to], { subject });
  return subject;
}

const promised = (subject: string): number =>
  sink.messages.filter(
    ({ text, isAcknowledged }) => isAcknowledged && text.includes(`Subject: ${subject}\r\n`),
  ).length;

async function reports(subject: string): Promise<number> {
  const { rows } = await suite.platform.pool.query<{ count: number }>(
    "select count(*) from email where account_id = $1 and subject like $2",
    [alice.accountId, `%delivered: ${subject}`],
  );
  return rows[0]!.count;
}

/** Nothing is waiting, and no sender is still to be notified. */
async function isQuiet(): Promise<boolean> {
  const { rows } = await suite.platform.pool.query(
    "select 1 from queue_recipient where state = 'waiting' or report is not null limit 1",
  );
  return rows.length === 0;
}

const STAGES: [string, SinkScript, reached: string][] = [
  ["the greeting", { greeting: HANG }, "session"],
  ["EHLO", { hello: HANG }, "EHLO"],
  ["MAIL FROM", { mail: HANG, extensions: [] }, "MAIL"],
  ["RCPT TO", { rcpt: () => HANG }, "RCPT"],
  ["DATA", { data: HANG }, "DATA"],
  ["the final dot", { end: HANG }, "message"],
];

// Before the last reply nothing may count as sent, whatever the server has read by then.
test.each(IS_WHOLE ? STAGES : STAGES.slice(-1))(
  "killed at %s, it delivers once after its restart",
  async (_, script, reached) => {
    sink.play(script);
    sink.clear();
    // No session that waits for more is used again.
    sink.disconnect();
    const sessions = sink.sessions;
    const subject = await send("x@example.org");
    const isReached = (): boolean =>
      reached === "session"
        ? sink.sessions > sessions
        : reached === "message"
          ? sink.messages.length > 0
          : sink.commands.some((line) => line.startsWith(reached));
    await expect.poll(isReached).toBe(true);
    await server.kill();
    sink.play({});
    await server.start();
    await expect.poll(() => promised(subject)).toBe(1);
    await expect.poll(isQuiet).toBe(true);
    expect(promised(subject)).toBe(1);
    expect(await reports(subject)).toBe(0);
  },
  60_000,
);

testWhole("killed again and again while servers refuse, it reports each message once", async () => {
  sink.clear();
  sink.play({ rcpt: () => "550 5.1.1 No such user", slow: 20 });
  const subjects: string[] = [];
  for (let kill = 0; kill < TURNS; kill += 1) {
    for (let index = 0; index < 5; index += 1) subjects.push(await send("nobody@example.org"));
    await pause(50 + kill * 90);
    await server.kill();
    await server.start();
  }
  await expect.poll(isQuiet).toBe(true);
  const counts = await Promise.all(subjects.map(reports));
  expect(counts).toEqual(subjects.map(() => 1));
  expect(sink.messages).toEqual([]);
});

testWhole(
  "stopped the graceful way under load, again and again, it loses nothing and sends nothing twice",
  async () => {
    sink.clear();
    sink.play({ slow: 10 });
    const subjects: string[] = [];
    for (let stop = 0; stop < TURNS; stop += 1) {
      for (let index = 0; index < 20; index += 1) subjects.push(await send("x@example.org"));
      await pause(stop * 30);
      expect(await server.stop()).toBe(0);
      await server.start();
    }
    await expect.poll(isQuiet).toBe(true);
    expect(subjects.map(promised)).toEqual(subjects.map(() => 1));
  },
);
