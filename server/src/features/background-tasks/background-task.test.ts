import { BackgroundTask, type BackgroundTaskRecord } from "@atrium/contract/types/background-task";
import { Email } from "@atrium/contract/types/email";
import { Mailbox } from "@atrium/contract/types/mailbox";
import type { JsonObject } from "@atrium/contract/types/wire";
import { writeRules } from "@atrium/formats/sieve-rules";
import { afterEach, expect, test } from "vitest";
import type { Actor } from "../../engine/index.ts";
import { callMethod, conformsToJmap } from "../../engine/testing/conforms.ts";
import { copyMail } from "../../testing/copy-mail.ts";
import { actorOf, makeDemo, putMail, testSuite } from "../../testing/organisation.ts";
import { createTaskKinds } from "../../wiring/task-kinds.ts";
import { actorOfPerson, asInBrowser, type Person } from "../accounts/index.ts";
import { resumeTasks, trimTasks } from "./jobs.ts";
import type { TaskKind } from "./kind.ts";
import { KEPT, MAX_KEPT_ITEMS, MAX_UNDER_WAY, UNDO_TIME } from "./limits.ts";
import { runTask } from "./run-task.ts";

const suite = await testSuite();
const { engine, platform } = suite;
const { alice, bob, carol } = await makeDemo(suite, "alice", "bob", "carol");
const kinds = createTaskKinds(platform);
const { accountId } = alice;

const browser = (person: Person): Actor =>
  asInBrowser(
    {
      ...actorOf(person),
      accounts: {
        ...actorOf(person).accounts,
        organisation: { name: "", isPersonal: false, isReadOnly: true },
      },
    },
    new Date(8.64e15),
  );
const call = async (
  type: typeof BackgroundTask | typeof Email | typeof Mailbox,
  verb: string,
  args: JsonObject,
  person = alice,
) =>
  await callMethod({ engine, actor: browser(person) }, type, verb, {
    accountId: person.accountId,
    ...args,
  });

/** Makes a task that nobody does yet. */
async function begin(kind: string, args: JsonObject, person = alice): Promise<string> {
  const answer = await call(
    BackgroundTask,
    "set",
    { create: { a: { kind, name: "Something", arguments: args } } },
    person,
  );
  expect(answer["notCreated"]).toBeNull();
  return (answer["created"] as Record<string, { id: string }>)["a"]!.id;
}

const running = (all: readonly TaskKind[] = kinds) => ({
  engine,
  kinds: all,
  actorOf: actorOfPerson,
});
const run = (taskId: string, all = kinds): Promise<void> =>
  runTask(running(all), { accountId, taskId });

async function read(id: string): Promise<BackgroundTaskRecord> {
  const properties = Object.keys(BackgroundTask.properties);
  const { list } = await call(BackgroundTask, "get", { ids: [id], properties });
  return list![0] as unknown as BackgroundTaskRecord;
}

const boxes = (await call(Mailbox, "get", { ids: null })).list as unknown as readonly {
  id: string;
  role: string;
}[];
const box = (role: string): string => boxes.find((one) => one.role === role)!.id;
const count = async (filter: JsonObject): Promise<number> =>
  (await call(Email, "query", { filter, calculateTotal: true, limit: 1 }))["total"] as number;
const inBox = (role: string): Promise<number> => count({ inMailbox: box(role) });
const put = (subject: string, from = "kim@elsewhere.test"): Promise<string> =>
  putMail(suite, { accountId }, `From: ${from}\r\nSubject: ${subject}\r\n\r\nHello`);

/** The kinds, whose steps do something besides. */
const besides = (
  what: (step: Parameters<TaskKind["step"]>[0]) => Promise<void>,
): readonly TaskKind[] =>
  kinds.map((kind) => ({
    ...kind,
    async step(step) {
      const stepped = await kind.step(step);
      await what(step);
      return stepped;
    },
  }));

afterEach(async () => {
  for (;;) {
    const { ids } = await call(Email, "query", { filter: null, limit: 500 });
    if ((ids as readonly string[]).length === 0) break;
    await call(Email, "set", { destroy: ids });
  }
  await platform.db.deleteFrom("background_task").execute();
});

