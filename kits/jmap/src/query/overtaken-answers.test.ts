import { Email } from "@atrium/contract/types/email";
import type { JmapRequest } from "@atrium/contract/types/wire";
import { expect, onTestFinished, test, vi } from "vitest";
import { moveTo, useWindow } from "../client.fixture.ts";
import { SetRefused } from "../connection/errors.ts";
import { HOLD_ROWS_FOR } from "./overtaken-answers.ts";
import type { WindowedQuery } from "./windowed-query.ts";

const here = useWindow();

const names =
  (...methods: string[]) =>
  ({ methodCalls }: JmapRequest): boolean =>
    methodCalls.some(([name]) => methods.includes(name));
const LIST = names("Email/query", "Email/queryChanges");

/** Archives the row and takes that back before the list has been followed; the answer to that has not arrived yet. */
async function takeBackEarly(query: WindowedQuery, id: string, home: string) {
  const { archive } = here.person.mailboxes;
  const asked = here.hold(LIST);
  const archived = here.account.mutate({ type: Email, update: { [id]: moveTo(home, archive) } });
  const arrive = await asked;
  expect(query.view().rowOf(id)).toBe(-1);
  const takenBack = here.account.mutate({ type: Email, update: { [id]: moveTo(archive, home) } });
  expect(query.view().rowOf(id)).not.toBe(-1);
  const seen: number[] = [];
  onTestFinished(query.subscribe(() => seen.push(query.view().rowOf(id))));
  return { arrive, archived, takenBack, seen };
}

test("a row that was taken back stands, whatever the server had answered before", async () => {
  const ids = await here.deliver("one", "two", "three");
  const query = await here.openInbox();
  here.transport.isDeaf = true;
  const act = await takeBackEarly(query, ids[1]!, here.person.mailboxes.inbox);
  act.arrive();
  await Promise.all([act.archived, act.takenBack]);
  await here.account.sync();
  expect(new Set(act.seen)).toEqual(new Set([1]));
  expect(here.subjects(query)).toEqual(["three", "two", "one"]);
});

test("so it does far down in a list", async () => {
  const ids = await here.deliver(...Array.from({ length: 200 }, (_, index) => `mail ${index}`));
  const query = await here.openInbox();
  query.show(150, 160);
  await expect.poll(() => here.subjects(query)[155]).toBe("mail 44");
  here.transport.isDeaf = true;
  const act = await takeBackEarly(query, ids[44]!, here.person.mailboxes.inbox);
  act.arrive();
  await Promise.all([act.archived, act.takenBack]);
  await here.account.sync();
  expect(new Set(act.seen)).toEqual(new Set([155]));
});

test("what comes meanwhile is there as soon as the mutation is over, and where it was refused too", async () => {
  const ids = await here.deliver("one", "two");
  const query = await here.openInbox();
  here.transport.isDeaf = true;
  const { archive } = here.person.mailboxes;
  const act = await takeBackEarly(query, ids[0]!, here.person.mailboxes.inbox);
  await here.deliver("new");
  // Another user destroyed it meanwhile.
  await here.mail.call(here.person, "Email/set", { destroy: [ids[0]!] });
  act.arrive();
  await act.archived;
  await expect(act.takenBack).rejects.toBeInstanceOf(SetRefused);
  await expect.poll(() => here.subjects(query)).toEqual(["new", "two"]);
  expect(here.account.get(Email, ids[0]!)?.mailboxIds[archive]).toBeUndefined();
});

test("a mutation that is long on its way holds the list for a while, not for ever", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const ids = await here.deliver("one", "two");
  const query = await here.openInbox();
  here.transport.isDeaf = true;
  const act = await takeBackEarly(query, ids[0]!, here.person.mailboxes.inbox);
  const send = here.transport.send.bind(here.transport);
  let arriveSet = (): void => undefined;
  const isArrived = new Promise<void>((resolve) => (arriveSet = resolve));
  here.transport.send = async (url, request) => {
    if (names("Email/set")(request)) await isArrived;
    return send(url, request);
  };
  act.arrive();
  await act.archived;
  await here.deliver("new");
  const before = here.calls("Email/queryChanges");
  for (let times = 0; times < 3; times += 1) await here.account.sync();
  expect(here.calls("Email/queryChanges")).toBe(before);
  await vi.advanceTimersByTimeAsync(HOLD_ROWS_FOR);
  await expect.poll(() => here.subjects(query)).toEqual(["new", "two"]);
  arriveSet();
  await act.takenBack;
  await expect.poll(() => here.subjects(query)).toEqual(["new", "two", "one"]);
});
