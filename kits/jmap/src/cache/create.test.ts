import { Email } from "@atrium/contract/types/email";
import { Label } from "@atrium/contract/types/label";
import { Mailbox } from "@atrium/contract/types/mailbox";
import { SavedSearch } from "@atrium/contract/types/saved-search";
import type { JmapRequest } from "@atrium/contract/types/wire";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { moveTo, useWindow } from "../client.fixture.ts";
import { SetRefused, Unreachable } from "../connection/errors.ts";
import type { EngineTransport } from "../engine-transport.fixture.ts";

const here = useWindow();

beforeEach(async () => {
  await here.account.fetchAll(Mailbox);
  await here.account.fetchAll(Label);
});

const isCreate = ({ methodCalls }: JmapRequest): boolean =>
  methodCalls.some(([, args]) => "create" in args);

/** What a list shows of folders of one's own, each time that it changes. */
function watchFolders(): string[][] {
  const look = (): string[] =>
    here.account.shown(Mailbox).flatMap(({ name, role }) => (role === null ? [name] : []));
  const seen = [look()];
  const stop = here.account.subscribeAll(Mailbox, () => {
    const now = look();
    if (now.join() !== seen.at(-1)!.join()) seen.push(now);
  });
  onTestFinished(stop);
  return seen;
}

/** The record that is shown and that the server has not confirmed. */
async function provisional(type: typeof Mailbox | typeof Label): Promise<string> {
  const known = here.account.all(type).map(({ id }) => id);
  const find = () => here.account.shown(type).find(({ id }) => !known.includes(id));
  await expect.poll(find).toBeDefined();
  return find()!.id;
}

const folders = async (): Promise<string[]> =>
  (await here.account.find(Mailbox, { filter: { hasAnyRole: false } })).map(({ name }) => name);

test("a record is shown before the server has answered, and moves to its id without a gap or a double", async () => {
  const seen = watchFolders();
  const held = here.hold(isCreate);
  const done = here.account.create(Mailbox, { name: "Plans" });
  const arrive = await held;
  const id = await provisional(Mailbox);
  expect(here.account.get(Mailbox, id)).toMatchObject({
    name: "Plans",
    parentId: null,
    unreadThreads: 0,
    isSubscribed: true,
    myRights: {},
  });
  expect(here.account.all(Mailbox).some(({ name }) => name === "Plans")).toBe(false);
  arrive();
  const made = await done;
  expect(made).toMatchObject({ name: "Plans", myRights: { mayAddItems: true } });
  expect(made.id).not.toBe(id);
  expect(here.account.get(Mailbox, id)).toBeNull();
  expect(here.account.shown(Mailbox)).toEqual(here.account.all(Mailbox));
  expect(seen).toEqual([[], ["Plans"]]);
  expect(await folders()).toEqual(["Plans"]);
});

test("one that is refused disappears, and what was done with it too", async () => {
  await here.account.create(Mailbox, { name: "Plans" });
  const seen = watchFolders();
  const arrive = here.hold(isCreate);
  const done = here.account.create(Mailbox, { name: "Plans" });
  const refused = expect(done).rejects.toMatchObject({
    refused: { new: { type: "alreadyExists" } },
  });
  await arrive;
  const id = await provisional(Mailbox);
  const renamed = here.account.mutate({ type: Mailbox, update: { [id]: { name: "Other" } } });
  const over = expect(renamed).rejects.toBeInstanceOf(SetRefused);
  (await arrive)();
  await Promise.all([refused, over]);
  expect(seen.at(-1)).toEqual(["Plans"]);
  expect(here.calls("Mailbox/set")).toBe(2);
});

