import { FileNode } from "@atrium/contract/types/file-node";
import { ShareGuest } from "@atrium/contract/types/share-guest";
import type { Role } from "@atrium/contract/api/session";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { callMethod } from "../../../engine/testing/conforms.ts";
import type { Actor } from "../../../engine/index.ts";
import { asInBrowser, createAccounts, type Person } from "../../../features/accounts/index.ts";
import { createNotify } from "../../../platform/db/index.ts";
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
/** What streams found when they looked at an account that is part in reach. */
const looks: Promise<unknown>[] = [];

beforeAll(async () => {
  suite = await testSuite();
  const { bob: owner, carol } = await makeDemo(suite, "bob", "carol");
  bob = owner;
  // So that another one can be demoted.
  await suite.accounts.persons.create("system", {
    name: "Root",
    address: "root@demo.test",
    roles: ["member", "administrator"],
    password: null,
  });
  const engine: TestSuite["engine"] = {
    ...suite.engine,
    statesIn: (...about) => {
      const states = suite.engine.statesIn(...about);
      looks.push(states);
      return states;
    },
  };
  streams = createStreams({ ...suite, engine, log: suite.platform.log });
  open = await node("Open", null);
  closed = await node("Closed", null);
  await set({ update: { [open]: { shareWith: { [carol.id]: { mayRead: true } } } } });
  const given = {
    kind: "token",
    name: "x",
    expiresAt: null,
    scope: "all",
    isReadOnly: false,
  } as const;
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

/** Adds a stream, and resolves when it knows how everything was: what happened before that, clients catch up with. */
async function listen(actor: Actor): Promise<{ end: () => void; ended: () => boolean }> {
  let isEnded = false;
  // What the people were made of may still be on its way.
  const offer = ({ [bob.accountId]: ofBob }: States): void => {
    if (ofBob) offered.push({ [bob.accountId]: ofBob });
  };
  const stream: Stream = {
    offer,
    catchUp: offer,
    beat: () => undefined,
    end: () => (isEnded = true),
  };
  const remove = streams.add(stream, { actor, session: null });
  await Promise.all(looks);
  return { end: remove, ended: () => isEnded };
}

const enter = async (secret: string): Promise<Actor> => {
  const actor = await suite.accounts.authenticateToken(secret, { ip: "127.0.0.1" });
  return (await streams.callerOf({ actor, session: null })).actor;
};
const carolNow = () => enter(token);

test("is what happened in it, and nothing of what happens beside it", async () => {
  const carol = await carolNow();
  const listening = await listen(carol);
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

test("a guest is pushed the same, has so many connections and no more, and is out at once", async () => {
  const owner = asInBrowser(actorOf(bob), new Date(0));
  const guests = (verb: string, args: object) =>
    callMethod({ engine: suite.engine, actor: owner }, ShareGuest, verb, {
      accountId: bob.accountId,
      ...args,
    });
  const { created } = await guests("set", { create: { a: { name: "Guest" } } });
  const { id } = (created as Record<string, { id: string }>)["a"]!;
  const { secret } = await guests("newSecret", { id });
  const patch = { [`shareWith/${id}`]: { mayRead: true } };
  await set({ update: { [open]: patch } });
  const guest = await enter(secret as string);
  const listening = await Promise.all(Array.from({ length: 64 }, () => listen(guest)));
  expect(() => streams.admit(guest)).toThrow("tooManyRequests");
  for (const one of listening.slice(1)) one.end();
  expect(() => streams.admit(guest)).not.toThrow();
  await node("beside a guest", closed);
  await node("for a guest", open);
  const states = await suite.engine.statesIn(guest, bob.accountId);
  await expect.poll(() => offered).toContainEqual({ [bob.accountId]: states });
  expect(listening[0]!.ended()).toBe(false);
  await guests("set", { destroy: [id] });
  await expect.poll(listening[0]!.ended).toBe(true);
  listening[0]!.end();
});

test("ends with the share", async () => {
  const listening = await listen(await carolNow());
  await set({ update: { [open]: { shareWith: null } } });
  await expect.poll(listening.ended).toBe(true);
  listening.end();
  expect((await carolNow()).partialAccounts).toBeUndefined();
});

test("ends with a role, whichever process took it", async () => {
  const { accounts, engine, platform } = suite;
  const notify = createNotify({ ...platform, log: platform.log });
  const there = createStreams({
    engine,
    accounts: createAccounts({ ...platform, notify, engine, prepareAccount: [] }),
    log: platform.log,
  });
  onTestFinished(async () => {
    there.close();
    await notify.close();
  });
  const roles = (...given: Role[]) =>
    accounts.persons.update("system", bob.id, { roles: ["member", ...given] });
  await roles("administrator");
  const ends: string[] = [];
  const streamOf = (name: string): Stream => ({
    offer: () => undefined,
    catchUp: () => undefined,
    beat: () => undefined,
    end: () => void ends.push(name),
  });
  const administrator: Actor = { ...actorOf(bob), roles: ["member", "administrator"] };
  // Hints come in their order: what was sent until now has arrived with this one.
  let hasArrived = false;
  notify.listen("probe", () => (hasArrived = true));
  const arrives = (): boolean => (platform.notify.send("probe", "x"), hasArrived);
  await expect.poll(arrives).toBe(true);
  streams.add(streamOf("here"), { actor: administrator, session: null });
  there.add(streamOf("there"), { actor: administrator, session: null });
  await roles();
  await expect.poll(() => ends.toSorted()).toEqual(["here", "there"]);
});

test("does not begin with a role that was taken meanwhile", async () => {
  const { accounts } = suite;
  const given = {
    kind: "token",
    name: "y",
    expiresAt: null,
    scope: "all",
    isReadOnly: false,
  } as const;
  const { secret } = await accounts.credentials.create(actorOf(bob), given);
  const update = (roles: Role[]) => accounts.persons.update("system", bob.id, { roles });
  await update(["member", "administrator"]);
  const actor = await accounts.authenticateToken(secret, { ip: "127.0.0.1" });
  const ends: string[] = [];
  const stream: Stream = {
    offer: () => undefined,
    catchUp: () => undefined,
    beat: () => undefined,
    end: () => void ends.push("ended"),
  };
  expect(await streams.confirm(stream, actor)).toBe(true);
  await update(["member"]);
  expect(await streams.confirm(stream, actor)).toBe(false);
  expect(ends).toEqual(["ended"]);
});
