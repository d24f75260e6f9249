import { shape } from "@atrium/contract/types/define";
import type { JsonObject } from "@atrium/contract/types/wire";
import { beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import { testPlatform } from "../testing/index.ts";
import { checkArguments, createEngine, method, serveMethods, type Engine } from "./index.ts";
import { ONE_ACCOUNT } from "./testing/actor.ts";

describe("checkArguments", () => {
  const check = (given: JsonObject) =>
    checkArguments(
      {
        id: { type: "Id" },
        names: { type: { list: "String" }, default: [] },
        range: { type: { oneOf: ["hour", "day"] }, nullable: true, default: null },
        roles: { type: { set: { oneOf: ["cook", "guest"] } }, default: {} },
        create: { type: { map: shape<JsonObject>("object") }, default: {} },
      },
      given,
    );

  it("answers what its description says, with what was left out", () => {
    const args = check({ id: "a", range: "day", roles: { cook: true } });
    expectTypeOf(args).toEqualTypeOf<{
      readonly id: string;
      readonly names: readonly string[];
      readonly range: "hour" | "day" | null;
      readonly roles: Readonly<Partial<Record<"cook" | "guest", true>>>;
      readonly create: Readonly<Record<string, JsonObject>>;
    }>();
    expect(args).toEqual({ id: "a", names: [], range: "day", roles: { cook: true }, create: {} });
  });

  it("refuses what is missing, unknown or of another type", () => {
    for (const given of [
      {},
      { id: "a", names: [1] },
      { id: "a", more: 1 },
      { id: null },
      { id: "a", roles: { king: true } },
      { id: "a", roles: { cook: false } },
    ])
      expect(() => check(given)).toThrow(expect.objectContaining({ code: "invalidArguments" }));
  });
});

describe("a method of a type's own", () => {
  const NAME = "Parrot/say";
  let engine: Engine;
  let runs = 0;

  beforeAll(async () => {
    const say = method({
      verb: "read",
      arguments: { word: { type: "String" }, times: { type: "UnsignedInt", default: 1 } },
      async run({ accountId, args }) {
        expectTypeOf(args.times).toEqualTypeOf<number>();
        runs += 1;
        return { accountId, said: args.word.repeat(args.times) };
      },
    });
    const parrot = serveMethods(
      { name: "Parrot", capability: "urn:test:parrots" },
      { access: () => true, methods: { say } },
    );
    engine = createEngine({ ...(await testPlatform()), types: [parrot] });
    await engine.write([], (w) => w.addAccount({ accountId: "a1", kind: "personal", name: "One" }));
  });

  const say = async (args: JsonObject) => {
    const { methodResponses } = await engine.handle(ONE_ACCOUNT, {
      using: ["urn:ietf:params:jmap:core", "urn:test:parrots"],
      methodCalls: [[NAME, { accountId: "a1", ...args }, "c"]],
    });
    return methodResponses[0]!.slice(0, 2);
  };

  it("gets its arguments checked, and with their defaults", async () => {
    expect(await say({ word: "hi" })).toEqual([NAME, { accountId: "a1", said: "hi" }]);
    expect(await say({ word: "hi", times: 2 })).toEqual([NAME, { accountId: "a1", said: "hihi" }]);
  });

  it("does not run with others", async () => {
    runs = 0;
    for (const args of [{}, { word: 1 }, { word: "hi", times: -1 }, { word: "hi", loud: true }])
      expect(await say(args)).toMatchObject(["error", { type: "invalidArguments" }]);
    expect(runs).toBe(0);
  });
});
