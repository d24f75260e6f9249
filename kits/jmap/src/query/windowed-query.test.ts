import { Email } from "@atrium/contract/types/email";
import { expect, onTestFinished, test, vi } from "vitest";
import { IS_WHOLE, testWhole } from "../../../../formats/src/testing/whole.ts";
import { moveTo, useWindow } from "../client.fixture.ts";
import { createClient } from "../client.ts";
import { Unreachable } from "../connection/errors.ts";
import { engineTransport } from "../engine-transport.fixture.ts";
import { listOf } from "../list.fixture.ts";
import type { WindowedQuery } from "./windowed-query.ts";

const here = useWindow();

/**
 * Time goes by only where the test says so, also for a window's look at what it missed before its line stood, and nothing is
 * pushed: a list that is followed meanwhile learns its total by that, and on a busy machine before it is counted.
 */
function holdTime(): void {
  here.transport.isDeaf = true;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  here.reopen();
}

/** Long enough for a list to be counted, and too short for what comes after it. */
async function lookAWhile(query: WindowedQuery): Promise<void> {
  await expect.poll(() => query.view().status).toBe("ready");
  await vi.advanceTimersByTimeAsync(500);
}

test("a list knows its length and shows placeholders until rows are here", async () => {
  await here.deliver(...Array.from({ length: 120 }, (_, index) => `mail ${index}`));
  const query = await here.openInbox();
  expect(query.view().length).toBe(120);
  expect(here.subjects(query).slice(0, 3)).toEqual(["mail 119", "mail 118", "mail 117"]);
  expect(query.view().idAt(110)).toBeUndefined();
  query.show(105, 119);
  await expect.poll(() => here.subjects(query).at(-1)).toBe("mail 0");
  expect(here.subjects(query)[100]).toBe("mail 19");
});

test("a list that counts later shows its rows first, and is counted once", async () => {
  holdTime();
  await here.deliver(...Array.from({ length: 120 }, (_, index) => `mail ${index}`));
  const query = here.account.query({ ...listOf(here.person.mailboxes.inbox), countsLater: true });
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
  await expect.poll(() => here.subjects(query).at(-1)).toBe("mail 0");
  const asked = here.transport.requests
    .flatMap(({ methodCalls }) => methodCalls)
    .filter(([name]) => name === "Email/query")
    .map(([, { limit, calculateTotal }]) => [limit, calculateTotal]);
  expect(asked.slice(0, 2)).toEqual([
    [50, false],
    [0, true],
  ]);
  expect(asked.slice(2).every(([, isCounting]) => isCounting === false)).toBe(true);
});

test("a list that counts later brings whole pages to who scrolls before it is counted", async () => {
  holdTime();
  await here.deliver(...Array.from({ length: 120 }, (_, index) => `mail ${index}`));
  const query = here.account.query({ ...listOf(here.person.mailboxes.inbox), countsLater: true });
  onTestFinished(query.subscribe(() => undefined));
  await expect.poll(() => query.view().status).toBe("ready");
  query.show(30, 48);
  await expect.poll(() => query.view().idAt(73)).toBeDefined();
  const limits = here.transport.requests
    .flatMap(({ methodCalls }) => methodCalls)
    .flatMap(([name, { limit }]) => (name === "Email/query" ? [limit] : []));
  expect(limits.slice(0, 2)).toEqual([50, 50]);
});

testWhole(
  "a list that counts later keeps its total when it changes, and is counted again after a while",
  async () => {
    holdTime();
    await here.deliver(...Array.from({ length: 220 }, (_, index) => `mail ${index}`));
    const { inbox, archive } = here.person.mailboxes;
    const query = here.account.query({ ...listOf(inbox), countsLater: true });
    onTestFinished(query.subscribe(() => undefined));
    await lookAWhile(query);
    await expect.poll(() => query.view().isCounted).toBe(true);
    // With a gap between the pages it is asked for again instead of followed.
    query.show(120, 125);
    await expect.poll(() => query.view().idAt(122)).toBeDefined();
    const seen = new Set<string>();
    onTestFinished(
      query.subscribe(() => seen.add(`${query.view().length} ${query.view().isCounted}`)),
    );
    const counts = (): number =>
      here.transport.requests
        .flatMap(({ methodCalls }) => methodCalls)
        .filter(([name, { limit }]) => name === "Email/query" && limit === 0).length;
    const id = query.view().idAt(122)!;
    await here.account.mutate({ type: Email, update: { [id]: moveTo(inbox, archive) } });
    await here.account.sync();
    expect([...seen]).toEqual(["219 true"]);
    expect(counts()).toBe(1);
    await here.deliver("new");
    await here.account.sync();
    expect(counts()).toBe(1);
    await vi.advanceTimersByTimeAsync(5000);
    await expect.poll(() => query.view().length).toBe(220);
    expect(counts()).toBe(2);
    expect(query.view().isCounted).toBe(true);
  },
);

