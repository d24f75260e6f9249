import { FileNode } from "@atrium/contract/types/file-node";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callMethod } from "../../../engine/testing/conforms.ts";
import type { Actor } from "../../../engine/index.ts";
import type { Person } from "../../../features/accounts/index.ts";
import { actorOf, makeDemo, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import type { States } from "./cursor.ts";
import { createStreams, type Stream, type Streams } from "./streams.ts";

/** What is pushed of an account of which only a folder is in reach. */
let suite: TestSuite;
let streams: Streams;
let bob: Person;
let open: string;
let closed: string;
let token: string;
let offered: States[];

beforeAll(async () => {
  suite = await testSuite();
  const { bob: owner, carol } = await makeDemo(suite, "bob", "carol");
  bob = owner;
  streams = createStreams({ ...suite, log: suite.platform.log });
  open = await node("Open", null);
  closed = await node("Closed", null);
  await set({ update: { [open]: { shareWith: { [carol.id]: { mayRead: true } } } } });
  const given = { kind: "token", name: "x", days: null, scope: "all", isReadOnly: false } as const;
  token = (await suite.accounts.credentials.create(actorOf(carol), given)).secret;
});
afterAll(() => streams.close());

beforeEach(() => {
  offered = [];
});

const set = (args: object) =>
  callMethod({ engine: suite.engine, actor: actorOf(bob) }, FileNode, "set", {
    accountId: bob.accountId,
    ...args,
  });

async function node(name: string, parentId: string | null): Promise<string> {
  const { created } = await set({ create: { a: { name, parentId } } });
  return (created as Record<string, { id: string }>)["a"]!.id;
}

function listen(actor: Actor): { end: () => void; ended: () => boolean } {
  let isEnded = false;
  const stream: Stream = {
    offer: (states) => void offered.push(states),
    catchUp: (states) => void offered.push(states),
    beat: () => undefined,
    end: () => (isEnded = true),
  };
  const remove = streams.add(stream, { actor, session: null });
  return { end: remove, ended: () => isEnded };
}

const carolNow = () => suite.accounts.authenticateToken(token, { ip: "127.0.0.1" });

test("is what happened in it, and nothing of what happens beside it", async () => {
  const carol = await carolNow();
  const listening = listen(carol);
  await node("beside", closed);
  await set({ update: { [closed]: { name: "Closed again" } } });
  await node("inside", open);
  const states = await suite.engine.statesIn(carol, bob.accountId);
  await expect.poll(() => offered).toEqual([{ [bob.accountId]: states }]);
  expect(Object.keys(states)).toEqual(["FileNode"]);
  await node("beside too", closed);
  await node("inside too", open);
  await expect.poll(() => offered.length).toBe(2);
  listening.end();
});

test("who comes back gets its present state among the others", async () => {
  const carol = await carolNow();
  const stream: Stream = {
    offer: () => undefined,
    catchUp: (states) => void offered.push(states),
    beat: () => undefined,
    end: () => undefined,
  };
  await streams.catchUp(stream, carol);
  expect(offered[0]![bob.accountId]).toEqual(await suite.engine.statesIn(carol, bob.accountId));
});

test("ends with the share", async () => {
  const listening = listen(await carolNow());
  await set({ update: { [open]: { shareWith: null } } });
  await expect.poll(listening.ended).toBe(true);
  listening.end();
  expect((await carolNow()).partialAccounts).toBeUndefined();
});