test("what is done with it meanwhile, and with others by its id, is sent with the server's", async () => {
  const [email] = await here.deliver("one");
  await here.account.fetch(Email, [email!], { properties: ["mailboxIds", "keywords"] });
  const seen = watchFolders();
  const held = here.hold(isCreate);
  const folder = here.account.create(Mailbox, { name: "Plans" });
  const id = await provisional(Mailbox);
  const inner = here.account.create(Mailbox, { name: "Inner", parentId: id });
  const label = here.account.create(Label, { name: "Work" });
  const { keyword } = here.account.get(Label, await provisional(Label))!;
  const done = [
    here.account.mutate({ type: Mailbox, update: { [id]: { name: "Ideas" } } }),
    here.account.mutate({
      type: Email,
      update: { [email!]: moveTo(here.person.mailboxes.inbox, id) },
      persist: true,
    }),
    here.account.mutate({ type: Email, update: { [email!]: { [`keywords/${keyword}`]: true } } }),
  ];
  expect(here.account.get(Email, email!)).toMatchObject({
    mailboxIds: { [id]: true },
    keywords: { [keyword]: true },
  });
  (await held)();
  const made = await folder;
  await Promise.all(done);
  const expected = {
    mailboxIds: { [made.id]: true },
    keywords: { [(await label).keyword]: true },
  };
  expect(here.account.get(Email, email!)).toMatchObject(expected);
  expect((await inner).parentId).toBe(made.id);
  expect(here.account.get(Mailbox, made.id)).toMatchObject({ name: "Ideas", totalEmails: 1 });
  expect(seen.map((names) => names.includes("Plans") !== names.includes("Ideas"))).toEqual([
    false,
    ...seen.slice(1).map(() => true),
  ]);
  const { list } = await here.mail.call(here.person, "Email/get", {
    ids: [email],
    properties: ["mailboxIds", "keywords"],
  });
  expect(list).toEqual([{ id: email, ...expected }]);
});

test("one that is destroyed before it is confirmed goes at once and for good", async () => {
  const seen = watchFolders();
  const held = here.hold(isCreate);
  const done = here.account.create(Mailbox, { name: "Plans" });
  const id = await provisional(Mailbox);
  const gone = here.account.mutate({ type: Mailbox, destroy: [id] });
  (await held)();
  expect((await done).name).toBe("Plans");
  await gone;
  expect(seen).toEqual([[], ["Plans"], []]);
  expect(await folders()).toEqual([]);
});

test("when the answer is lost it is not created again, and stands once when the server says so", async () => {
  const seen = watchFolders();
  const failing: EngineTransport["delay"] = (request) =>
    isCreate(request) ? Promise.reject(new Unreachable("cut")) : undefined;
  here.transport.delay = failing;
  here.transport.isDeaf = true;
  await expect(here.account.create(Mailbox, { name: "Plans" })).rejects.toBeInstanceOf(Unreachable);
  expect(seen).toEqual([[], ["Plans"], []]);
  await here.account.sync();
  expect(seen.at(-1)).toEqual(["Plans"]);
  expect(here.calls("Mailbox/set")).toBe(1);
});

test("without network it is refused at once, and waits for nothing", async () => {
  here.transport.failure = new Unreachable("no network");
  const seen = watchFolders();
  await expect(here.account.create(Mailbox, { name: "Plans" })).rejects.toBeInstanceOf(Unreachable);
  expect(seen).toEqual([[], ["Plans"], []]);
});

test("a list that has the record from elsewhere before its answer shows it once", async () => {
  const seen = watchFolders();
  const held = here.hold(isCreate);
  const done = here.account.create(Mailbox, { name: "Plans" });
  const arrive = await held;
  await here.account.sync();
  const shown = () => here.account.shown(Mailbox).filter(({ name }) => name === "Plans");
  expect(shown()).toHaveLength(1);
  arrive();
  expect(shown()).toHaveLength(1);
  expect(await done).toEqual(shown()[0]);
  expect(seen.at(-1)).toEqual(["Plans"]);
});

test("the same values may be wanted twice", async () => {
  await here.account.fetchAll(SavedSearch);
  const search = { name: "Mine", text: "from:me" };
  const made = await Promise.all([
    here.account.create(SavedSearch, search),
    here.account.create(SavedSearch, search),
  ]);
  expect(here.account.shown(SavedSearch)).toHaveLength(2);
  expect(new Set(made.map(({ id }) => id)).size).toBe(2);
});
