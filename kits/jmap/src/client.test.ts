import { Email, type EmailRecord } from "@atrium/contract/types/email";
import { Mailbox } from "@atrium/contract/types/mailbox";
import type { JmapRequest } from "@atrium/contract/types/wire";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  mailFixture,
  type Mailer,
  type MailFixture,
} from "../../../server/src/features/mail/mail.fixture.ts";
import { testPlatform } from "../../../server/src/testing/index.ts";
import { createClient } from "./client.ts";
import { MethodFailed, NotSignedIn, SetRefused, Unreachable } from "./connection/errors.ts";
import { engineTransport, type EngineTransport } from "./engine-transport.fixture.ts";
import type { WindowedQuery } from "./query/windowed-query.ts";
import type { Account, JmapClient } from "./index.ts";
import { listOf } from "./list.fixture.ts";

let mail: MailFixture;
let platform: Awaited<ReturnType<typeof testPlatform>>;
let person: Mailer;
let transport: EngineTransport;
let client: JmapClient;
let account: Account;
let count = 0;

beforeAll(async () => {
  platform = await testPlatform();
  mail = mailFixture(platform);
});
beforeEach(async () => {
  person = await mail.person(`person ${++count}`);
  transport = engineTransport(mail.engine, person);
  openWindow();
  return () => client.close();
});

function openWindow(): void {
  client = createClient(transport);
  account = client.account(person.accountId);
}

/** The inbox, looked at until the test ends. */
async function openInbox(of: Account = account): Promise<WindowedQuery> {
  const query = of.query(listOf(person.mailboxes.inbox));
  onTestFinished(query.subscribe(() => undefined));
  await expect.poll(() => query.view().status).toBe("ready");
  return query;
}

async function deliver(...subjects: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const subject of subjects) {
    platform.clock.advance(1000);
    ids.push(await mail.deliver(person, { subject }));
  }
  return ids;
}

/**
 * Time goes by only where the test says so, also for a window's look at what it missed before its line stood, and nothing is
 * pushed: a list that is followed meanwhile learns its total by that, and on a busy machine before it is counted.
 */
function holdTime(): void {
  client.close();
  transport.isDeaf = true;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  openWindow();
}

/** Long enough for a list to be counted, and too short for what comes after it. */
async function lookAWhile(query: WindowedQuery): Promise<void> {
  await expect.poll(() => query.view().status).toBe("ready");
  await vi.advanceTimersByTimeAsync(500);
}

const subjects = (query: WindowedQuery): (string | null | undefined)[] =>
  Array.from({ length: query.view().length }, (_, row) => {
    const id = query.view().idAt(row);
    return id === undefined ? undefined : account.get(Email, id)?.subject;
  });

const moveTo = (from: string, to: string) => ({
  [`mailboxIds/${from}`]: null,
  [`mailboxIds/${to}`]: true,
});

describe("calls", () => {
  test("of one tick travel together, and may refer to each other", async () => {
    await deliver("one");
    const group = client.group();
    const query = group.call<{ ids: string[] }>("Email/query", { accountId: person.accountId });
    const get = group.call<{ list: EmailRecord[] }>("Email/get", {
      accountId: person.accountId,
      "#ids": query.ref("/ids"),
      properties: ["subject"],
    });
    const boxes = client.call<{ list: unknown[] }>("Mailbox/get", {
      accountId: person.accountId,
      ids: null,
    });
    expect((await get.result).list[0]!.subject).toBe("one");
    expect((await boxes).list.length).toBeGreaterThan(4);
    expect(transport.requests.map(({ methodCalls }) => methodCalls.length)).toEqual([3]);
  });

  test("beyond the server's limit go into several requests", async () => {
    const calls = Array.from({ length: 100 }, () => client.call("Core/echo", { a: 1 }));
    await Promise.all(calls);
    expect(transport.requests.map(({ methodCalls }) => methodCalls.length)).toEqual([64, 36]);
  });

  test("that fail fail alone", async () => {
    const wrong = client.call("Email/get", { accountId: "nobody", ids: [] });
    const right = client.call("Core/echo", { a: 1 });
    await expect(wrong).rejects.toBeInstanceOf(MethodFailed);
    expect(await right).toEqual({ a: 1 });
  });
});

