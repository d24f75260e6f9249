import { Email, type EmailRecord } from "@atrium/contract/types/email";
import { Mailbox } from "@atrium/contract/types/mailbox";
import { setPreferences } from "@atrium/state";
import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../client.ts";
import { engineTransport } from "../engine-transport.fixture.ts";
import { away, holdStorage, shows, testBrowser } from "./browser.fixture.ts";
import { DATABASE, persistOnlyFor, persistedFor, OWN } from "./mark.ts";
import { countPending } from "./pending.ts";

const browser = testBrowser();
const { deliver, openWindow, visit } = browser;

const refuse = (): never => {
  throw new DOMException("forbidden here", "SecurityError");
};

test("a window shows what the last one saw while there is no network", async () => {
  await deliver("one", "two");
  await visit("two", "one");
  const window = openWindow(browser.person, away);
  await shows(window, "two", "one");
  await expect.poll(() => window.account.isWhole(Mailbox)).toBe(true);
  expect(window.account.all(Mailbox).some(({ role }) => role === "inbox")).toBe(true);
});

test("what was done a moment ago is never shown undone", async () => {
  const [, archived] = await deliver("one", "two");
  const first = openWindow();
  await shows(first, "two", "one");
  // All that was seen so far is persisted.
  await visit("two", "one");
  const { archive } = browser.person.mailboxes;
  await first.account.mutate({
    type: Email,
    update: { [archived!]: { mailboxIds: { [archive]: true } } },
    persist: true,
  });
  const next = openWindow();
  const seen: unknown[] = [];
  onTestFinished(next.inbox.subscribe(() => seen.push(...next.subjects())));
  await shows(next, "one");
  expect(seen).toContain("one");
  expect(seen).not.toContain("two");
});

test("rows below those in sight come back too, after them", async () => {
  const names = Array.from({ length: 40 }, (_, index) => `number ${index}`);
  await deliver(...names);
  const newestFirst = names.toReversed();
  await visit(...newestFirst);
  await shows(openWindow(browser.person, away), ...newestFirst);
});

test("without network a storage that is slow is waited for", async () => {
  await deliver("one", "two");
  await visit("two", "one");
  const release = holdStorage();
  const window = openWindow(browser.person, away);
  setTimeout(release, 800);
  await expect.poll(() => window.subjects()).toEqual(["two", "one"]);
  expect(window.inbox.view().status).toBe("ready");
  await expect.poll(() => window.account.isWhole(Mailbox)).toBe(true);
});

test("what is persisted is shown also when it comes late, if the network is later still", async () => {
  await deliver("one", "two");
  await visit("two", "one");
  await deliver("three");
  const release = holdStorage();
  const window = openWindow();
  let arrive: () => void = () => undefined;
  const network = new Promise<void>((resolve) => (arrive = resolve));
  window.transport.delay = () => network;
  const asks = (): boolean =>
    window.transport.requests.some(({ methodCalls }) =>
      methodCalls.some(([method]) => method === "Email/query"),
    );
  await expect.poll(asks).toBe(true);
  release();
  await shows(window, "two", "one");
  arrive();
  await shows(window, "three", "two", "one");
});

test("what is persisted and comes after the network changes nothing", async () => {
  await deliver("one", "two");
  await visit("two", "one");
  const release = holdStorage();
  const window = openWindow();
  await shows(window, "two", "one");
  await deliver("three");
  await shows(window, "three", "two", "one");
  const seen: unknown[] = [];
  onTestFinished(window.inbox.subscribe(() => seen.push(window.inbox.view().length)));
  release();
  await expect.poll(() => window.client.persistedAccounts()).toBeDefined();
  expect(seen.every((length) => length === 3)).toBe(true);
  await shows(window, "three", "two", "one");
});

test("what changed since is followed, without asking for what is known", async () => {
  const [one] = await deliver("one", "two");
  await visit("two", "one");
  await deliver("three");
  await browser.mail.call(browser.person, "Email/set", {
    update: { [one!]: { "keywords/$flagged": true } },
  });
  const window = openWindow();
  await shows(window, "three", "two", "one");
  await expect.poll(() => window.account.get(Email, one!)?.keywords).toEqual({ $flagged: true });
  const methods = window.transport.requests.flatMap(({ methodCalls }) =>
    methodCalls.map(([name]) => name),
  );
  expect(methods).toContain("Email/queryChanges");
  expect(methods).toContain("Email/changes");
  expect(methods).not.toContain("Email/query");
});

test("a message once opened opens without network, and not as it was before it changed", async () => {
  const [one] = await deliver("one");
  const want = { properties: ["subject", "keywords", "bodyValues", "textBody"] };
  const first = openWindow();
  await shows(first, "one");
  await first.account.fetch(Email, [one!], want);
  first.close();
  await browser.mail.call(browser.person, "Email/set", {
    update: { [one!]: { "keywords/$seen": true } },
  });

  const second = openWindow();
  await shows(second, "one");
  await expect.poll(() => second.account.get(Email, one!)?.keywords).toEqual({ $seen: true });

  // A window that had no patience for what is persisted writes it again, after a few tries.
  const opened = async () => {
    const third = openWindow(browser.person, away);
    await shows(third, "one");
    await third.account.fetch(Email, [one!], want);
    return third.account.get(Email, one!);
  };
  await expect
    .poll(opened)
    .toMatchObject({ keywords: { $seen: true }, textBody: expect.any(Array) });
});

