import { beforeAll, describe, expect, it } from "vitest";
import { defineType } from "@atrium/contract/types/define";
import type { JsonObject } from "@atrium/contract/types/wire";
import { testPlatform } from "../testing/index.ts";
import { createBudget } from "./budget.ts";
import { createEngine, inMemory, serve, type Engine } from "./index.ts";
import { applyPatch } from "./patch.ts";
import { resolveReferences } from "./references.ts";
import { ONE_ACCOUNT } from "./testing/actor.ts";

const Leaf = defineType({
  name: "Leaf",
  capability: "urn:test:leaves",
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    color: { type: "String", default: "" },
    veins: { type: { set: "String" }, default: {} },
  },
  filters: { color: { type: "String" }, ids: { type: { list: "Id" } } },
  sorts: ["color"],
  comparatorProperties: { shade: { type: "String" } },
});

const leaves = [
  { id: "a", color: "red", veins: {} },
  { id: "b", color: "green", veins: {} },
];

let engine: Engine;
const actor = ONE_ACCOUNT;

beforeAll(async () => {
  const leaf = serve(Leaf, {
    access: () => true,
    store: {
      get: async (_call, ids) => leaves.filter(({ id }) => ids?.includes(id) ?? true),
      create: async ({ w }) => ({ id: w.newId("l") }),
      list: inMemory<typeof Leaf, (typeof leaves)[number]>({
        all: async () => leaves,
        match: {
          color: (row, color) => row.color === color,
          ids: (row, ids) => ids.includes(row.id),
        },
        compare: { color: (a, b) => (a.color < b.color ? -1 : Number(a.color > b.color)) },
      }),
    },
    methods: {
      long: { verb: "read", run: async ({ args }) => ({ text: "x".repeat(Number(args["n"])) }) },
      done: { verb: "update", run: async ({ args }) => ({ text: "x".repeat(Number(args["n"])) }) },
    },
  });
  engine = createEngine({ ...(await testPlatform()), types: [leaf] });
  await engine.write([], (w) => w.addAccount({ accountId: "a1", kind: "personal", name: "One" }));
});

/** What each call answers: its result, or the type of its error. */
async function run(...calls: readonly (readonly [string, JsonObject])[]) {
  const { methodResponses } = await engine.handle(actor, {
    using: ["urn:ietf:params:jmap:core", "urn:test:leaves"],
    methodCalls: calls.map(([name, args], index) => [
      name,
      name === "Core/echo" ? args : { accountId: "a1", ...args },
      String(index),
    ]),
  });
  return methodResponses.map(([name, answer]) => (name === "error" ? answer["type"] : answer));
}