describe("a list", () => {
  test("knows its length and shows placeholders until rows are here", async () => {
    await deliver(...Array.from({ length: 120 }, (_, index) => `mail ${index}`));
    const query = await openInbox();
    expect(query.view().length).toBe(120);
    expect(subjects(query).slice(0, 3)).toEqual(["mail 119", "mail 118", "mail 117"]);
    expect(query.view().idAt(110)).toBeUndefined();
    query.show(105, 119);
    await expect.poll(() => subjects(query).at(-1)).toBe("mail 0");
    expect(subjects(query)[100]).toBe("mail 19");
  });

  test("that counts later shows its rows first, and is counted once", async () => {
    holdTime();
    await deliver(...Array.from({ length: 120 }, (_, index) => `mail ${index}`));
    const query = account.query({ ...listOf(person.mailboxes.inbox), countsLater: true });
    const seen: (readonly [rows: number, isCounted: boolean])[] = [];
    onTestFinished(
      query.subscribe(() => {
        const { status, length, isCounted } = query.view();
        if (status === "ready") seen.push([length, isCounted]);
      }),
    );
    await lookAWhile(query);
    await expect.poll(() => query.view().isCounted).toBe(true);
    expect(seen).toEqual([
      [51, false],
      [120, true],
    ]);
    query.show(105, 119);
    await expect.poll(() => subjects(query).at(-1)).toBe("mail 0");
    const asked = transport.requests
      .flatMap(({ methodCalls }) => methodCalls)
      .filter(([name]) => name === "Email/query")
      .map(([, { limit, calculateTotal }]) => [limit, calculateTotal]);
    expect(asked.slice(0, 2)).toEqual([
      [50, false],
      [0, true],
    ]);
    expect(asked.slice(2).every(([, isCounting]) => isCounting === false)).toBe(true);
  });

  test("that counts later brings whole pages to who scrolls before it is counted", async () => {
    holdTime();
    await deliver(...Array.from({ length: 120 }, (_, index) => `mail ${index}`));
    const query = account.query({ ...listOf(person.mailboxes.inbox), countsLater: true });
    onTestFinished(query.subscribe(() => undefined));
    await expect.poll(() => query.view().status).toBe("ready");
    query.show(30, 48);
    await expect.poll(() => query.view().idAt(73)).toBeDefined();
    const limits = transport.requests
      .flatMap(({ methodCalls }) => methodCalls)
      .flatMap(([name, { limit }]) => (name === "Email/query" ? [limit] : []));
    expect(limits.slice(0, 2)).toEqual([50, 50]);
  });

  test("that counts later keeps its total when it changes, and is counted again after a while", async () => {
    holdTime();
    await deliver(...Array.from({ length: 220 }, (_, index) => `mail ${index}`));
    const { inbox, archive } = person.mailboxes;
    const query = account.query({ ...listOf(inbox), countsLater: true });
    onTestFinished(query.subscribe(() => undefined));
    await lookAWhile(query);
    await expect.poll(() => query.view().isCounted).toBe(true);
    // With a gap between the pages it is asked for anew instead of followed.
    query.show(120, 125);
    await expect.poll(() => query.view().idAt(122)).toBeDefined();
    const seen = new Set<string>();
    onTestFinished(
      query.subscribe(() => seen.add(`${query.view().length} ${query.view().isCounted}`)),
    );
    const counts = (): number =>
      transport.requests
        .flatMap(({ methodCalls }) => methodCalls)
        .filter(([name, { limit }]) => name === "Email/query" && limit === 0).length;
    const id = query.view().idAt(122)!;
    await account.act({ type: Email, update: { [id]: moveTo(inbox, archive) } });
    await account.sync();
    expect([...seen]).toEqual(["219 true"]);
    expect(counts()).toBe(1);
    await deliver("new");
    await account.sync();
    expect(counts()).toBe(1);
    await vi.advanceTimersByTimeAsync(5000);
    await expect.poll(() => query.view().length).toBe(220);
    expect(counts()).toBe(2);
    expect(query.view().isCounted).toBe(true);
  });

  test("that cannot be counted shows its rows all the same", async () => {
    holdTime();
    await deliver(...Array.from({ length: 60 }, (_, index) => `mail ${index}`));
    const send = transport.send.bind(transport);
    let refused = 0;
    vi.spyOn(transport, "send").mockImplementation(async (url, request) => {
      if (!request.methodCalls.some(([, { limit }]) => limit === 0)) return send(url, request);
      refused += 1;
      return {
        methodResponses: request.methodCalls.map(([, , call]) => [
          "error",
          { type: "serverFail" },
          call,
        ]),
        sessionState: "",
      };
    });
    const query = account.query({ ...listOf(person.mailboxes.inbox), countsLater: true });
    const seen = new Set<string>();
    onTestFinished(query.subscribe(() => seen.add(query.view().status)));
    await lookAWhile(query);
    await expect.poll(() => refused).toBe(1);
    query.show(50, 59);
    await expect.poll(() => query.view().idAt(59)).toBeDefined();
    expect([...seen]).toEqual(["loading", "ready"]);
  });

  test("that counts later and ends on its first page is not counted", async () => {
    holdTime();
    await deliver("one", "two");
    const query = account.query({ ...listOf(person.mailboxes.inbox), countsLater: true });
    onTestFinished(query.subscribe(() => undefined));
    await expect.poll(() => query.view().isCounted).toBe(true);
    expect(query.view().length).toBe(2);
    const calls = transport.requests.flatMap(({ methodCalls }) => methodCalls);
    expect(calls.filter(([name]) => name === "Email/query")).toHaveLength(1);
  });

  test("shows what arrives, its records with it, without being asked", async () => {
    await deliver("first");
    const query = await openInbox();
    const seen: unknown[] = [];
    onTestFinished(query.subscribe(() => seen.push(subjects(query))));
    await deliver("second");
    await expect.poll(() => subjects(query)).toEqual(["second", "first"]);
    // Not for a moment was there a row without its words.
    expect(seen.flat()).not.toContain(undefined);
  });

  test("catches up after pushes were missed", async () => {
    const query = await openInbox();
    transport.isDeaf = true;
    await deliver("missed");
    transport.reconnect();
    await expect.poll(() => subjects(query)).toEqual(["missed"]);
  });

  test("looked at far down stays right when rows come and go above", async () => {
    const ids = await deliver(...Array.from({ length: 200 }, (_, index) => `mail ${index}`));
    const query = await openInbox();
    query.show(150, 160);
    await expect.poll(() => subjects(query)[155]).toBe("mail 44");
    await mail.call(person, "Email/set", {
      update: { [ids[199]!]: moveTo(person.mailboxes.inbox, person.mailboxes.archive) },
    });
    await deliver("new 1", "new 2");
    await expect.poll(() => query.view().length).toBe(201);
    await expect.poll(() => subjects(query)[156]).toBe("mail 44");
  });

  test("starts anew when the server has forgotten what changed", async () => {
    await deliver("old");
    const query = await openInbox();
    transport.isDeaf = true;
    await deliver("newer");
    platform.clock.advance(100 * 86_400_000);
    await mail.engine.trim();
    transport.isDeaf = false;
    await deliver("newest");
    await expect.poll(() => subjects(query)).toEqual(["newest", "newer", "old"]);
  });

  test("says that it failed, and comes when it is asked again", async () => {
    await deliver("one");
    transport.failure = new Unreachable("no network");
    const query = account.query(listOf(person.mailboxes.inbox));
    onTestFinished(query.subscribe(() => undefined));
    await expect.poll(() => query.view().status).toBe("failed");
    transport.failure = undefined;
    query.retry();
    await expect.poll(() => subjects(query)).toEqual(["one"]);
  });

  test("equals the server's after any acts of two windows", async () => {
    await deliver(...Array.from({ length: 30 }, (_, index) => `mail ${index}`));
    const query = await openInbox();
    const other = createClient(engineTransport(mail.engine, person));
    onTestFinished(() => other.close());
    const far = other.account(person.accountId);
    const farInbox = await openInbox(far);
    const { inbox, archive } = person.mailboxes;
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let step = 0; step < 60; step += 1) {
      const from = step % 2 === 0 ? { account, query } : { account: far, query: farInbox };
      const id = from.query.view().idAt(random(Math.max(1, from.query.view().length)));
      if (random(4) === 0) await deliver(`step ${step}`);
      else if (id !== undefined) {
        const update = random(3) === 0 ? { "keywords/$seen": true } : moveTo(inbox, archive);
        await from.account.act({ type: Email, update: { [id]: update } }).catch(() => undefined);
      }
    }
    const truth = await mail.call(person, "Email/query", {
      filter: { inMailbox: inbox },
      sort: [{ property: "receivedAt", isAscending: false }],
      collapseThreads: true,
    });
    for (const list of [query, farInbox])
      await expect
        .poll(() => {
          const view = list.view();
          return Array.from({ length: view.length }, (_, row) => view.idAt(row));
        })
        .toEqual(truth["ids"]);
  });
});

