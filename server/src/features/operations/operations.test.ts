import { setTimeout as pause } from "node:timers/promises";
import type { OperationsHistory, OperationsNow } from "@atrium/contract/types/operations";
import { CAPABILITY, type JsonObject } from "@atrium/contract/types/wire";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cloneDatabase } from "../../testing/index.ts";
import { startSuite, type SeedKey, type TestSuite } from "../../testing/suite.ts";
import { readNow } from "./now.ts";
import { ORGANISATION } from "../accounts/index.ts";
import { sampleLevels } from "./sample.ts";

let server: TestSuite;
let close: () => Promise<void>;
beforeAll(async () => {
  const { connection, drop } = await cloneDatabase();
  server = await startSuite({ connection });
  close = async () => {
    await server.close();
    await drop();
  };
});
afterAll(() => close());

async function call(who: SeedKey, name: string, args: JsonObject = {}): Promise<JsonObject> {
  const { address, password } = server.people[who];
  const response = await fetch(`${server.url}/jmap/api`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${address}:${password}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      using: [CAPABILITY.core, CAPABILITY.operations],
      methodCalls: [[`Operations/${name}`, { accountId: ORGANISATION, ...args }, "c"]],
    }),
  });
  const { methodResponses } = (await response.json()) as {
    methodResponses: [string, JsonObject][];
  };
  return methodResponses[0]![1];
}

const now = async (): Promise<OperationsNow> =>
  (await call("alice", "now")) as unknown as OperationsNow;

const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);

/** What was counted in the last hour. */
async function counted(): Promise<Record<string, number>> {
  const { counts } = (await call("alice", "history", {
    range: "hour",
  })) as unknown as OperationsHistory;
  return Object.fromEntries(Object.entries(counts).map(([name, list]) => [name, sum(list)]));
}

async function send(to: string, from = "someone@elsewhere.test"): Promise<void> {
  const transport = createTransport({
    host: "127.0.0.1",
    port: server.smtpPort,
    tls: { rejectUnauthorized: false },
  });
  await transport.sendMail({ from, to, subject: "Counted", text: "1" }).finally(() => {
    transport.close();
  });
}

test("who does not administer is refused, and so is everybody's own account", async () => {
  for (const name of ["now", "history"]) {
    expect(await call("bob", name, { range: "day" })).toEqual({
      type: "accountNotSupportedByMethod",
    });
    const { accountId } = server.people.alice;
    expect(await call("alice", name, { accountId, range: "day" })).toEqual({
      type: "accountNotSupportedByMethod",
    });
  }
  expect(await call("alice", "history", { range: "year" })).toMatchObject({
    type: "invalidArguments",
  });
  expect(await call("alice", "history", { range: "day" })).toMatchObject({
    step: 900,
    range: "day",
  });
});

describe("after mail has come and gone", () => {
  beforeAll(async () => {
    const { bob, carol } = server.people;
    await send(bob.address);
    await send(carol.address);
    await expect(send("nobody@demo.test")).rejects.toThrow("550");
    // One for a colleague, one for a domain that does not exist.
    const transport = createTransport({
      host: "127.0.0.1",
      port: server.submissionPort,
      auth: { user: bob.address, pass: bob.password },
      tls: { rejectUnauthorized: false },
    });
    await transport.sendMail({
      from: bob.address,
      to: [carol.address, "ann@nowhere.test"],
      subject: "Out",
      text: "1",
    });
    transport.close();
    // What Carol got of Bob, and what Bob was notified of about Ann.
    while ((await counted())["delivered"] !== 2) await pause(100);
  });

  test("each of it is counted once, in every range", async () => {
    const all = { received: 2, refused: 1, sent: 0, delivered: 2, deferred: 0, bounced: 1 };
    expect(await counted()).toEqual(all);
    for (const range of ["day", "month"]) {
      const history = (await call("alice", "history", { range })) as unknown as OperationsHistory;
      for (const [name, amount] of Object.entries(all))
        expect([range, name, history.counts[name as "sent"].at(-1)]).toEqual([range, name, amount]);
    }
  });

  test("faults have their code and no address", async () => {
    const { faults } = await now();
    expect(faults.find(({ source }) => source === "smtp")).toMatchObject({
      code: "550 5.1.1",
      amount: 1,
      detail: "No such mailbox here",
    });
    expect(faults.find(({ source }) => source === "delivery")).toMatchObject({ amount: 1 });
    expect(JSON.stringify(faults)).not.toContain("ann@");
  });

  test("accounts, database, process and certificate are shown as they are", async () => {
    const { storage, database, processes, queue, lastBackup } = await now();
    expect(storage.accountCount).toBe(6);
    // Two to Carol, two to Bob.
    expect(storage.emails).toBe(4);
    expect(sum(storage.accounts.map(({ octets }) => octets))).toBe(storage.octets);
    expect(storage.accounts.find(({ name }) => name === "carol@demo.test")).toMatchObject({
      kind: "personal",
      emails: 2,
      blobs: 2,
    });
    expect(database.octets).toBeGreaterThan(1_000_000);
    expect(database.connections).toBeGreaterThan(0);
    expect(processes).toHaveLength(1);
    expect(processes[0]).toMatchObject({ pid: process.pid, certificateIsOwn: true });
    expect(Date.parse(processes[0]!.certificateEndsAt!)).toBeGreaterThan(Date.now());
    expect(processes[0]!.memory).toBeGreaterThan(10_000_000);
    expect(queue).toMatchObject({ waiting: 0, domains: [], domainCount: 0, oldestAt: null });
    expect(lastBackup).toBeNull();
  });

  test("accounts to which mail is refused for lack of room come first and are counted", async () => {
    const { db } = server.suite.engine;
    const at = new Date();
    const { storage } = await readNow(db, at, { octets: null, emails: 2 });
    expect(storage).toMatchObject({ fullCount: 2, nearlyFullCount: 0, quota: null });
    expect(storage.accounts.map(({ isFull, filled }) => [isFull, filled]).slice(0, 3)).toEqual([
      [true, 1],
      [true, 1],
      [false, 0],
    ]);
    const carol = storage.accounts.find(({ name }) => name === "carol@demo.test")!;
    // Hardly a message finds room, though usage never reaches the limit.
    const tight = await readNow(db, at, { octets: Math.ceil(carol.octets * 1.005), emails: null });
    expect(tight.storage.accounts.find(({ id }) => id === carol.id)).toMatchObject({
      isFull: true,
    });
    const near = await readNow(db, at, { octets: Math.ceil(carol.octets * 1.05), emails: null });
    expect(near.storage.accounts.find(({ id }) => id === carol.id)).toMatchObject({
      isFull: false,
    });
    expect(near.storage.fullCount + near.storage.nearlyFullCount).toBeGreaterThan(0);
    const free = await readNow(db, at, { octets: null, emails: null });
    expect(free.storage).toMatchObject({ fullCount: 0, nearlyFullCount: 0 });
    expect(free.storage.accounts[0]).toMatchObject({ isFull: false, filled: null });
  });

  test("levels are read into the history", async () => {
    const { engine } = server.suite;
    await sampleLevels({ db: engine.db, clock: engine.services.clock });
    const { levels } = (await call("alice", "history", {
      range: "day",
    })) as unknown as OperationsHistory;
    expect(levels.storedEmails.at(-1)).toBe(4);
    expect(levels.queueWaiting.at(-1)).toBe(0);
    expect(levels.storedEmails[0]).toBeNull();
  });
});
