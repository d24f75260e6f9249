import { defineType } from "@atrium/contract/types/define";
import type { JsonObject, SetResponse } from "@atrium/contract/types/wire";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { testPlatform } from "../testing/index.ts";
import { createEngine, serve, tableStore, type Actor, type Engine } from "./index.ts";

const Plan = defineType({
  name: "Plan",
  capability: "urn:test:plans",
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    longName: { type: "String" },
    kind: { type: { oneOf: ["a", "b"] }, default: "a" },
    place: { type: "String", immutable: true, default: "" },
    dueAt: { type: "UTCDate", nullable: true, default: null },
    parts: { type: { list: "String" }, default: [] },
    size: { type: "UnsignedInt", default: 0 },
    createdAt: { type: "UTCDate", immutable: true, serverSet: true },
    hasPlace: { type: "Boolean", serverSet: true },
  },
});

const gone: unknown[] = [];
const plans = tableStore(Plan, {
  table: "plan",
  idPrefix: "q",
  most: 3,
  columns: { size: "amount" },
  computed: { hasPlace: (row) => row["place"] !== "" },
  derived: ({ longName }) => ({ name_key: longName.toLowerCase() }),
  unique: { column: "name_key", property: "longName" },
  initial: ({ w }) => ({ created_at: w.now }),
  order: "amount desc, id",
  destroyed: async (_call, rows) => void gone.push(...rows.map((row) => row["long_name"])),
});

const account = (name: string) => ({ name, isPersonal: true, isReadOnly: false });
const actor: Actor = {
  personId: "p1",
  accountId: "a1",
  roles: ["member"],
  accounts: { a1: account("One"), a2: account("Two"), a3: account("Three") },
};
let engine: Engine;
beforeAll(async () => {
  const platform = await testPlatform();
  const served = serve(Plan, {
    access: () => true,
    store: plans,
    limits: { longName: { isLine: true, isFilled: true, maxOctets: 12 }, size: { max: 9 } },
  });
  engine = createEngine({ ...platform, types: [served] });
  for (const accountId of Object.keys(actor.accounts))
    await engine.write([], (w) => w.addAccount({ accountId, kind: "personal", name: accountId }));
  await sql`create table plan (
    account_id text not null, id text not null, long_name text not null, name_key text not null, kind text not null,
    place text not null, due_at timestamptz, parts jsonb not null, amount integer not null,
    created_at timestamptz not null, primary key (account_id, id))`.execute(platform.db);
});

async function call(verb: string, accountId: string, args: JsonObject): Promise<JsonObject> {
  const { methodResponses } = await engine.handle(actor, {
    using: ["urn:ietf:params:jmap:core", "urn:test:plans"],
    methodCalls: [[`Plan/${verb}`, { accountId, ...args }, "c"]],
  });
  return methodResponses[0]![1];
}
type Answer = Omit<SetResponse, "created"> & {
  readonly created: Readonly<Record<string, { readonly id: string }>> | null;
};
const set = async (accountId: string, args: JsonObject) =>
  (await call("set", accountId, args)) as unknown as Answer;

test("a record comes back as it was made, with what the server sets", async () => {
  const dueAt = "2026-11-23T10:00:00.25Z";
  const record = { longName: "First", kind: "b", place: "x", dueAt, parts: ["1", "2"], size: 4 };
  const { created } = await set("a1", { create: { one: record, two: { longName: "Second" } } });
  const { one, two } = created!;
  expect(one).toEqual({
    id: one!.id,
    createdAt: expect.stringMatching(/:\d\dZ$/),
    hasPlace: true,
  });
  const { list } = await call("get", "a1", { ids: null });
  const rest = { kind: "a", place: "", dueAt: null, parts: [], size: 0, longName: "Second" };
  expect(list).toEqual([
    { ...record, ...one, dueAt: "2026-11-23T10:00:00.250Z" },
    { ...rest, ...two, hasPlace: false },
  ]);
  const { updated } = await set("a1", {
    update: { [two!.id]: { longName: "Third", parts: ["3"], dueAt, size: 9 } },
  });
  expect(updated).toEqual({ [two!.id]: null });
  expect((await plans.read(engine.db, "a1", [two!.id]))[0]).toMatchObject({
    ...rest,
    longName: "Third",
    dueAt: "2026-11-23T10:00:00.250Z",
    parts: ["3"],
    size: 9,
  });
});

test("records of another account are neither read, changed nor destroyed by their id", async () => {
  const { created } = await set("a2", { create: { one: { longName: "Theirs" } } });
  const id = created!["one"]!.id;
  expect(await call("get", "a1", { ids: [id] })).toMatchObject({ list: [], notFound: [id] });
  const answer = await set("a1", { update: { [id]: { longName: "Ours" } }, destroy: [] });
  expect(answer.notUpdated).toMatchObject({ [id]: { type: "notFound" } });
  expect((await set("a1", { destroy: [id] })).notDestroyed).toMatchObject({
    [id]: { type: "notFound" },
  });
  // Nor by a store that is asked all the same.
  await engine.write(["a1"], async (w) => {
    const write = { w, accountId: "a1", reach: "everything" } as never;
    const after = { longName: "Ours", kind: "a", parts: [], dueAt: null, size: 0 };
    await plans.update!(write, [{ id, before: after, after, changed: ["longName"] }] as never);
    await plans.destroy!(write, [id]);
  });
  expect(await plans.read(engine.db, "a2")).toMatchObject([{ id, longName: "Theirs" }]);
  expect(gone).toEqual([]);
});

test("a value that may be there once is refused, naming the record that has it", async () => {
  const made = await set("a3", { create: { one: { longName: "Same" } } });
  const existingId = made.created!["one"]!.id;
  const refused = { type: "alreadyExists", existingId, properties: ["longName"] };
  const { created, notCreated } = await set("a3", {
    create: { two: { longName: "SAME" }, three: { longName: "Other" } },
  });
  expect(notCreated).toMatchObject({ two: refused });
  const id = created!["three"]!.id;
  const { notUpdated, updated } = await set("a3", {
    update: { [id]: { longName: "same" }, [existingId]: { longName: "saME" } },
  });
  expect(notUpdated).toMatchObject({ [id]: refused });
  expect(updated).toEqual({ [existingId]: null });
});

test("an account has so many records and no more", async () => {
  const { notCreated } = await set("a3", {
    create: { one: { longName: "Third" }, two: { longName: "Fourth" } },
  });
  expect(notCreated).toMatchObject({ two: { type: "overQuota" } });
  const [first] = await plans.read(engine.db, "a3");
  expect((await set("a3", { destroy: [first!.id] })).destroyed).toEqual([first!.id]);
  expect(gone).toEqual([first!.longName]);
});

test("what is beyond a limit is named, when it is made and when it changes", async () => {
  const [{ id } = { id: "" }] = await plans.read(engine.db, "a2");
  for (const longName of [" ", "two\nlines", "가나다라마", "\ud800"]) {
    const { notCreated } = await set("a1", { create: { one: { longName, size: 10 } } });
    const properties = ["longName", "size"];
    expect(notCreated).toMatchObject({ one: { type: "invalidProperties", properties } });
    const { notUpdated } = await set("a2", { update: { [id]: { longName } } });
    expect(notUpdated).toMatchObject({
      [id]: { type: "invalidProperties", properties: ["longName"] },
    });
  }
});