test("what was long on its way is not persisted as newer than it is", async () => {
  const [one] = await deliver("one");
  const want = { properties: ["keywords", "textBody"] };
  const first = openWindow();
  await shows(first, "one");
  const made = Promise.withResolvers<void>();
  const arrival = Promise.withResolvers<void>();
  first.transport.delay = ({ methodCalls }) => {
    const isBody = methodCalls.some(([, args]) => JSON.stringify(args).includes("textBody"));
    if (isBody) made.resolve();
    return isBody ? arrival.promise : undefined;
  };
  const body = first.account.fetch(Email, [one!], want);
  await made.promise;
  await first.account.mutate({ type: Email, update: { [one!]: { "keywords/$seen": true } } });
  arrival.resolve();
  await body;
  first.close();

  const second = openWindow(browser.person, away);
  await shows(second, "one");
  await second.account.fetch(Email, [one!], want);
  expect(second.account.get(Email, one!)).toMatchObject({
    keywords: { $seen: true },
    textBody: expect.any(Array),
  });
});

test("what changed while it was not in sight is not shown as it was", async () => {
  const [one] = await deliver("one");
  await visit("one");
  // This window never has the message in its table while it changes.
  const transport = engineTransport(browser.mail.engine, browser.person);
  const client = createClient(transport, { person: browser.person.accountId });
  onTestFinished(() => client.close());
  const account = client.account(browser.person.accountId);
  await account.fetch(Email, ["mnone"], { properties: ["subject"] });
  await browser.mail.call(browser.person, "Email/set", {
    update: { [one!]: { "keywords/$seen": true } },
  });
  await account.sync();
  await account.fetch(Email, [one!], { properties: ["keywords"] });
  expect(account.get(Email, one!)?.keywords).toEqual({ $seen: true });
  client.close();
  const next = openWindow(browser.person, away);
  await next.account.fetch(Email, [one!], { properties: ["keywords"] }).catch(() => undefined);
  expect(next.account.get(Email, one!)?.keywords).toEqual({ $seen: true });
});

test("a server that forgot what changed is asked for everything again", async () => {
  await deliver("old");
  await visit("old");
  await deliver("newer");
  browser.platform.clock.advance(100 * 86_400_000);
  await browser.mail.engine.trim();
  await deliver("newest");
  await shows(openWindow(), "newest", "newer", "old");
});

test("another person sees nothing of it, and after them neither does the first without network", async () => {
  await deliver("secret");
  await visit("secret");
  const other = await browser.anotherPerson();
  const theirs = openWindow(other, away);
  await expect.poll(() => theirs.inbox.view().status).toBe("failed");
  expect(theirs.subjects()).toEqual([]);
  expect(persistedFor()).toBe(other.accountId);
  theirs.close();
  const back = openWindow(browser.person, away);
  await expect.poll(() => back.inbox.view().status).toBe("failed");
  expect(back.subjects()).toEqual([]);
});

test("what else is of the person goes with their records, and other choices of the browser stay", async () => {
  await persistOnlyFor(browser.person.accountId);
  await deliver("secret");
  await visit("secret");
  localStorage.setItem(`${OWN}searches`, '["divorce lawyer"]');
  localStorage.setItem("atrium.theme", "dark");
  await persistOnlyFor(browser.person.accountId);
  expect(localStorage.getItem(`${OWN}searches`)).not.toBeNull();
  await persistOnlyFor("somebody else");
  expect(localStorage.getItem(`${OWN}searches`)).toBeNull();
  expect(localStorage.getItem("atrium.theme")).toBe("dark");
  // Also where nothing else is persisted.
  localStorage.setItem(`${OWN}searches`, "[]");
  await persistOnlyFor(null);
  expect(localStorage.getItem(`${OWN}searches`)).toBeNull();
});

test("signing out wipes it, also under a window that is still open", async () => {
  await deliver("secret");
  const left = openWindow();
  await shows(left, "secret");
  await persistOnlyFor(null);
  expect(persistedFor()).toBeUndefined();
  await deliver("later");
  await shows(left, "later", "secret");
  left.close();
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(DATABASE);
});

const REFUSALS = [
  ["the person", { keepsOnDevice: false }, { keepsOnDevice: true }],
  ["the organisation", { keepsNothing: true }, { keepsNothing: false }],
] as const;

test.each(REFUSALS)("nothing is persisted where %s refuses", async (_who, refuse, allow) => {
  await deliver("one");
  setPreferences(refuse);
  onTestFinished(() => setPreferences(allow));
  await visit("one");
  expect(persistedFor()).toBeUndefined();
  expect(await indexedDB.databases()).toEqual([]);
});