conformsToJmap(BackgroundTask, async () => {
  const source = { emailIds: ["m1"] };
  let made = 0;
  /** One that has ended. */
  const make = async (person: Person): Promise<string> => {
    const id = await begin("destroyEmails", { source }, person);
    await call(BackgroundTask, "set", { update: { [id]: { state: "cancelled" } } }, person);
    return id;
  };
  return {
    engine,
    actor: browser(bob),
    accountId: bob.accountId,
    foreign: { accountId: carol.accountId, id: await make(carol) },
    make: () => make(bob),
    create: () => ({ kind: "destroyEmails", name: `Task ${(made += 1)}`, arguments: { source } }),
    destroys: true,
    queries: false,
  };
});

test("all that a filter finds is moved, in steps, and brought back as it was", async () => {
  const kept = await put("Kept");
  for (let n = 0; n < 10; n++) await put(`Message ${n}`);
  await copyMail(platform.db, accountId, { copies: 50, days: 2 });
  const all = await inBox("inbox");
  expect(all).toBe(11 * 51);
  const source = { filter: { inMailbox: box("inbox") }, exceptEmailIds: [kept] };
  const changes = [
    { do: "moveTo", mailboxId: box("archive") },
    { do: "setKeyword", keyword: "$flagged", isOn: true },
  ];
  const task = await begin("changeEmails", { source, changes });
  expect(await read(task)).toMatchObject({
    state: "waiting",
    done: 0,
    total: null,
    canUndo: false,
  });
  await run(task);
  expect(await read(task)).toMatchObject({
    state: "done",
    done: all - 1,
    total: all - 1,
    failed: 0,
    canUndo: true,
    createdBy: alice.id,
  });
  expect(await inBox("inbox")).toBe(1);
  expect(await count({ inMailbox: box("archive"), hasKeyword: "$flagged" })).toBe(all - 1);

  const undo = await begin("undo", { taskId: task });
  expect(await read(task)).toMatchObject({ canUndo: false });
  await run(undo);
  expect(await read(undo)).toMatchObject({ state: "done", done: all - 1, total: all - 1 });
  expect(await inBox("inbox")).toBe(all);
  expect(await count({ hasKeyword: "$flagged" })).toBe(0);
  expect(
    await call(BackgroundTask, "set", {
      create: { a: { kind: "undo", name: "Again", arguments: { taskId: task } } },
    }),
  ).toMatchObject({ notCreated: { a: { type: "forbidden" } } });

  // Cancelled by another window, which has to wait for the step; what was done until then can be taken back.
  const seen = [{ do: "setKeyword", keyword: "$seen", isOn: true }];
  const ending = await begin("changeEmails", { source, changes: seen });
  const cancel = { update: { [ending]: { state: "cancelled" } } };
  let steps = 0;
  await run(
    ending,
    besides(async () => {
      steps += 1;
      if (steps === 2) void call(BackgroundTask, "set", cancel);
    }),
  );
  expect(await read(ending)).toMatchObject({ state: "cancelled", done: 500, canUndo: true });
  expect(await count({ hasKeyword: "$seen" })).toBe(500);
  for (const state of ["running", "waiting", "done"])
    expect(await call(BackgroundTask, "set", { update: { [ending]: { state } } })).toMatchObject({
      notUpdated: { [ending]: { type: "invalidProperties" } },
    });
  await run(await begin("undo", { taskId: ending }));
  expect(await count({ hasKeyword: "$seen" })).toBe(0);
});

test("a step that ends in the middle has done nothing, and is done by the next one", async () => {
  for (let n = 0; n < 5; n++) await put(`Message ${n}`);
  const changes = [{ do: "moveTo", mailboxId: box("trash") }];
  const task = await begin("changeEmails", { source: { filter: {} }, changes });
  let steps = 0;
  const broken = besides(async () => {
    steps += 1;
    if (steps === 2) throw new Error("the power is gone");
  });
  await expect(run(task, broken)).rejects.toThrow("the power is gone");
  expect(await inBox("trash")).toBe(0);
  expect(await read(task)).toMatchObject({ state: "running", done: 0 });
  await Promise.all([run(task), run(task)]);
  expect(await inBox("trash")).toBe(5);
  expect(await read(task)).toMatchObject({ state: "done", done: 5 });
});

