import { Email, type EmailRecord } from "@atrium/contract/types/email";
import { Mailbox } from "@atrium/contract/types/mailbox";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  mailFixture,
  type Mailer,
  type MailFixture,
} from "../../../../server/src/features/mail/mail.fixture.ts";
import { testPlatform } from "../../../../server/src/testing/index.ts";
import { createClient } from "../client.ts";
import { NotSignedIn, SetRefused, Unreachable } from "../connection/errors.ts";
import { engineTransport, type EngineTransport } from "../engine-transport.fixture.ts";
import type { Account, JmapClient, RefusedMutation } from "../index.ts";
import { answer } from "../persistence/database.ts";
import { DATABASE } from "../persistence/mark.ts";
import { emptyStorage } from "../persistence/storage.fixture.ts";

let mail: MailFixture;
let platform: Awaited<ReturnType<typeof testPlatform>>;
let person: Mailer;
let id: string;
let count = 0;

beforeAll(async () => {
  platform = await testPlatform();
  mail = mailFixture(platform);
});
beforeEach(async () => {
  await emptyStorage();
  person = await mail.person(`person ${++count}`);
  id = await mail.deliver(person, { subject: "one" });
});

/** Trying again takes its time, which goes on with each look where the clock is not the real one. */
const eventually = <T>(look: () => T | Promise<T>): Promise<T> =>
  // oxlint-disable-next-line no-restricted-properties
  vi.waitFor(look, { timeout: 60_000 });

const WANT = { properties: ["keywords", "mailboxIds", "subject"] };
const away = (): Error => new Unreachable("no network");

interface OpenWindow {
  readonly transport: EngineTransport;
  readonly client: JmapClient;
  readonly account: Account;
  readonly sets: () => unknown[];
  readonly keywords: () => EmailRecord["keywords"] | undefined;
}

/** A window in which the message and the folders are known. */
async function openWindow(): Promise<OpenWindow> {
  const transport = engineTransport(mail.engine, person);
  const client = createClient(transport, { person: person.accountId });
  onTestFinished(() => client.close());
  const account = client.account(person.accountId);
  await Promise.all([account.fetch(Email, [id], WANT), account.fetchAll(Mailbox)]);
  return {
    transport,
    client,
    account,
    sets: () =>
      transport.requests
        .flatMap(({ methodCalls }) => methodCalls)
        .filter(([name]) => name === "Email/set")
        .map(([, args]) => args["update"]),
    keywords: () => account.get(Email, id)?.keywords,
  };
}

/** The persisted mutations, as text. */
async function persisted(): Promise<string[]> {
  const database = await answer(indexedDB.open(DATABASE));
  const acts: unknown[] = await answer(
    database.transaction("acts").objectStore("acts").getAll(),
  ).finally(() => database.close());
  return acts.map((act) => JSON.stringify(act));
}

const flag = (keyword: string, value: true | null = true) => ({
  type: Email,
  update: { [id]: { [`keywords/${keyword}`]: value } },
  persist: true,
});
const unread = (by: number) => ({
  type: Mailbox.name,
  id: person.mailboxes.inbox,
  add: { unreadEmails: by },
});
const unreadIn = ({ account }: OpenWindow): number | undefined =>
  account.get(Mailbox, person.mailboxes.inbox)?.unreadEmails;

async function stored(): Promise<EmailRecord["keywords"]> {
  const { list } = await mail.call(person, "Email/get", { ids: [id], properties: ["keywords"] });
  return (list as EmailRecord[])[0]!.keywords;
}
const storedIs = (keywords: EmailRecord["keywords"]): Promise<void> =>
  eventually(async () => expect(await stored()).toEqual(keywords));