test("a list that cannot be counted shows its rows all the same", async () => {
  holdTime();
  await here.deliver(...Array.from({ length: 60 }, (_, index) => `mail ${index}`));
  const send = here.transport.send.bind(here.transport);
  let refused = 0;
  vi.spyOn(here.transport, "send").mockImplementation(async (url, request) => {
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
  const query = here.account.query({ ...listOf(here.person.mailboxes.inbox), countsLater: true });
  const seen = new Set<string>();
  onTestFinished(query.subscribe(() => seen.add(query.view().status)));
  await lookAWhile(query);
  await expect.poll(() => refused).toBe(1);
  query.show(50, 59);
  await expect.poll(() => query.view().idAt(59)).toBeDefined();
  expect([...seen]).toEqual(["loading", "ready"]);
});

test("a list that counts later and ends on its first page is not counted", async () => {
  holdTime();
  await here.deliver("one", "two");
  const query = here.account.query({ ...listOf(here.person.mailboxes.inbox), countsLater: true });
  onTestFinished(query.subscribe(() => undefined));
  await expect.poll(() => query.view().isCounted).toBe(true);
  expect(query.view().length).toBe(2);
  const calls = here.transport.requests.flatMap(({ methodCalls }) => methodCalls);
  expect(calls.filter(([name]) => name === "Email/query")).toHaveLength(1);
});

test("a list shows what arrives, its records with it, without being asked", async () => {
  await here.deliver("first");
  const query = await here.openInbox();
  const seen: unknown[] = [];
  onTestFinished(query.subscribe(() => seen.push(here.subjects(query))));
  await here.deliver("second");
  await expect.poll(() => here.subjects(query)).toEqual(["second", "first"]);
  // Not for a moment was there a row without its words.
  expect(seen.flat()).not.toContain(undefined);
});

test("a list catches up after pushes were missed", async () => {
  const query = await here.openInbox();
  here.transport.isDeaf = true;
  await here.deliver("missed");
  here.transport.reconnect();
  await expect.poll(() => here.subjects(query)).toEqual(["missed"]);
});

test("a list looked at far down stays right when rows come and go above", async () => {
  const ids = await here.deliver(...Array.from({ length: 200 }, (_, index) => `mail ${index}`));
  const query = await here.openInbox();
  query.show(150, 160);
  await expect.poll(() => here.subjects(query)[155]).toBe("mail 44");
  await here.mail.call(here.person, "Email/set", {
    update: { [ids[199]!]: moveTo(here.person.mailboxes.inbox, here.person.mailboxes.archive) },
  });
  await here.deliver("new 1", "new 2");
  await expect.poll(() => query.view().length).toBe(201);
  await expect.poll(() => here.subjects(query)[156]).toBe("mail 44");
});

test("a list starts again when the server has forgotten what changed", async () => {
  await here.deliver("old");
  const query = await here.openInbox();
  here.transport.isDeaf = true;
  await here.deliver("newer");
  here.platform.clock.advance(100 * 86_400_000);
  await here.mail.engine.trim();
  here.transport.isDeaf = false;
  await here.deliver("newest");
  await expect.poll(() => here.subjects(query)).toEqual(["newest", "newer", "old"]);
});

test("a list says that it failed, and comes when it is asked again", async () => {
  await here.deliver("one");
  here.transport.failure = new Unreachable("no network");
  const query = here.account.query(listOf(here.person.mailboxes.inbox));
  onTestFinished(query.subscribe(() => undefined));
  await expect.poll(() => query.view().status).toBe("failed");
  here.transport.failure = undefined;
  query.retry();
  await expect.poll(() => here.subjects(query)).toEqual(["one"]);
});

test("a list equals the server's after any mutations of two windows", async () => {
  await here.deliver(...Array.from({ length: 30 }, (_, index) => `mail ${index}`));
  const query = await here.openInbox();
  const other = createClient(engineTransport(here.mail.engine, here.person));
  onTestFinished(() => other.close());
  const far = other.account(here.person.accountId);
  const farInbox = await here.openInbox(far);
  const { inbox, archive } = here.person.mailboxes;
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const steps = IS_WHOLE ? 60 : 24;
  for (let step = 0; step < steps; step += 1) {
    const from =
      step % 2 === 0 ? { account: here.account, query } : { account: far, query: farInbox };
    const id = from.query.view().idAt(random(Math.max(1, from.query.view().length)));
    if (random(4) === 0) await here.deliver(`step ${step}`);
    else if (id !== undefined) {
      const update = random(3) === 0 ? { "keywords/$seen": true } : moveTo(inbox, archive);
      await from.account.mutate({ type: Email, update: { [id]: update } }).catch(() => undefined);
    }
  }
  const truth = await here.mail.call(here.person, "Email/query", {
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