describe("an act", () => {
  test("shows at once and stays", async () => {
    const [id] = await deliver("one");
    await openInbox();
    const done = account.act({ type: Email, update: { [id!]: { "keywords/$flagged": true } } });
    expect(account.get(Email, id!)!.keywords).toEqual({ $flagged: true });
    await done;
    expect(account.get(Email, id!)!.keywords).toEqual({ $flagged: true });
    const stored = await mail.call(person, "Email/get", { ids: [id], properties: ["keywords"] });
    expect(stored["list"]).toEqual([{ id, keywords: { $flagged: true } }]);
  });

  test("takes its row out of the list at once, and taking it back brings it back", async () => {
    const [id] = await deliver("one", "two");
    const query = await openInbox();
    const { inbox, archive } = person.mailboxes;
    const done = account.act({ type: Email, update: { [id!]: moveTo(inbox, archive) } });
    expect(subjects(query)).toEqual(["two"]);
    await done;
    expect(subjects(query)).toEqual(["two"]);
    await account.act({ type: Email, update: { [id!]: moveTo(archive, inbox) } });
    await expect.poll(() => subjects(query)).toEqual(["two", "one"]);
  });

  test("that is refused is taken back, where one can see it", async () => {
    const [id] = await deliver("one");
    const query = await openInbox();
    const done = account.act({
      type: Email,
      update: { [id!]: moveTo(person.mailboxes.inbox, "mnowhere") },
    });
    expect(subjects(query)).toEqual([]);
    await expect(done).rejects.toBeInstanceOf(SetRefused);
    expect(subjects(query)).toEqual(["one"]);
  });

  test("that the server never heard of is taken back too", async () => {
    const [id] = await deliver("one");
    const query = await openInbox();
    transport.failure = new Unreachable("no network");
    const done = account.act({ type: Email, destroy: [id!] });
    expect(subjects(query)).toEqual([]);
    await expect(done).rejects.toBeInstanceOf(Unreachable);
    expect(subjects(query)).toEqual(["one"]);
  });

  test("comes after the one before, however fast they follow", async () => {
    const [id] = await deliver("one");
    await openInbox();
    const flag = (value: true | null) =>
      account.act({ type: Email, update: { [id!]: { "keywords/$flagged": value } } });
    await Promise.all([flag(true), flag(null), flag(true), flag(null)]);
    expect(account.get(Email, id!)!.keywords).toEqual({});
    const stored = await mail.call(person, "Email/get", { ids: [id], properties: ["keywords"] });
    expect(stored["list"]).toEqual([{ id, keywords: {} }]);
  });

  test("moves a folder's count once, without a flicker", async () => {
    const [id] = await deliver("one");
    await openInbox();
    await account.fetchAll(Mailbox);
    const { inbox } = person.mailboxes;
    const counts = [account.get(Mailbox, inbox)!.unreadThreads];
    onTestFinished(
      account.subscribe(Mailbox, inbox, () => {
        const { unreadThreads } = account.get(Mailbox, inbox)!;
        if (unreadThreads !== counts.at(-1)) counts.push(unreadThreads);
      }),
    );
    await account.act({
      type: Email,
      update: { [id!]: { "keywords/$seen": true } },
      effects: [
        {
          type: Mailbox,
          id: inbox,
          expect: (record) => ({
            ...record,
            unreadThreads: (record["unreadThreads"] as number) - 1,
          }),
        },
      ],
    });
    expect(counts).toEqual([1, 0]);
  });
});

