import { beforeAll, describe, expect, it } from "vitest";
import { defineType } from "@atrium/contract/types/define";
import type { JsonObject } from "@atrium/contract/types/wire";
import { sql } from "kysely";
import { testPlatform } from "../testing/index.ts";
import { createEngine, RequestError, serve, type Engine } from "./index.ts";
import { ONE_ACCOUNT } from "./testing/actor.ts";

// A type without a table: what is tested here is how requests are read and answered.
const Thing = defineType({
  name: "Thing",
  capability: "urn:test:things",
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    tags: { type: { list: "String" }, default: [] },
  },
});

let engine: Engine;
const actor = ONE_ACCOUNT;
let waiting: (() => void)[] = [];

beforeAll(async () => {
  const things = serve(Thing, {
    access: (_actor, verb) => verb === "read",
    store: {
      get: async (_call, ids) =>
        (ids ?? ["x", "y"]).map((id) => ({
          id,
          tags: id === "deep" ? ["a/b", "~"] : [id, `${id}2`],
        })),
      create: async () => ({ id: "never" }),
    },
    methods: {
      wait: {
        verb: "read",
        run: async () => {
          await new Promise<void>((resolve) => waiting.push(resolve));
          return { done: true };
        },
      },
      two: {
        verb: "read",
        run: async () => [
          ["Thing/two", { n: 1 }],
          ["Thing/set", { n: 2 }],
        ],
      },
      sleep: {
        verb: "read",
        run: async ({ db, args }) => {
          await sql`select pg_sleep(${args["seconds"]})`.execute(db);
          return { slept: true };
        },
      },
      full: {
        verb: "read",
        run: () => Promise.reject(Object.assign(new Error("a path"), { code: "ENOSPC" })),
      },
      break: { verb: "read", run: () => Promise.reject(new Error("a bug with a secret")) },
    },
  });
  const platform = await testPlatform();
  engine = createEngine({
    ...platform,
    types: [things],
    limits: { maxCallsInRequest: 4, maxConcurrentRequests: 2 },
    statementTime: 100,
  });
  await engine.write([], (w) => w.addAccount({ accountId: "a1", kind: "personal", name: "One" }));
});

const using = ["urn:ietf:params:jmap:core", "urn:test:things"];

async function run(...methodCalls: [string, JsonObject, string][]) {
  const calls = methodCalls.map(([name, args, id]) => [
    name,
    name.startsWith("Core/") ? args : { accountId: "a1", ...args },
    id,
  ]);
  return (await engine.handle(actor, { using, methodCalls: calls })).methodResponses;
}

const problem = async (body: unknown, options?: { size: number }) => {
  const error: unknown = await engine
    .handle(actor, body, options)
    .catch((thrown: unknown) => thrown);
  return (error as RequestError).problem;
};

