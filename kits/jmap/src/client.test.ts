import { Email, type EmailRecord } from "@atrium/contract/types/email";
import { Mailbox } from "@atrium/contract/types/mailbox";
import type { JmapRequest } from "@atrium/contract/types/wire";
import { describe, expect, onTestFinished, test } from "vitest";
import { moveTo, useWindow } from "./client.fixture.ts";
import { createClient } from "./client.ts";
import { MethodFailed, NotSignedIn, SetRefused, Unreachable } from "./connection/errors.ts";

const here = useWindow();

describe("calls", () => {
  test("of one tick travel together, and may refer to each other", async () => {
    await here.deliver("one");
    const group = here.client.group();
    const query = group.call("Email/query", {
      accountId: here.person.accountId,
    });
    const get = group.call("Email/get", {
      accountId: here.person.accountId,
      "#ids": query.ref("/ids"),
      properties: ["subject"],
    });
    const boxes = here.client.call("Mailbox/get", {
      accountId: here.person.accountId,
      ids: null,
    });
    expect((await get.result).list[0]!.subject).toBe("one");
    expect((await boxes).list.length).toBeGreaterThan(4);
    expect(here.transport.requests.map(({ methodCalls }) => methodCalls.length)).toEqual([3]);
  });

  test("beyond the server's limit go into several requests", async () => {
    const calls = Array.from({ length: 100 }, () => here.client.call("Core/echo", { a: 1 }));
    await Promise.all(calls);
    expect(here.transport.requests.map(({ methodCalls }) => methodCalls.length)).toEqual([64, 36]);
  });

  test("that fail fail alone", async () => {
    const wrong = here.client.call("Email/get", { accountId: "nobody", ids: [] });
    const right = here.client.call("Core/echo", { a: 1 });
    await expect(wrong).rejects.toBeInstanceOf(MethodFailed);
    expect(await right).toEqual({ a: 1 });
  });
});

describe("records that are found", () => {
  test("come in one request, in part, and are not followed", async () => {
    const [, two, three] = await here.deliver("one", "two", "three");
    const found = await here.account.find(Email, {
      filter: { inMailbox: here.person.mailboxes.inbox },
      sort: [{ property: "receivedAt", isAscending: false }],
      limit: 2,
      properties: ["subject"],
    });
    expect(found).toEqual([
      { id: three, subject: "three" },
      { id: two, subject: "two" },
    ]);
    expect(here.transport.requests).toHaveLength(1);
    expect(here.account.get(Email, two!)).toBeUndefined();
  });

  test("are none when the search is refused: the caller gets the error", async () => {
    const found = here.account.find(Email, { filter: { inMailbox: "m".repeat(300) } });
    await expect(found).rejects.toBeInstanceOf(MethodFailed);
  });
});

describe("a record that is made", () => {
  test.each([true, false])("is here when it is answered (known whole: %s)", async (isWhole) => {
    if (isWhole) await here.account.fetchAll(Mailbox);
    const made = await here.account.create(Mailbox, { name: "Plans" });
    expect(made).toMatchObject({ name: "Plans", parentId: null, totalEmails: 0 });
    expect(here.account.all(Mailbox)).toContainEqual(made);
    expect(here.account.isWhole(Mailbox)).toBe(true);
  });

  test("says why it was refused", async () => {
    await here.account.create(Mailbox, { name: "Plans" });
    await expect(here.account.create(Mailbox, { name: "Plans" })).rejects.toMatchObject({
      refused: { new: { type: "alreadyExists" } },
    });
  });
});