describe("records", () => {
  test("follow what others change, and are the same object until then", async () => {
    const [id] = await deliver("one");
    await openInbox();
    const before = account.get(Email, id!);
    expect(account.get(Email, id!)).toBe(before);
    await mail.call(person, "Email/set", { update: { [id!]: { "keywords/$seen": true } } });
    await expect.poll(() => account.get(Email, id!)!.keywords).toEqual({ $seen: true });
    expect(account.get(Email, id!)!.subject).toBe("one");
  });

  test("that do not exist are known not to", async () => {
    await account.fetch(Email, ["mnone"], { properties: ["subject"] });
    expect(account.get(Email, "mnone")).toBeNull();
  });

  test("asked for by many in one tick are got once", async () => {
    const ids = await deliver("one", "two", "three");
    await client.session();
    await Promise.all(
      ids.map((id) => account.fetch(Email, [id, ids[0]!], { properties: ["subject"] })),
    );
    const gets = transport.requests.flatMap(({ methodCalls }) => methodCalls);
    expect(gets.map(([name, args]) => [name, args["ids"]])).toEqual([["Email/get", ids]]);
  });

  test("of a whole type come and go by themselves", async () => {
    await account.fetchAll(Mailbox);
    const before = account.all(Mailbox).length;
    const made = await mail.call(person, "Mailbox/set", { create: { a: { name: "Projects" } } });
    const { id } = (made["created"] as { a: { id: string } }).a;
    await expect.poll(() => account.get(Mailbox, id)?.name).toBe("Projects");
    await mail.call(person, "Mailbox/set", { destroy: [id] });
    await expect.poll(() => account.all(Mailbox)).toHaveLength(before);
  });
});

