import { beforeAll, describe, expect, it } from "vitest";
import { defineType } from "@atrium/contract/types/define";
import type { JsonObject, SetError } from "@atrium/contract/types/wire";
import { testPlatform } from "../testing/index.ts";
import {
  createEngine,
  refuse,
  serve,
  type Actor,
  type Engine,
  type FollowUp,
  type Store,
} from "./index.ts";

const Note = defineType({
  name: "Note",
  capability: "urn:test:notes",
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    title: { type: "String", default: "" },
    parentId: { type: "Id", nullable: true, default: null },
    related: { type: { set: "Id" }, default: {} },
    byName: { type: { map: { list: "Id" } }, default: {} },
    parts: { type: { shape: "list" }, default: [] },
  },
  arguments: { set: { thenEcho: { type: "Boolean", default: false } } },
});

const Own = defineType({ ...Note, name: "Own" });

type Row = JsonObject & { readonly id: string; readonly accountId: string };
let rows: Row[] = [];
let prepared: string[] = [];

// What is tested is the engine; the records are lost with the test.
const store: Store<typeof Note, string> = {
  get: async ({ accountId }, ids) =>
    rows
      .filter((row) => row.accountId === accountId && (ids?.includes(row.id) ?? true))
      .map((row) => ({ ...row, accountId: undefined })) as never,
  async prepare(_call, record) {
    if (record.title === "unready") refuse("tooLarge", undefined, { maxSize: 7 });
    prepared.push(`${record.title}:${record.parentId ?? ""}`);
    return `prepared ${record.title}`;
  },
  async create({ w, accountId }, record, readiness) {
    if (readiness !== `prepared ${record.title}`) throw new Error("not prepared");
    const id = w.newId("n");
    rows.push({ ...record, id, accountId });
    return { id };
  },
  async update(_call, updates) {
    for (const { id, after } of updates)
      rows = rows.map((row) => (row.id === id ? { ...row, ...after } : row));
  },
  async destroy(_call, ids) {
    rows = rows.filter((row) => !ids.includes(row.id));
  },
  async copy({ w, accountId, fromAccountId }, originalId, given) {
    const original = rows.find((row) => row.id === originalId && row.accountId === fromAccountId);
    if (original === undefined) refuse("notFound");
    const twin = rows.find(
      (row) => row.accountId === accountId && row["title"] === original["title"],
    );
    if (twin !== undefined) refuse("alreadyExists", undefined, { existingId: twin.id });
    const id = w.newId("n");
    rows.push({ ...original, ...given, id, accountId });
    return { id };
  },
};

const followUp: FollowUp = (call, { created }) =>
  call.args["thenEcho"] === true
    ? [
        [
          "Note/get",
          { accountId: call.accountId, ids: Object.values(created ?? {}).map((r) => r["id"]) },
        ],
        ["Note/get", { accountId: "nobody" }],
      ]
    : [];

const account = (name: string, isReadOnly = false) => ({ name, isPersonal: true, isReadOnly });
const actor: Actor = {
  personId: "p1",
  accountId: "a1",
  roles: ["member"],
  accounts: {
    a1: account("One"),
    a2: account("Two"),
    a3: account("Three", true),
    a4: account("Four"),
  },
};

let engine: Engine;
beforeAll(async () => {
  const access = (_: Actor, _verb: string, accountId: string) => accountId !== "a4";
  const types = [
    serve(Note, { access, store, followUp }),
    serve<typeof Own, string>(Own, { access, store, without: ["copy"], withoutAccount: true }),
  ];
  engine = createEngine({ ...(await testPlatform()), types });
  for (const accountId of ["a1", "a2", "a3", "a4"])
    await engine.write([], (w) => w.addAccount({ accountId, kind: "personal", name: accountId }));
});

type Calls = readonly (readonly [string, JsonObject])[];

async function run(...calls: Calls): Promise<readonly [string, Answer, string][]> {
  const methodCalls = calls.map(([name, args], n) => [name, args, `c${n}`]);
  const using = ["urn:ietf:params:jmap:core", "urn:test:notes"];
  return (await engine.handle(actor, { using, methodCalls })).methodResponses as never;
}

interface Answer {
  readonly type?: string;
  readonly list: readonly Row[];
  readonly created: Readonly<Record<string, { id: string }>>;
  readonly notCreated: Readonly<Record<string, SetError>>;
  readonly [name: string]: unknown;
}

const set = async (args: JsonObject): Promise<Answer> =>
  (await run(["Note/set", { accountId: "a1", ...args }]))[0]![1];

