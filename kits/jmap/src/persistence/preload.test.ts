import { Email } from "@atrium/contract/types/email";
import { Mailbox } from "@atrium/contract/types/mailbox";
import { expect, onTestFinished, test } from "vitest";
import { preload, takePreloaded } from "./preload.ts";
import { listOf } from "../list.fixture.ts";
import { away, holdStorage, shows, testBrowser } from "./browser.fixture.ts";
import { countPending } from "./pending.ts";

const browser = testBrowser();
const { deliver, openWindow, visit } = browser;

/** What a window saw has been recorded, too. */
async function visitAndKeep(...subjects: string[]): Promise<void> {
  await visit(...subjects);
  const window = openWindow(browser.person, away);
  await shows(window, ...subjects);
  window.close();
}

test("is there with the first look at it, and the rest and what changed after it", async () => {
  const names = Array.from({ length: 40 }, (_, index) => `number ${index}`);
  await deliver(...names);
  await visitAndKeep(...names.toReversed());
  await preload(browser.person.accountId);
  const window = openWindow();
  expect(window.subjects().slice(0, 25)).toEqual(names.toReversed().slice(0, 25));
  expect(window.account.isWhole(Mailbox)).toBe(true);
  expect(window.account.all(Mailbox).some(({ role }) => role === "inbox")).toBe(true);
  await shows(window, ...names.toReversed());
  await deliver("newer");
  await shows(window, "newer", ...names.toReversed());
});

test("is followed from where it was, also where another window went on meanwhile", async () => {
  await deliver("one", "two");
  await visitAndKeep("two", "one");
  const other = openWindow();
  await shows(other, "two", "one");
  await preload(browser.person.accountId);
  await deliver("three");
  await shows(other, "three", "two", "one");
  other.close();
  const window = openWindow();
  expect(window.subjects()).toEqual(["two", "one"]);
  await shows(window, "three", "two", "one");
  window.close();
  await shows(openWindow(browser.person, away), "three", "two", "one");
});

test("serves one client", async () => {
  await deliver("one");
  await visitAndKeep("one");
  await preload(browser.person.accountId);
  expect(openWindow().subjects()).toEqual(["one"]);
  expect(openWindow(browser.person, away).subjects()).not.toContain("one");
});

test("serves nobody else", async () => {
  await deliver("one");
  await visitAndKeep("one");
  const other = await browser.anotherPerson();
  await preload(other.accountId);
  expect(openWindow(browser.person, away).subjects()).not.toContain("one");
  await preload(browser.person.accountId);
  expect(openWindow(other).subjects()).toEqual([]);
});

test("waits where there are mutations that the server has not confirmed", async () => {
  const [one] = await deliver("one", "two");
  await visitAndKeep("two", "one");
  const before = openWindow(browser.person, away);
  await shows(before, "two", "one");
  void before.account
    .mutate({
      type: Email,
      update: { [one!]: { [`mailboxIds/${browser.person.mailboxes.inbox}`]: null } },
      persist: true,
    })
    .catch(() => undefined);
  await shows(before, "two");
  await expect.poll(() => countPending(browser.person.accountId)).toBe(1);
  await preload(browser.person.accountId);
  const seen: unknown[] = [];
  const window = openWindow(browser.person, away);
  seen.push(window.subjects());
  onTestFinished(window.inbox.subscribe(() => seen.push(window.subjects())));
  await shows(window, "two");
  expect(seen).not.toContainEqual(["two", "one"]);
});

test("is nothing where nothing is persisted, or where the storage does not answer", async () => {
  await preload(browser.person.accountId);
  const first = openWindow();
  expect(first.subjects()).toEqual([]);
  // Two that write at once may keep each other from it.
  first.close();
  await deliver("one");
  await visitAndKeep("one");
  const release = holdStorage();
  const reading = preload(browser.person.accountId);
  await shows(openWindow(), "one");
  release();
  await reading;
  expect(takePreloaded(browser.person.accountId)).toBeUndefined();
});

test("is the list that the window showed first, whatever it shows after that", async () => {
  await deliver("one");
  const other = await browser.anotherPerson();
  await browser.mail.deliver(other, { subject: "theirs" });
  const { person } = browser;
  const accounts = { ...person.actor.accounts, ...other.actor.accounts };
  const before = openWindow({ ...person, actor: { ...person.actor, accounts } });
  await shows(before, "one");
  const lists = [
    before.account.query(listOf(person.mailboxes.sent)),
    before.client.account(other.accountId).query(listOf(other.mailboxes.inbox)),
  ];
  for (const list of lists) onTestFinished(list.subscribe(() => undefined));
  await expect.poll(() => lists.map((list) => list.view().length)).toEqual([0, 1]);
  before.close();
  const between = openWindow(person, away);
  await shows(between, "one");
  between.close();
  await preload(person.accountId);
  expect(openWindow(person, away).subjects()).toEqual(["one"]);
});

test("is nothing where the rows show hundreds of messages, and the list comes later", async () => {
  const { mail, person } = browser;
  const subject = "one conversation";
  const answer = { subject: `Re: ${subject}`, inReplyTo: "first@a.example" };
  await mail.fill(person, [
    { subject, messageId: "first@a.example" },
    ...Array.from({ length: 499 }, () => answer),
  ]);
  await visitAndKeep(`Re: ${subject}`);
  await preload(person.accountId);
  const window = openWindow(person, away);
  expect(window.subjects()).toEqual([]);
  await shows(window, `Re: ${subject}`);
});