describe("an answer that is long on its way", () => {
  const WANT = { properties: ["keywords", "textBody"] };
  const SEEN = { "keywords/$seen": true };
  const asksFor =
    (name: string, ...ids: unknown[]) =>
    ({ methodCalls }: JmapRequest): boolean =>
      methodCalls.some(
        ([method, args]) =>
          method === name &&
          ids.every((id) => (args["ids"] as string[] | null)?.includes(id as string)),
      );
  const gets = (id: string): number => transport.requests.filter(asksFor("Email/get", id)).length;
  const keywords = (id: string): EmailRecord["keywords"] | undefined =>
    account.get(Email, id)?.keywords;
  const change = (...ids: string[]) =>
    mail.call(person, "Email/set", {
      update: Object.fromEntries(ids.map((id) => [id, SEEN])),
    });

  /** Holds the next answer back that fits; resolves to what lets it arrive, as soon as the server has made it. */
  function hold(fits: (request: JmapRequest) => boolean): Promise<() => void> {
    return new Promise((resolve) => {
      const before = transport.delay;
      let isHeld = false;
      transport.delay = (request) => {
        if (isHeld || !fits(request)) return before?.(request);
        isHeld = true;
        return new Promise((arrive) => resolve(arrive));
      };
    });
  }

  test("takes back nothing that is known since", async () => {
    const [id] = await deliver("one");
    await openInbox();
    const held = hold(asksFor("Email/get", id));
    const body = account.fetch(Email, [id!], WANT);
    const arrive = await held;
    await account.act({ type: Email, update: { [id!]: SEEN } });
    arrive();
    await body;
    expect(account.get(Email, id!)).toMatchObject({
      keywords: { $seen: true },
      textBody: expect.any(Array),
    });
  });

  test("is asked for again where it brought what was not here when it changed", async () => {
    const [known, other] = await deliver("one", "two");
    await account.fetch(Email, [known!], WANT);
    const held = hold(asksFor("Email/get", other));
    const body = account.fetch(Email, [other!], WANT);
    const arrive = await held;
    await change(known!, other!);
    await expect.poll(() => keywords(known!)).toEqual({ $seen: true });
    arrive();
    await body;
    await expect.poll(() => keywords(other!)).toEqual({ $seen: true });
    expect(account.get(Email, other!)?.textBody).toBeDefined();
  });

  test("is asked for again when it comes while changes are followed", async () => {
    const [known, other] = await deliver("one", "two");
    await account.fetch(Email, [known!], WANT);
    const heldBody = hold(asksFor("Email/get", other));
    const body = account.fetch(Email, [other!], WANT);
    const arriveBody = await heldBody;
    const heldChange = hold(asksFor("Email/get", known));
    await change(known!, other!);
    const arriveChange = await heldChange;
    arriveBody();
    await body;
    arriveChange();
    await expect.poll(() => keywords(known!)).toEqual({ $seen: true });
    await expect.poll(() => keywords(other!)).toEqual({ $seen: true });
  });

  test("does not bring back what was destroyed since", async () => {
    const [known, other] = await deliver("one", "two");
    await account.fetch(Email, [known!, other!], { properties: ["subject"] });
    const held = hold(asksFor("Email/get", other));
    const body = account.fetch(Email, [other!], WANT);
    const arrive = await held;
    await account.act({ type: Email, destroy: [other!] });
    arrive();
    await body;
    await account.sync();
    expect(account.get(Email, other!)).toBeNull();
  });

  test("of a whole type misses nothing that was made since", async () => {
    const { inbox } = person.mailboxes;
    await account.fetch(Mailbox, [inbox], { properties: ["name"] });
    const held = hold(({ methodCalls }) => methodCalls.some(([, { ids }]) => ids === null));
    const all = account.fetchAll(Mailbox);
    const arrive = await held;
    const made = await mail.call(person, "Mailbox/set", { create: { a: { name: "Projects" } } });
    const { id } = (made["created"] as { a: { id: string } }).a;
    await account.sync();
    arrive();
    await all;
    await expect.poll(() => account.get(Mailbox, id)?.name).toBe("Projects");
  });

  test("is right as it is when it is newer than what is here", async () => {
    const [known, other] = await deliver("one", "two");
    await account.fetch(Email, [known!], WANT);
    transport.isDeaf = true;
    await change(known!);
    await account.fetch(Email, [other!], WANT);
    await expect.poll(() => keywords(known!)).toEqual({ $seen: true });
    await account.sync();
    expect(gets(other!)).toBe(1);
  });
});

test("a session that ended is told once, and everything goes on after signing in again", async () => {
  await deliver("one");
  const query = await openInbox();
  let told = 0;
  onTestFinished(client.onSignedOut(() => (told += 1)));
  transport.failure = new NotSignedIn("ended");
  await deliver("two");
  await expect.poll(() => told).toBeGreaterThan(0);
  transport.failure = undefined;
  client.resume();
  await expect.poll(() => subjects(query)).toEqual(["two", "one"]);
});