describe("/set", () => {
  it("prepares each create before the transaction; a refusal is that record's", async () => {
    prepared = [];
    const answer = await set({ create: { a: { title: "A" }, b: { title: "unready" } } });
    expect(answer).toMatchObject({
      created: { a: { id: expect.any(String) } },
      notCreated: { b: { type: "tooLarge", maxSize: 7 } },
    });
    expect(prepared).toEqual(["A:"]);
  });

  it("puts ids for creation ids in values, keys, lists, maps, paths and parts", async () => {
    const { created } = await set({ create: { a: { title: "a" }, b: { title: "b" } } });
    const id = created["a"]!.id;
    const [, [, second]] = (await run(
      ["Note/set", { accountId: "a1", create: { x: {} } }],
      [
        "Note/set",
        {
          accountId: "a1",
          create: {
            y: {
              parentId: "#x",
              related: { "#x": true, [id]: true },
              byName: { some: ["#x"] },
              parts: [{ blobId: "#x", subParts: [{ blobId: "#x", name: "#x" }] }],
            },
          },
          update: { "#x": { "related/#y": true, title: "#x" } },
        },
      ],
      ["Note/get", { accountId: "a1", ids: ["#x", "#y"] }],
    )) as [unknown, [string, Answer], unknown];
    expect(second).toMatchObject({ notCreated: null, notUpdated: null });
    const x = Object.keys(second["updated"] as object)[0]!;
    const y = second.created["y"]!.id;
    expect(rows.find((row) => row.id === y)).toMatchObject({
      parentId: x,
      related: { [x]: true, [id]: true },
      byName: { some: [x] },
      parts: [{ blobId: x, subParts: [{ blobId: x, name: "#x" }] }],
    });
    expect(rows.find((row) => row.id === x)).toMatchObject({ related: { [y]: true }, title: "#x" });
  });

  it("creates what is referred to first, in whatever order they come", async () => {
    const count = 800;
    prepared = [];
    const chain = Array.from({ length: count }, (_, n) => [
      `k${n}`,
      { title: `${n}`, parentId: n === count - 1 ? null : `#k${n + 1}` },
    ]);
    const answer = await set({ create: Object.fromEntries(chain) });
    expect(answer.notCreated).toBeNull();
    const made = answer.created;
    expect(rows.find((row) => row.id === made["k0"]!.id)!["parentId"]).toBe(made["k1"]!.id);
    expect(prepared).toHaveLength(count);
    const cycle = await set({ create: { a: { parentId: "#b" }, b: { parentId: "#a" } } });
    expect(cycle).toMatchObject({
      created: null,
      notCreated: { a: { properties: ["parentId"] }, b: { properties: ["parentId"] } },
    });
  });

  it("takes creation ids of any name", async () => {
    const { created } = await set({ create: JSON.parse(`{"__proto__":{},"constructor":{}}`) });
    expect(Object.keys(created).sort()).toEqual(["__proto__", "constructor"]);
  });

  it("refuses text that cannot be kept", async () => {
    const { created, notCreated } = await set({ create: { a: { title: "a\0b" }, b: {} } });
    expect(notCreated).toMatchObject({ a: { type: "invalidProperties", properties: ["title"] } });
    const update = { [created["b"]!.id]: { title: "\0" } };
    expect(await set({ update })).toMatchObject({ updated: null });
  });

  it("is followed by the calls that it brings about, whose errors are theirs", async () => {
    const args = { accountId: "a1", create: { a: { title: "A" } }, thenEcho: true };
    const answers = await run(["Note/set", args], ["Core/echo", {}]);
    expect(answers).toMatchObject([
      ["Note/set", { created: { a: {} } }, "c0"],
      ["Note/get", { list: [{ title: "A" }] }, "c0"],
      ["error", { type: "accountNotFound" }, "c0"],
      ["Core/echo", {}, "c1"],
    ]);
  });
});