function nested(items: unknown, depth: number): unknown {
  let value = items;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

const refer = (depth: number) => ({
  "#ids": { resultOf: "0", name: "Core/echo", path: `/x${"/*".repeat(depth)}` },
});

describe("references", () => {
  it("look at no more values than a request may", async () => {
    const numbers = Array.from({ length: 400_000 }, (_, index) => index);
    const answers = await run(["Core/echo", { x: nested(numbers, 249) }], ["Leaf/get", refer(250)]);
    expect(answers[1]).toBe("invalidResultReference");
  });

  it("share what they may look at", async () => {
    const ids = Array.from({ length: 900 }, () => "a");
    const calls = Array.from({ length: 63 }, (): [string, JsonObject] => ["Leaf/get", refer(200)]);
    const answers = await run(["Core/echo", { x: nested(ids, 199) }], ...calls);
    expect(answers[1]).toMatchObject({ list: [{ id: "a" }] });
    expect(answers.at(-1)).toMatchObject({ list: [{ id: "a" }] });
    const more = await run(
      [
        "Core/echo",
        {
          x: nested(
            Array.from({ length: 9000 }, () => "a"),
            199,
          ),
        },
      ],
      ...calls,
    );
    expect(more[1]).toBe("requestTooLarge");
    expect(more.at(-1)).toBe("invalidResultReference");
  });

  it.each([1, 10, 200])("look at each value once, through %i stars", (stars) => {
    const spent = (items: number): number => {
      const budget = createBudget();
      const before = budget.left("visited");
      const x = nested(
        Array.from({ length: items }, (_, index) => `i${index}`),
        stars - 1,
      );
      const { ids } = resolveReferences(refer(stars), [["Core/echo", { x }, "0"]], budget);
      expect(ids).toHaveLength(items);
      return before - budget.left("visited");
    };
    expect(spent(2000)).toBe(2000 + stars + 1);
    expect(spent(4000)).toBe(4000 + stars + 1);
  });

  it("join lists as deep as there are stars, and take a star for a name where there is no list", async () => {
    const resolve = (x: unknown, path: string) =>
      resolveReferences(
        { "#y": { resultOf: "0", name: "Core/echo", path } },
        [["Core/echo", { x }, "0"]],
        createBudget(),
      )["y"];
    expect(resolve([[["a", "b"]], [["c"], "d"]], "/x/*")).toEqual([["a", "b"], ["c"], "d"]);
    expect(resolve([[["a", "b"]], [["c"], "d"]], "/x/*/*")).toEqual(["a", "b", "c", "d"]);
    expect(resolve([{ "*": ["a"] }, { "*": "b" }], "/x/*/*")).toEqual(["a", "b"]);
    expect(resolve([{ y: [{ z: 1 }, { z: [2] }] }, { y: [] }], "/x/*/y/*/z")).toEqual([1, 2]);
    expect(resolve([], "/x/*/y")).toEqual([]);
  });
});

describe("filters and sorts", () => {
  const query = (args: JsonObject): [string, JsonObject] => ["Leaf/query", args];
  const or = (count: number, color = "red") =>
    query({
      filter: { operator: "OR", conditions: Array.from({ length: count }, () => ({ color })) },
    });

  it("ask no more in all calls together than a request may", async () => {
    const answers = await run(or(400), or(400), or(400), query({}));
    expect(answers.slice(0, 2)).toMatchObject([{ ids: ["a"] }, { ids: ["a"] }]);
    expect(answers[2]).toBe("unsupportedFilter");
    expect(answers[3]).toMatchObject({ ids: ["a", "b"] });
  });

  it("ask more with a long text or list", async () => {
    const ids = Array.from({ length: 100_000 }, () => "a");
    const answers = await run(
      query({ filter: { ids: ids.slice(0, 5000) } }),
      query({ filter: { ids } }),
      or(6, "r".repeat(5000)),
    );
    expect(answers).toMatchObject([{ ids: ["a"] }, "unsupportedFilter", "unsupportedFilter"]);
  });

  it("go only so deep", async () => {
    let filter: JsonObject = { color: "red" };
    for (let depth = 0; depth < 200; depth += 1) filter = { operator: "NOT", conditions: [filter] };
    expect(await run(query({ filter }))).toEqual(["unsupportedFilter"]);
  });

  it("have comparators in one call and in all of them", async () => {
    const sort = (count: number) =>
      query({ sort: Array.from({ length: count }, () => ({ property: "color" })) });
    expect(await run(sort(3000), sort(20))).toMatchObject(["unsupportedSort", { ids: ["b", "a"] }]);
    const answers = await run(...Array.from({ length: 6 }, () => sort(20)));
    expect(answers[4]).toMatchObject({ ids: ["b", "a"] });
    expect(answers[5]).toBe("unsupportedSort");
  });

  it.each(["constructor", "toString", "hasOwnProperty", "valueOf"])(
    "have no comparator property %s",
    async (name) => {
      const sort = [{ property: "color", [name]: 1 }];
      expect(await run(query({ sort }))).toEqual(["invalidArguments"]);
    },
  );
});

describe("what is asked for and answered", () => {
  it("names only so many properties", async () => {
    const properties = Array.from({ length: 100_000 }, () => "color");
    expect(await run(["Leaf/get", { properties }])).toEqual(["invalidArguments"]);
  });

  it("sets only so many records, whatever they refer to", async () => {
    const create = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, index) => [`c${index}`, { color: `#c${index + 1}` }]),
    );
    expect(await run(["Leaf/set", { create }])).toEqual(["requestTooLarge"]);
  });

  it("is only so much in all calls together; but what was done is always reported", async () => {
    const long = (name: string): [string, JsonObject] => [name, { n: 40_000_000 }];
    const answers = await run(
      long("Leaf/long"),
      long("Leaf/long"),
      long("Leaf/long"),
      long("Leaf/done"),
      ["Leaf/get", { ids: ["a"] }],
    );
    expect(answers.map((one) => (typeof one === "string" ? one : "fine"))).toEqual([
      "fine",
      "fine",
      "requestTooLarge",
      "fine",
      "requestTooLarge",
    ]);
  });
});

describe("a patch", () => {
  const before = { id: "a", color: "red", veins: { one: true } };

  it("has only so many and so long paths", () => {
    const deep = `veins${"/x".repeat(1_000_000)}`;
    expect(() => applyPatch(Leaf, before, { [deep]: true, [`${deep}/y`]: true })).toThrow(
      "invalidPatch",
    );
    const many = (count: number): JsonObject =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`veins/v${index}`, true]));
    expect(Object.keys(applyPatch(Leaf, before, many(2000))["veins"] as object)).toHaveLength(2001);
    expect(() => applyPatch(Leaf, before, many(100_000))).toThrow("tooLarge");
  });

  it("is refused where a path and one below it are patched, in either order", () => {
    for (const patch of [
      { veins: {}, "veins/x": true },
      { "veins/x": true, veins: {} },
      { "veins/x/y": true, "veins/x": true },
    ])
      expect(() => applyPatch(Leaf, before, patch)).toThrow("invalidPatch");
    expect(applyPatch(Leaf, before, { "veins/x": true, "veins/xy": true })["veins"]).toEqual({
      one: true,
      x: true,
      xy: true,
    });
  });

  it.each(["__proto__", "constructor", "toString"])("sets a member %s as any other", (name) => {
    const { veins } = applyPatch(Leaf, before, { [`veins/${name}`]: true });
    expect(Object.entries(veins as object)).toEqual([
      ["one", true],
      [name, true],
    ]);
    const without = applyPatch(Leaf, { ...before, veins }, { [`veins/${name}`]: null });
    expect(Object.keys(without["veins"] as object)).toEqual(["one"]);
  });

  it("changes no property that every object has", () => {
    const patched = applyPatch(
      Leaf,
      before,
      JSON.parse('{"__proto__":{"color":"blue"}}') as JsonObject,
    );
    expect(Object.getPrototypeOf(patched)).toBe(Object.prototype);
    expect(patched["color"]).toBe("red");
  });
});