describe("a mutation", () => {
  test("shows at once and stays", async () => {
    const [id] = await here.deliver("one");
    await here.openInbox();
    const done = here.account.mutate({
      type: Email,
      update: { [id!]: { "keywords/$flagged": true } },
    });
    expect(here.account.get(Email, id!)!.keywords).toEqual({ $flagged: true });
    await done;
    expect(here.account.get(Email, id!)!.keywords).toEqual({ $flagged: true });
    const stored = await here.mail.call(here.person, "Email/get", {
      ids: [id],
      properties: ["keywords"],
    });
    expect(stored["list"]).toEqual([{ id, keywords: { $flagged: true } }]);
  });

  test("takes its row out of the list at once, and taking it back brings it back", async () => {
    const [id] = await here.deliver("one", "two");
    const query = await here.openInbox();
    const { inbox, archive } = here.person.mailboxes;
    const done = here.account.mutate({ type: Email, update: { [id!]: moveTo(inbox, archive) } });
    expect(here.subjects(query)).toEqual(["two"]);
    await done;
    expect(here.subjects(query)).toEqual(["two"]);
    await here.account.mutate({ type: Email, update: { [id!]: moveTo(archive, inbox) } });
    await expect.poll(() => here.subjects(query)).toEqual(["two", "one"]);
  });

  test("that is refused is taken back, where one can see it", async () => {
    const [id] = await here.deliver("one");
    const query = await here.openInbox();
    const done = here.account.mutate({
      type: Email,
      update: { [id!]: moveTo(here.person.mailboxes.inbox, "mnowhere") },
    });
    expect(here.subjects(query)).toEqual([]);
    await expect(done).rejects.toBeInstanceOf(SetRefused);
    expect(here.subjects(query)).toEqual(["one"]);
  });

  test("that never reached the server is taken back too", async () => {
    const [id] = await here.deliver("one");
    const query = await here.openInbox();
    here.transport.failure = new Unreachable("no network");
    const done = here.account.mutate({ type: Email, destroy: [id!] });
    expect(here.subjects(query)).toEqual([]);
    await expect(done).rejects.toBeInstanceOf(Unreachable);
    expect(here.subjects(query)).toEqual(["one"]);
  });

  test("comes after the one before, however fast they follow", async () => {
    const [id] = await here.deliver("one");
    await here.openInbox();
    const flag = (value: true | null) =>
      here.account.mutate({ type: Email, update: { [id!]: { "keywords/$flagged": value } } });
    await Promise.all([flag(true), flag(null), flag(true), flag(null)]);
    expect(here.account.get(Email, id!)!.keywords).toEqual({});
    const stored = await here.mail.call(here.person, "Email/get", {
      ids: [id],
      properties: ["keywords"],
    });
    expect(stored["list"]).toEqual([{ id, keywords: {} }]);
  });

  test("moves a folder's count once, without a flicker", async () => {
    const [id] = await here.deliver("one");
    await here.openInbox();
    await here.account.fetchAll(Mailbox);
    const { inbox } = here.person.mailboxes;
    const counts = [here.account.get(Mailbox, inbox)!.unreadThreads];
    onTestFinished(
      here.account.subscribe(Mailbox, inbox, () => {
        const { unreadThreads } = here.account.get(Mailbox, inbox)!;
        if (unreadThreads !== counts.at(-1)) counts.push(unreadThreads);
      }),
    );
    await here.account.mutate({
      type: Email,
      update: { [id!]: { "keywords/$seen": true } },
      optimistic: [{ type: Mailbox.name, id: inbox, add: { unreadThreads: -1 } }],
    });
    expect(counts).toEqual([1, 0]);
  });
});