describe("a request", () => {
  it("is refused as a whole when it is none", async () => {
    for (const body of [
      null,
      [],
      7,
      {},
      { using },
      { using, methodCalls: {} },
      { using, methodCalls: [["a", {}]] },
      { using, methodCalls: [["a", [], "c"]] },
      { using: [1], methodCalls: [] },
      { using, methodCalls: [], createdIds: { a: 1 } },
    ])
      expect(await problem(body)).toMatchObject({
        type: "urn:ietf:params:jmap:error:notRequest",
        status: 400,
      });
  });

  it("is refused for capabilities that are not known", async () => {
    const body = { using: [...using, "urn:nobody:knows"], methodCalls: [] };
    expect(await problem(body)).toMatchObject({
      type: "urn:ietf:params:jmap:error:unknownCapability",
    });
  });

  it("is refused above each limit, which is named", async () => {
    const methodCalls = Array.from({ length: 5 }, (_, n) => ["Core/echo", {}, `${n}`]);
    const limit = { type: "urn:ietf:params:jmap:error:limit" };
    expect(await problem({ using, methodCalls })).toMatchObject({
      ...limit,
      limit: "maxCallsInRequest",
    });
    expect(await problem({ using, methodCalls: [] }, { size: 10_000_001 })).toMatchObject({
      ...limit,
      limit: "maxSizeRequest",
    });
    const running = [run(["Thing/wait", {}, "0"]), run(["Thing/wait", {}, "0"])];
    while (waiting.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(await problem({ using, methodCalls: [] })).toMatchObject({
      ...limit,
      limit: "maxConcurrentRequests",
    });
    for (const end of waiting) end();
    waiting = [];
    await Promise.all(running);
    expect(await run(["Core/echo", {}, "0"])).toHaveLength(1);
  });

  it("answers each call with its id, goes on after errors, and hides what a bug says", async () => {
    const answers = await run(
      ["Core/echo", { "#x": 1, hello: true }, "a"],
      ["Thing/nothing", {}, "b"],
      ["Thing/break", {}, "c"],
      ["Thing/two", {}, "d"],
    );
    expect(answers.map(([name, , id]) => [name, id])).toEqual([
      ["Core/echo", "a"],
      ["error", "b"],
      ["error", "c"],
      ["Thing/two", "d"],
      ["Thing/set", "d"],
    ]);
    expect(answers[0]![1]).toEqual({ "#x": 1, hello: true });
    expect(answers[1]![1]).toMatchObject({ type: "unknownMethod" });
    expect(answers[2]![1]).toMatchObject({ type: "serverFail" });
    expect(JSON.stringify(answers)).not.toContain("secret");
  });

  it("ends a statement that takes too long, says so, and goes on; what is no request takes its time", async () => {
    const answers = await run(
      ["Thing/sleep", { seconds: 60 }, "a"],
      ["Thing/sleep", { seconds: 0 }, "b"],
    );
    expect(answers[0]).toMatchObject([
      "error",
      { type: "serverUnavailable", description: expect.stringContaining("too long") as string },
      "a",
    ]);
    expect(answers[1]).toMatchObject(["Thing/sleep", { slept: true }, "b"]);
    // On the very connections that the limit was set on.
    const limits = await Promise.all(
      Array.from({ length: 8 }, () =>
        sql<{
          limit: string;
        }>`select current_setting('statement_timeout') as limit, pg_sleep(0.2)`.execute(engine.db),
      ),
    );
    expect(limits.map(({ rows }) => rows[0]!.limit)).toEqual(Array(8).fill("0"));
  });

  it("tells what may work later apart from a bug, without what the system said", async () => {
    const [answer] = await run(["Thing/full", {}, "a"]);
    expect(answer![1]).toMatchObject({ type: "serverUnavailable" });
    expect(JSON.stringify(answer)).not.toContain("a path");
  });

  it("uses only methods of the capabilities it names", async () => {
    const { methodResponses } = await engine.handle(actor, {
      using: ["urn:ietf:params:jmap:core"],
      methodCalls: [["Thing/get", { accountId: "a1", ids: [] }, "0"]],
    });
    expect(methodResponses[0]![1]).toMatchObject({ type: "unknownMethod" });
  });

  it("carries creation ids in and out", async () => {
    const created = await engine.handle(actor, {
      using,
      methodCalls: [["Thing/get", { accountId: "a1", ids: ["#k"] }, "0"]],
      createdIds: { k: "real" },
    });
    expect(created).toMatchObject({
      createdIds: { k: "real" },
      methodResponses: [["Thing/get", { list: [{ id: "real" }] }, "0"]],
    });
    expect(await engine.handle(actor, { using, methodCalls: [] })).not.toHaveProperty("createdIds");
  });

  it("does what `access` allows and no more", async () => {
    expect((await run(["Thing/set", { create: { k: {} } }, "0"]))[0]![1]).toMatchObject({
      notCreated: { k: { type: "forbidden" } },
    });
  });
});

describe("a result reference", () => {
  const reference = async (path: string, extra: object = {}) => {
    const answers = await run(
      ["Thing/get", { ids: null }, "0"],
      ["Thing/get", { "#ids": { resultOf: "0", name: "Thing/get", path, ...extra } }, "1"],
    );
    const [name, answer] = answers[1]!;
    return name === "error"
      ? answer["type"]
      : (answer["list"] as { id: string }[]).map(({ id }) => id);
  };

  it("takes values by pointer, and through lists by *", async () => {
    expect(await reference("/list/*/id")).toEqual(["x", "y"]);
    expect(await reference("/list/*/tags")).toEqual(["x", "x2", "y", "y2"]);
    expect(await reference("/list/1/tags")).toEqual(["y", "y2"]);
    expect(await reference("/notFound")).toEqual([]);
  });

  it("fails where it points nowhere, or at the wrong call", async () => {
    for (const path of ["/list/*/nothing", "/list/7/tags", "list", "/list/-1", "/list/01"])
      expect(await reference(path)).toBe("invalidResultReference");
    expect(await reference("/list/*/id", { resultOf: "9" })).toBe("invalidResultReference");
    expect(await reference("/list/*/id", { name: "Thing/changes" })).toBe("invalidResultReference");
    expect(await reference("/accountId")).toBe("invalidArguments");
    const both = await run(
      ["Core/echo", {}, "0"],
      ["Thing/get", { ids: [], "#ids": { resultOf: "0", name: "Core/echo", path: "/" } }, "1"],
    );
    expect(both[1]![1]).toMatchObject({ type: "invalidArguments" });
  });

  it("goes only as deep as answers are", async () => {
    let ids: unknown = ["x"];
    for (let depth = 0; depth < 300; depth += 1) ids = [ids];
    const path = `/ids${"/0".repeat(300)}`;
    const answers = await run(
      ["Core/echo", { ids }, "0"],
      ["Thing/get", { "#ids": { resultOf: "0", name: "Core/echo", path } }, "1"],
    );
    expect(answers[1]![1]).toMatchObject({ type: "invalidResultReference" });
  });
});

describe("the session", () => {
  const urls = {
    api: "https://h/jmap/api",
    download: "https://h/d",
    upload: "https://h/u",
    eventSource: "https://h/e",
  };

  it("names accounts, limits and where things are", async () => {
    const session = await engine.session(actor, urls);
    expect(session).toMatchObject({
      apiUrl: urls.api,
      username: "One",
      accounts: { a1: { name: "One", isPersonal: true, isReadOnly: false } },
      capabilities: { "urn:ietf:params:jmap:core": { maxCallsInRequest: 4 } },
    });
    expect(session.state).toBe(engine.sessionState(actor));
  });

  it("has another state when anything in it changes", () => {
    const more = {
      ...actor,
      accounts: { ...actor.accounts, a2: { name: "Two", isPersonal: false, isReadOnly: true } },
    };
    expect(engine.sessionState(more)).not.toBe(engine.sessionState(actor));
  });
});