describe("persisted mutations", () => {
  test("are shown without network, counted, and sent in their order when it is back", async () => {
    const window = await openWindow();
    window.transport.failure = away();
    const done = [
      window.account.mutate(flag("$flagged")),
      window.account.mutate(flag("work")),
      window.account.mutate(flag("$flagged", null)),
    ];
    await eventually(() =>
      expect(window.client.connection()).toEqual({ isUnavailable: true, pending: 3 }),
    );
    expect(window.keywords()).toEqual({ work: true });
    expect(await stored()).toEqual({});
    window.transport.failure = undefined;
    await Promise.all(done);
    expect(window.client.connection()).toEqual({ isUnavailable: false, pending: 0 });
    expect(window.keywords()).toEqual({ work: true });
    expect(await stored()).toEqual({ work: true });
    expect(window.sets()).toEqual([
      { [id]: { "keywords/$flagged": true } },
      { [id]: { "keywords/work": true } },
      { [id]: { "keywords/$flagged": null } },
    ]);
  });

  test("that the server refuses when they reach it are taken back, with the reason", async () => {
    const window = await openWindow();
    window.transport.failure = away();
    const done = window.account.mutate({
      type: Email,
      update: { [id]: { "mailboxIds/mnowhere": true } },
      persist: true,
    });
    const later = window.account.mutate(flag("work"));
    window.transport.failure = undefined;
    await expect(done).rejects.toBeInstanceOf(SetRefused);
    expect(window.account.get(Email, id)?.mailboxIds).not.toHaveProperty("mnowhere");
    await later;
    expect(await stored()).toEqual({ work: true });
  });

  test("hold back no mutation that is not persisted: it fails at once", async () => {
    const window = await openWindow();
    window.transport.failure = away();
    const waits = window.account.mutate(flag("work"));
    const { persist: _, ...urgent } = flag("$flagged");
    await expect(window.account.mutate(urgent)).rejects.toBeInstanceOf(Unreachable);
    expect(window.keywords()).toEqual({ work: true });
    window.transport.failure = undefined;
    await waits;
  });

  test("of a session that ended are sent after signing in again", async () => {
    const window = await openWindow();
    window.transport.failure = new NotSignedIn("ended");
    const done = window.account.mutate(flag("work"));
    await eventually(() => expect(window.client.connection().pending).toBe(1));
    expect(window.keywords()).toEqual({ work: true });
    window.transport.failure = undefined;
    window.client.resume();
    await done;
    expect(await stored()).toEqual({ work: true });
  });

  test("are given up when a server fails at them again and again", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const window = await openWindow();
    window.transport.failure = new Unreachable("/jmap/api answered 500", { status: 500 });
    const done = window.account.mutate(flag("work"));
    const failed = expect(done).rejects.toBeInstanceOf(Unreachable);
    const outcome = { isKnown: false };
    done.catch(() => (outcome.isKnown = true));
    for (let seconds = 0; !outcome.isKnown && seconds < 600; seconds += 10)
      await vi.advanceTimersByTimeAsync(10_000);
    await failed;
    expect(window.keywords()).toEqual({});
  });

  test("outlive their window: the next one shows them and says them", async () => {
    const first = await openWindow();
    first.transport.failure = away();
    void first.account.mutate({ ...flag("$seen"), optimistic: [unread(-1)] });
    await eventually(() => expect(first.client.connection().isUnavailable).toBe(true));
    expect(unreadIn(first)).toBe(0);
    await eventually(() => expect(first.client.connection().pending).toBe(1));
    first.client.close();

    const transport = engineTransport(mail.engine, person);
    transport.failure = away();
    const client = createClient(transport, { person: person.accountId });
    onTestFinished(() => client.close());
    const account = client.account(person.accountId);
    const look = account.fetch(Email, [id], WANT);
    look.catch(() => undefined);
    account.fetchAll(Mailbox).catch(() => undefined);
    await eventually(() => expect(account.get(Email, id)?.keywords).toEqual({ $seen: true }));
    await eventually(() =>
      expect(account.get(Mailbox, person.mailboxes.inbox)?.unreadEmails).toBe(0),
    );
    expect(await stored()).toEqual({});
    transport.failure = undefined;
    await storedIs({ $seen: true });
    await eventually(() => expect(client.connection().pending).toBe(0));
    expect(account.get(Mailbox, person.mailboxes.inbox)?.unreadEmails).toBe(0);
  });

  test("of several windows on one message are sent in the order in which they were made", async () => {
    const [first, second] = [await openWindow(), await openWindow()];
    first.transport.failure = away();
    second.transport.failure = away();
    void first.account.mutate(flag("work"));
    await eventually(() => expect(second.keywords()).toEqual({ work: true }));
    void second.account.mutate(flag("work", null));
    await eventually(() => expect(first.keywords()).toEqual({}));
    // The one that was done later can be said first, and waits.
    second.transport.failure = undefined;
    second.client.resume();
    await eventually(() => expect(second.client.connection().isUnavailable).toBe(false));
    expect(second.sets()).toEqual([]);
    first.transport.failure = undefined;
    first.client.resume();
    await eventually(() => {
      for (const { client } of [first, second]) expect(client.connection().pending).toBe(0);
    });
    expect(first.sets()).toHaveLength(1);
    expect(second.sets()).toHaveLength(1);
    expect(await stored()).toEqual({});
    for (const window of [first, second]) expect(window.keywords()).toEqual({});
  });

  test("that were inherited go before what was done after them, also when the clock was set back", async () => {
    const clock = vi.spyOn(Date, "now");
    onTestFinished(() => clock.mockRestore());
    const [first, second] = [await openWindow(), await openWindow()];
    first.transport.failure = away();
    second.transport.failure = away();
    void first.account.mutate(flag("work"));
    await eventually(() => expect(second.keywords()).toEqual({ work: true }));
    clock.mockReturnValue(Date.now() - 3_600_000);
    void second.account.mutate(flag("work", null));
    await eventually(() => expect(first.keywords()).toEqual({}));
    first.client.close();
    await eventually(() => expect(second.client.connection().pending).toBe(2));
    second.transport.failure = undefined;
    second.client.resume();
    await eventually(() => expect(second.client.connection().pending).toBe(0));
    expect(second.sets()).toEqual([
      { [id]: { "keywords/work": true } },
      { [id]: { "keywords/work": null } },
    ]);
    expect(await stored()).toEqual({});
  });

  test("are merged with what another device did meanwhile; what cannot be is taken back", async () => {
    const window = await openWindow();
    const other = await mail.deliver(person, { subject: "two" });
    await window.account.fetch(Email, [other], WANT);
    window.transport.failure = away();
    const { archive } = person.mailboxes;
    const into = (mailbox: string, emailId = id) => ({
      type: Email,
      update: { [emailId]: { mailboxIds: { [mailbox]: true } } },
      persist: true,
    });
    const done = window.account.mutate({
      type: Email,
      update: {
        [id]: { "keywords/$flagged": true, "keywords/mine": true, "keywords/both": null },
      },
      persist: true,
    });
    const gone = expect(window.account.mutate(into(archive, other))).rejects.toBeInstanceOf(
      SetRefused,
    );
    // Elsewhere one is changed otherwise, and the other destroyed.
    await mail.call(person, "Email/set", {
      update: { [id]: { "keywords/theirs": true, "keywords/both": true, "keywords/$seen": true } },
      destroy: [other],
    });
    window.transport.failure = undefined;
    window.client.resume();
    await done;
    await gone;
    const merged = { $flagged: true, $seen: true, mine: true, theirs: true };
    expect(await stored()).toEqual(merged);
    await eventually(() => expect(window.keywords()).toEqual(merged));
    await eventually(() => expect(window.account.get(Email, other)).toBeNull());
  });

  test("that name a record which the server has yet to create are persisted once it has", async () => {
    const window = await openWindow();
    const known = new Set(window.account.all(Mailbox).map((mailbox) => mailbox.id));
    let arrive = (): void => undefined;
    window.transport.delay = () => new Promise<void>((resolve) => (arrive = resolve));
    const folder = window.account.create(Mailbox, { name: "Plans" });
    const made = () => window.account.shown(Mailbox).find((mailbox) => !known.has(mailbox.id));
    await eventually(() => expect(made()).toBeDefined());
    const done = [
      window.account.mutate({
        type: Email,
        update: { [id]: { mailboxIds: { [made()!.id]: true } } },
        persist: true,
      }),
      window.account.mutate(flag("work")),
    ];
    await eventually(async () => expect(await persisted()).toHaveLength(1));
    window.transport.delay = undefined;
    window.transport.failure = away();
    arrive();
    await eventually(async () => expect(await persisted()).toHaveLength(2));
    expect(await persisted()).not.toContainEqual(expect.stringContaining("#"));
    window.transport.failure = undefined;
    window.client.resume();
    await Promise.all(done);
    const { list } = await mail.call(person, "Email/get", {
      ids: [id],
      properties: ["mailboxIds"],
    });
    expect(list).toEqual([{ id, mailboxIds: { [(await folder).id]: true } }]);
  });

  test("that are refused after their window is gone are reported to the next one", async () => {
    const first = await openWindow();
    first.transport.failure = away();
    void first.account.mutate({
      type: Email,
      update: { [id]: { "mailboxIds/mnowhere": true } },
      persist: true,
    });
    await eventually(() => expect(first.client.connection().isUnavailable).toBe(true));
    first.client.close();
    const reported: RefusedMutation[] = [];
    const second = await openWindow();
    second.client.onRefused((refused) => reported.push(refused));
    await eventually(() => expect(reported).toHaveLength(1));
    expect(reported[0]!.error).toBeInstanceOf(SetRefused);
    expect(second.account.get(Email, id)?.mailboxIds).not.toHaveProperty("mnowhere");
  });
});