describe("records", () => {
  test("follow what others change, and are the same object until then", async () => {
    const [id] = await here.deliver("one");
    await here.openInbox();
    const before = here.account.get(Email, id!);
    expect(here.account.get(Email, id!)).toBe(before);
    await here.mail.call(here.person, "Email/set", {
      update: { [id!]: { "keywords/$seen": true } },
    });
    await expect.poll(() => here.account.get(Email, id!)!.keywords).toEqual({ $seen: true });
    expect(here.account.get(Email, id!)!.subject).toBe("one");
  });

  test("that do not exist are known not to", async () => {
    await here.account.fetch(Email, ["mnone"], { properties: ["subject"] });
    expect(here.account.get(Email, "mnone")).toBeNull();
  });

  test("asked for by many in one tick are got once", async () => {
    const ids = await here.deliver("one", "two", "three");
    await here.client.session();
    await Promise.all(
      ids.map((id) => here.account.fetch(Email, [id, ids[0]!], { properties: ["subject"] })),
    );
    const gets = here.transport.requests.flatMap(({ methodCalls }) => methodCalls);
    expect(gets.map(([name, args]) => [name, args["ids"]])).toEqual([["Email/get", ids]]);
  });

  test("of a whole type come and go by themselves", async () => {
    await here.account.fetchAll(Mailbox);
    const before = here.account.all(Mailbox).length;
    const made = await here.mail.call(here.person, "Mailbox/set", {
      create: { a: { name: "Projects" } },
    });
    const { id } = (made["created"] as { a: { id: string } }).a;
    await expect.poll(() => here.account.get(Mailbox, id)?.name).toBe("Projects");
    await here.mail.call(here.person, "Mailbox/set", { destroy: [id] });
    await expect.poll(() => here.account.all(Mailbox)).toHaveLength(before);
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
  const gets = (id: string): number =>
    here.transport.requests.filter(asksFor("Email/get", id)).length;
  const keywords = (id: string): EmailRecord["keywords"] | undefined =>
    here.account.get(Email, id)?.keywords;
  const change = (...ids: string[]) =>
    here.mail.call(here.person, "Email/set", {
      update: Object.fromEntries(ids.map((id) => [id, SEEN])),
    });

  test("takes back nothing that is known since", async () => {
    const [id] = await here.deliver("one");
    await here.openInbox();
    const held = here.hold(asksFor("Email/get", id));
    const body = here.account.fetch(Email, [id!], WANT);
    const arrive = await held;
    await here.account.mutate({ type: Email, update: { [id!]: SEEN } });
    arrive();
    await body;
    expect(here.account.get(Email, id!)).toMatchObject({
      keywords: { $seen: true },
      textBody: expect.any(Array),
    });
  });

  test("is asked for again where it brought what was not here when it changed", async () => {
    const [known, other] = await here.deliver("one", "two");
    await here.account.fetch(Email, [known!], WANT);
    const held = here.hold(asksFor("Email/get", other));
    const body = here.account.fetch(Email, [other!], WANT);
    const arrive = await held;
    await change(known!, other!);
    await expect.poll(() => keywords(known!)).toEqual({ $seen: true });
    arrive();
    await body;
    await expect.poll(() => keywords(other!)).toEqual({ $seen: true });
    expect(here.account.get(Email, other!)?.textBody).toBeDefined();
  });

  test("is asked for again when it comes while changes are followed", async () => {
    const [known, other] = await here.deliver("one", "two");
    await here.account.fetch(Email, [known!], WANT);
    const heldBody = here.hold(asksFor("Email/get", other));
    const body = here.account.fetch(Email, [other!], WANT);
    const arriveBody = await heldBody;
    const heldChange = here.hold(asksFor("Email/get", known));
    await change(known!, other!);
    const arriveChange = await heldChange;
    arriveBody();
    await body;
    arriveChange();
    await expect.poll(() => keywords(known!)).toEqual({ $seen: true });
    await expect.poll(() => keywords(other!)).toEqual({ $seen: true });
  });

  test("does not bring back what was destroyed since", async () => {
    const [known, other] = await here.deliver("one", "two");
    await here.account.fetch(Email, [known!, other!], { properties: ["subject"] });
    const held = here.hold(asksFor("Email/get", other));
    const body = here.account.fetch(Email, [other!], WANT);
    const arrive = await held;
    await here.account.mutate({ type: Email, destroy: [other!] });
    arrive();
    await body;
    await here.account.sync();
    expect(here.account.get(Email, other!)).toBeNull();
  });

  test("of a whole type misses nothing that was made since", async () => {
    const { inbox } = here.person.mailboxes;
    await here.account.fetch(Mailbox, [inbox], { properties: ["name"] });
    const held = here.hold(({ methodCalls }) => methodCalls.some(([, { ids }]) => ids === null));
    const all = here.account.fetchAll(Mailbox);
    const arrive = await held;
    const made = await here.mail.call(here.person, "Mailbox/set", {
      create: { a: { name: "Projects" } },
    });
    const { id } = (made["created"] as { a: { id: string } }).a;
    await here.account.sync();
    arrive();
    await all;
    await expect.poll(() => here.account.get(Mailbox, id)?.name).toBe("Projects");
  });

  test("is followed when it is the first, and what was pushed meanwhile is newer", async () => {
    // What a window misses while it connects is asked for once, some time later: not here.
    await new Promise<void>((resolve) => {
      here.client.onMissed(resolve);
    });
    const [id] = await here.deliver("one");
    const held = here.hold(asksFor("Email/get", id));
    const first = here.account.fetch(Email, [id!], WANT);
    const arrive = await held;
    const pushed = new Promise<void>((resolve) => {
      here.client.onChange(() => resolve());
    });
    await change(id!);
    await pushed;
    arrive();
    await first;
    expect(keywords(id!)).toEqual({});
    await expect.poll(() => keywords(id!)).toEqual({ $seen: true });
  });

  test("is right as it is when it is newer than what is here", async () => {
    const [known, other] = await here.deliver("one", "two");
    await here.account.fetch(Email, [known!], WANT);
    here.transport.isDeaf = true;
    await change(known!);
    await here.account.fetch(Email, [other!], WANT);
    await expect.poll(() => keywords(known!)).toEqual({ $seen: true });
    await here.account.sync();
    expect(gets(other!)).toBe(1);
  });
});

test("a session that ended is reported once, and everything goes on after signing in again", async () => {
  await here.deliver("one");
  const query = await here.openInbox();
  let ended = 0;
  onTestFinished(here.client.onSignedOut(() => (ended += 1)));
  here.transport.failure = new NotSignedIn("ended");
  await here.deliver("two");
  await expect.poll(() => ended).toBeGreaterThan(0);
  here.transport.failure = undefined;
  here.client.resume();
  await expect.poll(() => here.subjects(query)).toEqual(["two", "one"]);
});

test("what was asked before signing in again, and refused after it, is asked again and ends nothing", async () => {
  const [known] = await here.deliver("one");
  let ended = 0;
  onTestFinished(here.client.onSignedOut(() => (ended += 1)));
  const answered = Promise.withResolvers<void>();
  here.transport.delay = () => answered.promise;
  const fetched = here.account.fetch(Email, [known!], { properties: ["subject"] });
  await expect.poll(() => here.transport.requests.length).toBeGreaterThan(0);
  here.transport.delay = undefined;
  here.client.resume();
  answered.reject(new NotSignedIn("ended"));
  await fetched;
  expect(here.account.get(Email, known!)?.subject).toBe("one");
  expect(ended).toBe(0);
});

test("a session that has changed is asked for once and reported, also of servers that do not agree on it", async () => {
  const { transport } = here;
  let asked = 0;
  let stateOfSession = "one";
  let stateOfAnswers = "one";
  const client = createClient({
    ...transport,
    async session() {
      asked += 1;
      return { ...(await transport.session()), state: stateOfSession };
    },
    send: async (url, request) => ({
      ...(await transport.send(url, request)),
      sessionState: stateOfAnswers,
    }),
  });
  onTestFinished(() => client.close());
  let reported = 0;
  let seen: Promise<string> | undefined;
  client.onSession(() => {
    reported += 1;
    seen = client.session().then(({ state }) => state);
  });
  const echo = () => client.call("Core/echo", {});
  await echo();
  await echo();
  expect([asked, reported]).toEqual([1, 0]);

  stateOfSession = stateOfAnswers = "two";
  await echo();
  await expect.poll(() => reported).toBe(1);
  expect(asked).toBe(2);
  expect(await seen).toBe("two");
  await echo();
  expect(asked).toBe(2);

  stateOfAnswers = "three";
  await echo();
  await expect.poll(() => asked).toBe(3);
  stateOfAnswers = "two";
  await echo();
  stateOfAnswers = "three";
  await echo();
  expect([asked, reported]).toEqual([3, 1]);
});
