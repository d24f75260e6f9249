import { beforeAll, describe, expect, it } from "vitest";
import type { TypeDescription } from "@atrium/contract/types/define";
import type { JsonObject } from "@atrium/contract/types/wire";
import { fits } from "../check.ts";
import { callMethod } from "./call-method.ts";
import { conformsToRefusing } from "./conforms-refused.ts";
import { conformsToQuery } from "./conforms-query.ts";
import { conformsToSetWithoutAccount } from "./conforms-set-without-account.ts";
import { conformsToSet } from "./conforms-set.ts";
import type { Engine } from "../index.ts";
import type { Actor } from "../serve.ts";

export { callMethod };

/** What the standard tests need of a type: an engine that serves it, and ways to make and change records. */
export interface Conformance {
  readonly engine: Engine;
  readonly actor: Actor;
  readonly accountId: string;
  /** An account of another user, and the id of a record in it. */
  readonly foreign: { readonly accountId: string; readonly id: string };
  /** Makes one more record, in whatever way the type has, and answers its id. */
  readonly make: () => Promise<string>;
  /** A record that `/set` creates as it stands, a different one each time; absent where clients create none. */
  readonly create?: () => JsonObject;
  /** A patch that really changes the record; absent where clients change none. */
  readonly patch?: (id: string) => JsonObject;
  /** Whether clients may destroy what `make` made. */
  readonly destroys: boolean;
  /** Whether clients find records by `/query`. */
  readonly queries: boolean;
  /** Every account has exactly one record, of the same id in all; `make` then changes it. */
  readonly singleton?: true;
  /** Which records there are nobody changes; `make` then changes one. */
  readonly isFixed?: true;
  /** What changed is not known (`ServeOptions.isUnlogged`). */
  readonly isUnlogged?: true;
  /** Capabilities that requests have to name beside the type's own. */
  readonly using?: readonly string[];
}

export type Answer = Record<string, unknown> & {
  readonly type?: string;
  readonly state?: string;
  readonly list?: readonly (JsonObject & { readonly id: string })[];
};

/** The tests that every served type has to pass (RFC 8620 §5). Call it at the top of the type's test file. */
export function conformsToJmap(type: TypeDescription, make: () => Promise<Conformance>): void {
  conforms(type, make, (context) => {
    accountTests(context);
    changesTests(context);
    conformsToSet(context);
    conformsToQuery(context);
  });
}

/** The same for a type whose records belong to a person and to no account (RFC 8620 §7.2). */
export function conformsWithoutAccount(
  type: TypeDescription,
  make: () => Promise<Omit<Conformance, "foreign" | "queries">>,
): void {
  const whole = async (): Promise<Conformance> => ({
    ...(await make()),
    foreign: { accountId: "nowhere", id: "nobody" },
    queries: false,
  });
  conforms(type, whole, conformsToSetWithoutAccount, true);
}

function conforms(
  type: TypeDescription,
  make: () => Promise<Conformance>,
  more: (context: ConformanceContext) => void,
  withoutAccount = false,
): void {
  describe(`${type.name} conforms to RFC 8620`, () => {
    let fixture: Conformance;
    beforeAll(async () => {
      fixture = await make();
    });
    const call = (verb: string, args: JsonObject): Promise<Answer> =>
      callMethod(fixture, type, verb, {
        ...(withoutAccount ? {} : { accountId: fixture.accountId }),
        ...args,
      });
    const isOfAccount = !withoutAccount;
    const context: ConformanceContext = { type, call, fixture: () => fixture, isOfAccount };
    getTests(context);
    more(context);
    conformsToRefusing(context);
  });
}

export interface ConformanceContext {
  readonly type: TypeDescription;
  readonly call: (verb: string, args: JsonObject) => Promise<Answer>;
  readonly fixture: () => Conformance;
  /** Whether its records belong to accounts, and not to a person. */
  readonly isOfAccount: boolean;
}