test("what goes wrong again and again fails, and says so", async () => {
  await put("Message");
  const changes = [{ do: "unsnooze" }];
  const task = await begin("changeEmails", { source: { filter: {} }, changes });
  const broken = besides(() => Promise.reject(new Error("never")));
  for (let n = 0; n < 4; n++) await expect(run(task, broken)).rejects.toThrow("never");
  await run(task, broken);
  expect(await read(task)).toMatchObject({ state: "failed", problem: "serverFail" });
});

test("of conversations only what is meant is changed", async () => {
  const [one, other] = [await put("Lunch"), await put("Lunch", "Lee <lee@elsewhere.test>")];
  const changes = [{ do: "setKeyword", keyword: "$flagged", isOn: true }];
  const source = {
    emailIds: [one, other],
    wholeThreads: true,
    only: { inMailbox: box("inbox"), from: "LEE@elsewhere.test" },
  };
  await run(await begin("changeEmails", { source, changes }));
  const { ids } = await call(Email, "query", { filter: { hasKeyword: "$flagged" } });
  expect(ids).toEqual([other]);
});

test("a folder that is emptied is destroyed then, and there is no way back", async () => {
  const { created } = await call(Mailbox, "set", { create: { a: { name: "Old" } } });
  const old = (created as Record<string, { id: string }>)["a"]!.id;
  const id = await put("Message");
  await call(Email, "set", { update: { [id]: { mailboxIds: { [old]: true } } } });
  const task = await begin("changeEmails", {
    source: { filter: { inMailbox: old } },
    changes: [{ do: "takeFrom", mailboxIds: [old], elseTo: box("trash") }],
    destroyMailboxIds: [old],
  });
  await run(task);
  expect(await read(task)).toMatchObject({ state: "done", canUndo: false, failed: 0 });
  expect((await call(Mailbox, "get", { ids: [old] }))["notFound"]).toEqual([old]);
  expect(await inBox("trash")).toBe(1);
});

test("destroying goes through whatever there is", async () => {
  for (let n = 0; n < 3; n++) await put(`Message ${n}`);
  const task = await begin("destroyEmails", { source: { filter: { inMailbox: box("inbox") } } });
  await run(task);
  expect(await read(task)).toMatchObject({ state: "done", done: 3, canUndo: false });
  expect(await inBox("inbox")).toBe(0);
});

test("a rule changes what it would have acted on", async () => {
  const [invoice, lost] = [await put("Invoice 7"), await put("Invoice 8"), await put("Lunch")];
  // A message whose bytes are gone does not keep the others from it.
  const { list } = await call(Email, "get", { ids: [lost], properties: ["blobId"] });
  await platform.blobs.remove((list![0]!["blobId"] as string).slice(1), new Date(8.64e15));
  const text = writeRules({
    head: "",
    parts: [
      {
        kind: "rule",
        rule: {
          name: "Invoices",
          isEnabled: true,
          match: "all",
          conditions: [{ on: "subject", how: "contains", values: ["Invoice"], isNot: false }],
          actions: [{ do: "star" }],
        },
      },
    ],
  });
  const task = await begin("applyRule", {
    source: { filter: { inMailbox: box("inbox") } },
    script: text,
    changes: [{ do: "setKeyword", keyword: "$flagged", isOn: true }],
  });
  await run(task);
  expect(await read(task)).toMatchObject({ state: "done", done: 3, canUndo: true });
  const { ids } = await call(Email, "query", { filter: { hasKeyword: "$flagged" } });
  expect(ids).toEqual([invoice]);
});