test("five windows show a mutation at once, its counts with it, and none of them flickers", async () => {
  const windows = await Promise.all(Array.from({ length: 5 }, () => openWindow()));
  const seen = windows.map((window) => {
    const counts = [unreadIn(window)];
    onTestFinished(
      window.account.subscribe(Mailbox, person.mailboxes.inbox, () => {
        if (unreadIn(window) !== counts.at(-1)) counts.push(unreadIn(window));
      }),
    );
    return counts;
  });
  const [first] = windows;
  const outcome = vi.fn();
  const done = first!.account
    .mutate({ ...flag("$seen"), optimistic: [unread(-1)] })
    .finally(outcome);
  // The others learn it from the window, not from the server.
  first!.transport.failure = away();
  await eventually(() => {
    for (const window of windows) expect(window.keywords()).toEqual({ $seen: true });
  });
  expect(outcome).not.toHaveBeenCalled();
  first!.transport.failure = undefined;
  await done;
  await eventually(() => {
    for (const { client } of windows) expect(client.connection().pending).toBe(0);
  });
  expect(await stored()).toEqual({ $seen: true });
  for (const counts of seen) expect(counts).toEqual([1, 0]);
  expect(windows.flatMap((window) => window.sets())).toHaveLength(1);
});

test("of five windows one listens to the server; when it is gone, another goes on and nothing is missed", async () => {
  const lines = new Set<number>();
  const windows = await Promise.all(
    Array.from({ length: 5 }, async (_, index) => {
      const transport = engineTransport(mail.engine, person);
      const real = { ...transport };
      transport.listen = (url, listener) => {
        lines.add(index);
        const stop = real.listen(url, listener);
        return () => {
          lines.delete(index);
          stop();
        };
      };
      const client = createClient(transport, { person: person.accountId });
      onTestFinished(() => client.close());
      const account = client.account(person.accountId);
      await account.fetch(Email, [id], WANT);
      return { client, account, transport };
    }),
  );
  await eventually(() => expect(lines.size).toBe(1));
  const all = (expected: EmailRecord["keywords"], but = -1): Promise<void> =>
    eventually(() => {
      for (const [index, { account }] of windows.entries())
        if (index !== but) expect(account.get(Email, id)?.keywords).toEqual(expected);
    });
  await mail.call(person, "Email/set", { update: { [id]: { "keywords/a": true } } });
  await all({ a: true });

  const [leader] = lines;
  // Its connection is dead before its window is: what happens now reaches no window.
  windows[leader!]!.transport.isDeaf = true;
  await mail.call(person, "Email/set", { update: { [id]: { "keywords/b": true } } });
  windows[leader!]!.client.close();
  await all({ a: true, b: true }, leader);
  expect(lines.size).toBe(1);
  expect(lines).not.toContain(leader);
  await mail.call(person, "Email/set", { update: { [id]: { "keywords/c": true } } });
  await all({ a: true, b: true, c: true }, leader);
});

test("a mutation whose window closes while it is on its way is applied once, and shown as the server has it", async () => {
  const [first, second] = [await openWindow(), await openWindow()];
  void first.account.mutate(flag("work"));
  await eventually(() => expect(second.keywords()).toEqual({ work: true }));
  first.client.close();
  await storedIs({ work: true });
  await eventually(() => expect(second.client.connection().pending).toBe(0));
  await eventually(() => expect(second.keywords()).toEqual({ work: true }));
});

test("what could not be read comes by itself when the network is back", async () => {
  const transport = engineTransport(mail.engine, person);
  transport.failure = away();
  const client = createClient(transport);
  onTestFinished(() => client.close());
  const account = client.account(person.accountId);
  await expect(account.fetchAll(Mailbox)).rejects.toBeInstanceOf(Unreachable);
  expect(client.connection().isUnavailable).toBe(true);
  transport.failure = undefined;
  await eventually(() => expect(account.isWhole(Mailbox)).toBe(true));
  expect(client.connection().isUnavailable).toBe(false);
});