function getTests({ type, call, fixture }: ConformanceContext): void {
  it("/get answers described properties, each of its type", async () => {
    const id = await fixture().make();
    const { list } = await call("get", { ids: [id] });
    const record = list![0]!;
    const expected = Object.keys(type.properties).filter(
      (name) => !type.properties[name]!.onRequest,
    );
    expect(Object.keys(record).sort()).toEqual([...expected].sort());
    const misfits = expected.filter((name) => !fits(type.properties[name]!, record[name]));
    expect(misfits).toEqual([]);
  });

  it("/get answers only the properties asked for, and always the id", async () => {
    const id = await fixture().make();
    const other = Object.keys(type.properties).find((name) => name !== "id")!;
    const { list } = await call("get", { ids: [id], properties: [other] });
    expect(Object.keys(list![0]!).sort()).toEqual(["id", other].sort());
    expect((await call("get", { ids: [id], properties: [] })).list).toEqual([{ id }]);
  });

  it("/get returns each id once, found or not", async () => {
    const id = await fixture().make();
    const answer = await call("get", { ids: [id, "nobody", id, "nobody"], properties: ["id"] });
    expect(answer).toMatchObject({ list: [{ id }], notFound: ["nobody"] });
    expect(await call("get", { ids: [] })).toMatchObject({ list: [], notFound: [] });
  });

  it("/get refuses what it does not know", async () => {
    const invalid = { type: "invalidArguments", error: true };
    expect(await call("get", { ids: [], properties: ["noSuchProperty"] })).toMatchObject(invalid);
    expect(await call("get", { ids: [], colour: "red" })).toMatchObject(invalid);
    expect(await call("get", { ids: "all" })).toMatchObject(invalid);
    expect(await call("get", { ids: ["not an id"] })).toMatchObject(invalid);
    const many = Array.from(
      { length: fixture().engine.limits.maxObjectsInGet + 1 },
      (_, n) => `n${n}`,
    );
    expect(await call("get", { ids: many })).toMatchObject({ type: "requestTooLarge" });
  });
}

function accountTests({ call, fixture }: ConformanceContext): void {
  it("no method reads an account that is not the actor's", async () => {
    const { foreign } = fixture();
    for (const accountId of [foreign.accountId, "nowhere", "__proto__", "toString"]) {
      const notFound = { type: "accountNotFound", error: true };
      expect(await call("get", { accountId, ids: [foreign.id] })).toMatchObject(notFound);
      expect(await call("changes", { accountId, sinceState: "0" })).toMatchObject(notFound);
      if (!fixture().queries) continue;
      expect(await call("query", { accountId })).toMatchObject(notFound);
      expect(await call("queryChanges", { accountId, sinceQueryState: "0" })).toMatchObject(
        notFound,
      );
    }
  });

  it("records of another account are not found through one's own", async () => {
    const { foreign, singleton } = fixture();
    if (singleton) return;
    expect(await call("get", { ids: [foreign.id], properties: ["id"] })).toMatchObject({
      list: [],
      notFound: [foreign.id],
    });
  });
}

function changesTests({ type, call, fixture }: ConformanceContext): void {
  const state = async (): Promise<string> => (await call("get", { ids: [] })).state!;

  it("/changes returns what was made since, and nothing when nothing was", async () => {
    const sinceState = await state();
    expect(sinceState).toMatch(/^\d+$/);
    expect(await call("changes", { sinceState })).toMatchObject({
      oldState: sinceState,
      newState: sinceState,
      hasMoreChanges: false,
      created: [],
      updated: [],
      destroyed: [],
    });
    const id = await fixture().make();
    const changes = await call("changes", { sinceState });
    if (fixture().isUnlogged) {
      expect(changes).toMatchObject({ type: "cannotCalculateChanges", error: true });
      return;
    }
    const { singleton, isFixed } = fixture();
    expect(changes[singleton || isFixed ? "updated" : "created"]).toContain(id);
    expect(changes["newState"]).toBe(await state());
  });

  it("/changes can be taken in small steps", async () => {
    if (fixture().isUnlogged) return;
    let since = await state();
    const made = [await fixture().make(), await fixture().make(), await fixture().make()];
    const seen: unknown[] = [];
    for (let more = true; more;) {
      const step = await call("changes", { sinceState: since, maxChanges: 1 });
      const ids = ["created", "updated", "destroyed"].flatMap((key) => step[key] as string[]);
      expect(ids.length).toBeLessThanOrEqual(1);
      seen.push(...ids);
      since = step["newState"] as string;
      more = step["hasMoreChanges"] as boolean;
    }
    expect(seen).toEqual(expect.arrayContaining(made));
    expect(since).toBe(await state());
  });

  it("/changes refuses states that it never gave and limits that make no sense", async () => {
    const unknown = { type: "cannotCalculateChanges", error: true };
    for (const sinceState of ["yesterday", "-1", "999999999", "", "1.5"])
      expect(await call("changes", { sinceState })).toMatchObject(unknown);
    const sinceState = await state();
    const invalid = { type: "invalidArguments" };
    expect(await call("changes", { sinceState, maxChanges: 0 })).toMatchObject(invalid);
    expect(await call("changes", { sinceState, maxChanges: -1 })).toMatchObject(invalid);
    expect(await call("changes", {})).toMatchObject(invalid);
  });

  it("a change is pushed with the state that /get then answers", async () => {
    const { engine, actor, accountId } = fixture();
    const pushed: string[] = [];
    const stop = engine.onChange((changed) => {
      const newest = engine.shownTo(actor, changed)[accountId]?.[type.name];
      if (newest !== undefined) pushed.push(newest);
    });
    await fixture().make();
    stop();
    expect(pushed.at(-1)).toBe(await state());
    await fixture().make();
    expect(pushed.at(-1)).not.toBe(await state());
  });
}