test("who may no more ends it, and what a record refuses is told", async () => {
  const id = await put("Message");
  const changes = [{ do: "moveTo", mailboxId: "nowhere" }];
  const source = { emailIds: [id, "gone"] };
  const refused = await begin("changeEmails", { source, changes });
  await run(refused);
  expect(await read(refused)).toMatchObject({
    state: "done",
    done: 2,
    failed: 1,
    problems: [{ id, type: "invalidProperties" }],
  });
  const task = await begin("changeEmails", { source, changes });
  await runTask({ ...running(), actorOf: async () => null }, { accountId, taskId: task });
  expect(await read(task)).toMatchObject({ state: "failed", problem: "forbidden" });
});

test("what cannot be done is refused at once", async () => {
  const refused = async (kind: string, args: JsonObject, type: string, person = alice) =>
    expect(
      await call(
        BackgroundTask,
        "set",
        { create: { a: { kind, name: "No", arguments: args } } },
        person,
      ),
    ).toMatchObject({ notCreated: { a: { type } } });
  const changes = [{ do: "unsnooze" }];
  await refused("changeEmails", { source: {}, changes }, "invalidProperties");
  await refused("changeEmails", { source: { filter: {} }, changes: [] }, "invalidProperties");
  await refused(
    "changeEmails",
    { source: { filter: {} }, changes: [{ do: "fly" }] },
    "invalidProperties",
  );
  await refused("changeEmails", { source: { filter: { moon: 1 } }, changes }, "invalidProperties");
  await refused(
    "applyRule",
    { source: { filter: {} }, script: "nonsense", changes },
    "invalidProperties",
  );
  await refused("undo", { taskId: "nothing" }, "notFound");
  const many = { emailIds: Array.from({ length: 10_001 }, (_, n) => `m${n}`) };
  await refused("destroyEmails", { source: many }, "invalidProperties");
  for (let n = 0; n < MAX_UNDER_WAY; n++)
    await begin("destroyEmails", { source: { emailIds: [] } });
  await refused("destroyEmails", { source: { emailIds: [] } }, "overQuota");
});

test("of very much only the newest can be taken back, and what is being undone stays until it is", async () => {
  await put("Message");
  const changes = [{ do: "setKeyword", keyword: "$seen", isOn: true }];
  const done = async (): Promise<string> => {
    const id = await begin("changeEmails", { source: { filter: {} }, changes });
    await run(id);
    platform.clock.advance(1000);
    return id;
  };
  const [old, undone] = [await done(), await done()];
  const undo = await begin("undo", { taskId: undone });
  expect(await call(BackgroundTask, "set", { destroy: [undone] })).toMatchObject({
    notDestroyed: { [undone]: { type: "forbidden" } },
  });
  const newest = await done();
  await platform.db
    .updateTable("background_task")
    .set({ total: MAX_KEPT_ITEMS })
    .where("id", "=", newest)
    .execute();
  await done();
  expect(await read(old)).toMatchObject({ canUndo: false });
  expect(await read(newest)).toMatchObject({ canUndo: true });
  await run(undo);
  expect(await read(undo)).toMatchObject({ state: "done" });
  expect(await call(BackgroundTask, "set", { destroy: [undone] })).toMatchObject({
    destroyed: [undone],
  });
});

test("tasks that were left are asked for again, and old ones are forgotten", async () => {
  await put("Message");
  const changes = [{ do: "setKeyword", keyword: "$seen", isOn: true }];
  const task = await begin("changeEmails", { source: { filter: {} }, changes });
  await resumeTasks(engine);
  await run(task);
  const later = platform.clock.now().getTime();
  const items = async (): Promise<number> =>
    (await platform.db.selectFrom("background_task_item").selectAll().execute()).length;
  const at = async (milliseconds: number): Promise<void> => {
    platform.clock.set(new Date(later + milliseconds));
    await trimTasks(engine);
  };
  await at(0);
  expect(await items()).toBe(1);
  await at(UNDO_TIME + 1);
  expect(await read(task)).toMatchObject({ canUndo: false });
  await at(2 * UNDO_TIME + 1);
  expect(await items()).toBe(0);
  await at(KEPT + 1);
  expect(await read(task)).toBeUndefined();
  platform.clock.set(new Date(later));
});