test.each(REFUSALS)(
  "%s wipes what was persisted by refusing later",
  async (_who, refuse, allow) => {
    await deliver("one");
    await visit("one");
    onTestFinished(() => setPreferences(allow));
    const window = openWindow();
    await shows(window, "one");
    setPreferences(refuse);
    await expect.poll(() => indexedDB.databases()).toEqual([]);
    await deliver("two");
    await shows(window, "two", "one");
  },
);

test("a database that is damaged or of a newer release is done without", async () => {
  await deliver("one");
  await visit("one");
  await new Promise<void>((resolve) => {
    const request = indexedDB.open(DATABASE, 1000);
    request.addEventListener("success", () => {
      request.result.close();
      resolve();
    });
  });
  await visit("one");
});

test("where the browser has no room left, mutations are persisted and what was read makes room", async () => {
  const [one] = await deliver("one");
  await visit("one");
  let isFull = true;
  const real: unknown = Reflect.get(IDBObjectStore.prototype, "put");
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (
    this: IDBObjectStore,
    ...rest
  ) {
    if (isFull && this.name === "acts") {
      // As a browser does: nothing of the transaction is written.
      this.transaction.abort();
      throw new DOMException("no room", "QuotaExceededError");
    }
    return (real as typeof this.put).apply(this, rest);
  });
  onTestFinished(() => put.mockRestore());
  const remove: unknown = Reflect.get(IDBObjectStore.prototype, "delete");
  const evicted = vi.spyOn(IDBObjectStore.prototype, "delete").mockImplementation(function (
    this: IDBObjectStore,
    key,
  ) {
    if (this.name === "records") isFull = false;
    return (remove as typeof this.delete).call(this, key);
  });
  onTestFinished(() => evicted.mockRestore());
  const window = openWindow(browser.person, away);
  await shows(window, "one");
  void window.account.mutate({
    type: Email,
    update: { [one!]: { "keywords/$flagged": true } },
    persist: true,
  });
  await expect.poll(() => isFull).toBe(false);
  window.close();
  // No window is left that could count it otherwise.
  await expect.poll(() => countPending(browser.person.accountId)).toBe(1);
  const next = openWindow();
  await shows(next, "one");
  await expect.poll(() => countPending(browser.person.accountId)).toBe(0);
  await expect.poll(() => next.account.get(Email, one!)?.keywords).toEqual({ $flagged: true });
});

test.each([
  ["there is no database", () => vi.spyOn(indexedDB, "open").mockImplementation(refuse)],
  [
    "opening one never ends",
    () => vi.spyOn(indexedDB, "open").mockReturnValue(new EventTarget() as IDBOpenDBRequest),
  ],
  ["nothing can be marked", () => vi.spyOn(localStorage, "setItem").mockImplementation(refuse)],
  ["nothing can be read", () => vi.spyOn(localStorage, "getItem").mockImplementation(refuse)],
])("where %s, all goes on without", async (_, forbid) => {
  const [one] = await deliver("one");
  await visit("one");
  const spy = forbid();
  onTestFinished(() => spy.mockRestore());
  const window = openWindow();
  await shows(window, "one");
  await window.account.mutate({
    type: Email,
    update: { [one!]: { "keywords/$flagged": true } },
    persist: true,
  });
  expect(window.account.get(Email, one!)?.keywords).toEqual({ $flagged: true });
});

test("two windows at different paces leave nothing behind that is older than its state", async () => {
  const ids = await deliver("one", "two", "three");
  const [a, b] = [openWindow(), openWindow()];
  await shows(a, "three", "two", "one");
  await shows(b, "three", "two", "one");
  for (let step = 0; step < 12; step += 1) {
    b.transport.isDeaf = step % 3 === 0;
    a.transport.isDeaf = step % 4 === 1;
    const id = ids[step % ids.length]!;
    await browser.mail.call(browser.person, "Email/set", {
      update: { [id]: { [`keywords/step-${step}`]: true } },
    });
    if (step % 5 === 0) await a.account.sync();
    if (step % 5 === 3) await new Promise((resolve) => setTimeout(resolve, 450));
  }
  a.close();
  b.close();
  const next = openWindow();
  await shows(next, "three", "two", "one");
  const truth = await browser.mail.call(browser.person, "Email/get", {
    ids,
    properties: ["keywords"],
  });
  await expect
    .poll(() => ids.map((id) => next.account.get(Email, id)?.keywords))
    .toEqual(
      ids.map((id) => (truth["list"] as EmailRecord[]).find((one) => one.id === id)!.keywords),
    );
});

test("the accounts of the last session are known without network, and nobody else's", async () => {
  const window = openWindow();
  const { accounts } = await window.client.session();
  await expect.poll(() => window.client.persistedAccounts()).toEqual(accounts);
  window.close();
  expect(await openWindow(browser.person, away).client.persistedAccounts()).toEqual(accounts);
  const other = await browser.anotherPerson();
  expect(await openWindow(other, away).client.persistedAccounts()).toBeUndefined();
});