describe("/copy", () => {
  const make = async (title: string): Promise<string> =>
    (await set({ create: { a: { title } } })).created["a"]!.id;
  const copy = async (args: JsonObject) =>
    await run(["Note/copy", { fromAccountId: "a1", accountId: "a2", ...args }]);

  it("copies each record for itself, with other properties where the client says so", async () => {
    const [one, two] = [await make("one"), await make("two")];
    const create = { x: { id: one }, y: { id: two, related: { "#x": true } }, z: { id: "nobody" } };
    const [[, answer]] = (await copy({ create })) as unknown as [[string, Answer]];
    expect(answer).toMatchObject({
      fromAccountId: "a1",
      accountId: "a2",
      notCreated: { z: { type: "notFound" } },
    });
    const { list, state } = (await run(["Note/get", { accountId: "a2", ids: null }]))[0]![1];
    expect(list).toMatchObject([
      { id: answer.created["x"]!.id, title: "one" },
      { title: "two", related: { [answer.created["x"]!.id]: true } },
    ]);
    expect(answer["newState"]).toBe(state);
    const again = (await copy({ create: { x: { id: one } } }))[0]![1];
    expect(again).toMatchObject({
      created: null,
      notCreated: { x: { type: "alreadyExists", existingId: answer.created["x"]!.id } },
    });
    expect(again["newState"]).toBe(again["oldState"]);
  });

  it("takes creation ids of any name", async () => {
    const id = await make("any name");
    const create = JSON.parse(`{"__proto__":{"id":"${id}"},"constructor":{"id":"nobody"}}`);
    const { created, notCreated } = (await copy({ create }))[0]![1];
    expect(Object.keys(created)).toEqual(["__proto__"]);
    expect(Object.keys(notCreated)).toEqual(["constructor"]);
    const again = (await copy({ create: JSON.parse(`{"__proto__":{"id":"${id}"}}`) }))[0]![1];
    expect(Object.keys(again.notCreated)).toEqual(["__proto__"]);
  });

  it("destroys the originals of what it copied, in one call of its own", async () => {
    const [mine, kept] = [await make("mine"), await make("mine too")];
    const create = { x: { id: mine }, y: { id: "nobody" } };
    const answers = await copy({ create, onSuccessDestroyOriginal: true });
    expect(answers).toMatchObject([
      ["Note/copy", {}, "c0"],
      ["Note/set", { accountId: "a1", destroyed: [mine] }, "c0"],
    ]);
    const late = { create: { x: { id: kept } }, destroyFromIfInState: "0" };
    expect(await copy({ ...late, onSuccessDestroyOriginal: true })).toMatchObject([
      ["Note/copy", { created: { x: {} } }, "c0"],
      ["error", { type: "stateMismatch" }, "c0"],
    ]);
  });

  it("says what is wrong with the accounts and the states", async () => {
    const create = { x: { id: "n" } };
    for (const [args, type] of [
      [{ accountId: "nobody" }, "accountNotFound"],
      [{ accountId: "a3" }, "accountReadOnly"],
      [{ accountId: "a4" }, "accountNotSupportedByMethod"],
      [{ fromAccountId: "nobody" }, "fromAccountNotFound"],
      [{ fromAccountId: "a4" }, "fromAccountNotSupportedByMethod"],
      [{ fromAccountId: "a2" }, "invalidArguments"],
      [{ fromAccountId: 7 }, "invalidArguments"],
      [{ ifInState: "0" }, "stateMismatch"],
      [{ ifFromInState: "0" }, "stateMismatch"],
      [{ create: null }, "invalidArguments"],
      [{ create: { "not an id": {} } }, "invalidArguments"],
    ] as const)
      expect(await copy({ create, ...args })).toMatchObject([["error", { type }, "c0"]]);
    const wrong = { x: { id: "n", noSuch: 1, parentId: 3 }, y: {}, z: { id: "n", parentId: "#q" } };
    expect((await copy({ create: wrong }))[0]![1].notCreated).toMatchObject({
      x: { type: "invalidProperties", properties: ["noSuch", "parentId"] },
      y: { type: "invalidProperties", properties: ["id"] },
      z: { type: "invalidProperties", properties: ["parentId"] },
    });
  });
});

describe("a type without account", () => {
  it("knows neither accounts nor states, and is in no log", async () => {
    const states = await engine.states("a1");
    const [[, made], [, got], [name]] = (await run(
      ["Own/set", { create: { a: { title: "mine" } } }],
      ["Own/get", { ids: null, properties: ["title"] }],
      ["Own/changes", { sinceState: "0" }],
      ["Own/get", { accountId: "a1" }],
      ["Own/set", { ifInState: "0" }],
    )) as unknown as [[string, Answer], [string, Answer], [string]];
    expect(made.created["a"]).toHaveProperty("id");
    for (const absent of ["accountId", "oldState", "newState"])
      expect(made).not.toHaveProperty(absent);
    expect(got.list.map((row) => row["title"])).toContain("mine");
    expect(Object.keys(got).sort()).toEqual(["list", "notFound"]);
    expect(name).toBe("error");
    expect(await engine.states("a1")).toEqual(states);
    const wrong = await run(["Own/get", { accountId: "a1" }], ["Own/set", { ifInState: "0" }]);
    expect(wrong.map(([, { type }]) => type)).toEqual(["invalidArguments", "invalidArguments"]);
  });
});
