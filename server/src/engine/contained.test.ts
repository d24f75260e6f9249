import type { TypeDescription } from "@atrium/contract/types/define";
import type { JsonObject } from "@atrium/contract/types/wire";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { countingStatements } from "../testing/count-statements.ts";
import { testPlatform, type TestPlatform } from "../testing/index.ts";
import { createEngine, tableStore, type Actor, type Engine } from "./index.ts";
import { Box, BOX_RIGHTS, boxTypes, Card, createBoxes, Shelf } from "./testing/boxes.ts";
import { ONE_ACCOUNT } from "./testing/actor.ts";
import { callMethod, conformsToJmap, type Answer, type Conformance } from "./testing/conforms.ts";
import type { Beside } from "./table-store.ts";

/** What is reached through containers of another type (RFC 9670): cards by boxes, or by the shelf they stand on. */
let platform: TestPlatform;
let engine: Engine;
let number = 0;

/** Rights as the reach has them; with whom it is shared is the matter of who knows people. */
const beside: Beside<TypeDescription> = {
  properties: ["myRights", "shareWith", "shareUntil"],
  read: async ({ reach }, ids) =>
    new Map(
      ids.map((id) => {
        const has = (right: string) => reach === "everything" || reach.get(id)!.has(right);
        const myRights = Object.fromEntries(BOX_RIGHTS.map((right) => [right, has(right)]));
        return [id, { myRights, shareWith: null, shareUntil: null }] as never;
      }),
    ),
  write: async () => undefined,
};

beforeAll(async () => {
  platform = await testPlatform();
  engine = createEngine({ ...platform, types: boxTypes(() => beside) });
  for (const accountId of ["a1", "a2"])
    await engine.write([], async (w) => {
      await w.addAccount({ accountId, kind: "personal", name: accountId });
    });
  await engine.write(["a1"], async (w) => {
    w.share("a1");
    w.touched("a1", "Box");
  });
  await createBoxes(platform.db);
});

const call = (actor: Actor, type: TypeDescription, verb: string, args: JsonObject) =>
  callMethod({ engine, actor }, type, verb, { accountId: "a1", ...args });

async function make(type: TypeDescription, record: JsonObject, actor = ONE_ACCOUNT) {
  const answer = await call(actor, type, "set", { create: { new: record } });
  expect(answer["notCreated"]).toBeNull();
  return (answer["created"] as Record<string, { id: string }>)["new"]!.id;
}

const another = (): string => `name ${(number += 1)}`;

const conformance =
  (type: TypeDescription, more: () => Promise<JsonObject>) => async (): Promise<Conformance> => {
    const given = await more();
    const foreign: Actor = {
      personId: "p2",
      accountId: "a2",
      roles: [],
      accounts: { a2: { name: "Two", isPersonal: true, isReadOnly: false } },
    };
    const theirs = await callMethod({ engine, actor: foreign }, type, "set", {
      accountId: "a2",
      create: { new: { name: "theirs" } },
    });
    const { id } = (theirs["created"] as Record<string, { id: string }>)["new"]!;
    return {
      engine,
      actor: ONE_ACCOUNT,
      accountId: "a1",
      foreign: { accountId: "a2", id },
      make: () => make(type, { name: another(), ...given }),
      create: () => ({ name: another(), ...given }),
      patch: () => ({ name: another() }),
      destroys: true,
      queries: true,
    };
  };

conformsToJmap(
  Box,
  conformance(Box, async () => ({})),
);
conformsToJmap(
  Shelf,
  conformance(Shelf, async () => ({})),
);
conformsToJmap(
  Card,
  conformance(Card, async () => ({ boxIds: { [await make(Box, { name: "conforming" })]: true } })),
);

const READ = ["mayRead", "mayReadCards"];
const WRITE = [...READ, "mayWrite"];

/** Somebody with whom boxes and shelves of the account are shared, by their ids. */
function guest(
  boxes: Readonly<Record<string, readonly string[]>>,
  shelves: Readonly<Record<string, readonly string[]>> = {},
): Actor {
  const of = (shared: Readonly<Record<string, readonly string[]>>) =>
    new Map(Object.entries(shared).map(([id, rights]) => [id, new Set(rights)]));
  const reach = {
    ...(Object.keys(boxes).length > 0 && { Box: of(boxes) }),
    ...(Object.keys(shelves).length > 0 && { Shelf: of(shelves) }),
  };
  const a1 = { name: "One", ownerId: "p1", isReadOnly: false, reach };
  return { personId: "p3", accountId: "a3", roles: [], accounts: {}, partialAccounts: { a1 } };
}

let boxes: Readonly<Record<"open" | "other" | "closed", string>>;
let shelf: string;
let cards: Readonly<Record<"inOpen" | "inBoth" | "inClosed" | "onShelf", string>>;
let hashes: Readonly<Record<"open" | "closed", string>>;

/** What those that reach into an account find there; the conformance above makes its own. */
async function furnish(): Promise<void> {
  boxes = {
    open: await make(Box, { name: "Open" }),
    other: await make(Box, { name: "Other" }),
    closed: await make(Box, { name: "Closed" }),
  };
  shelf = await make(Shelf, { name: "Shelf" });
  const upload = async (text: string) =>
    (await engine.blobs.upload(ONE_ACCOUNT, "a1", Buffer.from(text), "text/plain")).blobId;
  hashes = { open: await upload(another()), closed: await upload(another()) };
  const { open, closed } = boxes;
  cards = {
    inOpen: await make(Card, { name: "in open", boxIds: { [open]: true }, pictureId: hashes.open }),
    inBoth: await make(Card, { name: "in both", boxIds: { [open]: true, [closed]: true } }),
    inClosed: await make(Card, {
      name: "in closed",
      boxIds: { [closed]: true },
      pictureId: hashes.closed,
    }),
    onShelf: await make(Card, { name: "on shelf", boxIds: { [closed]: true }, shelfId: shelf }),
  };
}

const idsOf = (answer: Answer): string[] => answer.list!.map(({ id }) => id).toSorted();
const seenBy = async (actor: Actor): Promise<string[]> =>
  idsOf(await call(actor, Card, "get", { ids: null }));

describe("who has part of the containers in reach", () => {
  beforeEach(furnish);

  it("gets what lies in them, and of several containers only those", async () => {
    const actor = guest({ [boxes.open]: READ });
    const { list } = await call(actor, Card, "get", { ids: null });
    expect(list).toEqual([
      expect.objectContaining({ id: cards.inOpen, boxIds: { [boxes.open]: true } }),
      expect.objectContaining({ id: cards.inBoth, boxIds: { [boxes.open]: true } }),
    ]);
    const hidden = [cards.inClosed, cards.onShelf];
    expect(await call(actor, Card, "get", { ids: hidden })).toMatchObject({ notFound: hidden });
    expect(idsOf(await call(actor, Box, "get", { ids: null }))).toEqual([boxes.open]);
    expect(await call(actor, Shelf, "get", { ids: null })).toMatchObject({
      type: "accountNotSupportedByMethod",
    });
  });

  it("learns nothing of what lies beyond by its ids, whatever the method", async () => {
    const actor = guest({ [boxes.open]: WRITE }, { [shelf]: READ });
    const elsewhere = await make(Shelf, { name: "Elsewhere" });
    const beyond = [
      { type: Card, seen: cards.inOpen, hidden: cards.inClosed },
      { type: Box, seen: boxes.open, hidden: boxes.closed },
      { type: Shelf, seen: shelf, hidden: elsewhere },
    ] as const;
    for (const { type, seen, hidden } of beyond) {
      const got = await call(actor, type, "get", { ids: [hidden, seen], properties: ["name"] });
      expect(idsOf(got)).toEqual([seen]);
      expect(got["notFound"]).toEqual([hidden]);
      const sinceState = got.state!;
      const update = { [hidden]: { name: another() } };
      expect(await call(actor, type, "set", { update })).toMatchObject({
        updated: null,
        notUpdated: { [hidden]: { type: "notFound" } },
      });
      expect(await call(actor, type, "set", { destroy: [hidden] })).toMatchObject({
        destroyed: null,
        notDestroyed: { [hidden]: { type: "notFound" } },
      });
      await call(ONE_ACCOUNT, type, "set", { update });
      const nothing = { newState: sinceState, created: [], updated: [], destroyed: [] };
      expect(await call(actor, type, "changes", { sinceState })).toMatchObject(nothing);
      const { ids } = (await call(actor, type, "query", {})) as unknown as { ids: string[] };
      expect(ids).toContain(seen);
      expect(ids).not.toContain(hidden);
      expect(await call(actor, type, "query", { anchor: hidden })).toMatchObject({
        type: "anchorNotFound",
      });
    }
  });

  it("reaches records by containers of either type, and sees no other one", async () => {
    const actor = guest({}, { [shelf]: READ });
    const { list } = await call(actor, Card, "get", { ids: null });
    expect(list).toEqual([
      { id: cards.onShelf, name: "on shelf", boxIds: {}, shelfId: shelf, pictureId: null },
    ]);
    const both = guest({ [boxes.open]: READ }, { [shelf]: READ });
    expect(await seenBy(both)).toEqual([cards.inOpen, cards.inBoth, cards.onShelf].toSorted());
  });

  it("sees a container whose contents are not shared, and nothing in it", async () => {
    const actor = guest({ [boxes.open]: ["mayRead"] });
    expect(idsOf(await call(actor, Box, "get", { ids: null }))).toEqual([boxes.open]);
    expect(await seenBy(actor)).toEqual([]);
  });

  it("finds and counts no more by queries", async () => {
    const actor = guest({ [boxes.open]: READ });
    for (const filter of [null, { text: "in" }, { operator: "NOT", conditions: [{ text: "x" }] }]) {
      const answer = await call(actor, Card, "query", { filter, calculateTotal: true });
      expect(answer["total"]).toBe(2);
    }
    const args = { filter: { inBox: boxes.closed }, calculateTotal: true };
    expect(await call(actor, Card, "query", args)).toMatchObject({ ids: [], total: 0 });
    expect(await call(actor, Box, "query", { calculateTotal: true })).toMatchObject({ total: 1 });
  });

  it("reads blobs of records in reach, and no others", async () => {
    const actor = guest({ [boxes.open]: READ });
    expect(await engine.blobs.open(actor, "a1", hashes.open)).not.toBeNull();
    expect(await engine.blobs.open(actor, "a1", hashes.closed)).toBeNull();
    expect(await engine.blobs.open(guest({}, { [shelf]: READ }), "a1", hashes.open)).toBeNull();
  });
});

describe("states and changes", () => {
  beforeEach(furnish);

  const stateOf = async (actor: Actor): Promise<string> =>
    (await call(actor, Card, "get", { ids: [] })).state!;
  const changes = (actor: Actor, sinceState: string) =>
    call(actor, Card, "changes", { sinceState });
  const owner = (args: JsonObject, type: TypeDescription = Card) =>
    call(ONE_ACCOUNT, type, "set", args);

  it("move with what is in reach and with nothing else", async () => {
    const actor = guest({ [boxes.open]: READ });
    const before = await engine.statesIn(actor, "a1");
    expect(Object.keys(before).toSorted()).toEqual(["Box", "Card"]);
    await owner({ update: { [cards.inClosed]: { name: another() } }, destroy: [cards.onShelf] });
    await owner({ update: { [boxes.closed]: { name: another() } } }, Box);
    expect(await engine.statesIn(actor, "a1")).toEqual(before);
    await owner({ update: { [cards.inOpen]: { name: another() } } });
    const after = await engine.statesIn(actor, "a1");
    expect(after["Box"]).toBe(before["Box"]);
    expect(after["Card"]).not.toBe(before["Card"]);
  });

  it("tell what comes into reach as made and what leaves it as destroyed", async () => {
    const actor = guest({ [boxes.open]: READ });
    const since = await stateOf(actor);
    await owner({
      update: {
        [cards.inClosed]: { [`boxIds/${boxes.open}`]: true },
        [cards.inOpen]: { boxIds: { [boxes.closed]: true } },
        [cards.inBoth]: { [`boxIds/${boxes.closed}`]: null },
      },
    });
    expect(await changes(actor, since)).toMatchObject({
      created: [cards.inClosed],
      destroyed: [cards.inOpen],
      updated: [cards.inBoth],
    });
    const difference = await call(actor, Card, "queryChanges", { sinceQueryState: since });
    const { removed, added } = difference as unknown as {
      removed: string[];
      added: { id: string }[];
    };
    expect(removed).toContain(cards.inOpen);
    expect(added.map(({ id }) => id).toSorted()).toEqual([cards.inBoth, cards.inClosed].toSorted());
  });

  it("tell what a container took with it when it was destroyed, and what it left", async () => {
    const open = guest({ [boxes.open]: READ });
    const closed = guest({ [boxes.closed]: READ });
    const since = { open: await stateOf(open), closed: await stateOf(closed) };
    await owner({ destroy: [boxes.open] }, Box);
    const gone = await changes(open, since.open);
    expect((gone["destroyed"] as string[]).toSorted()).toEqual(
      [cards.inOpen, cards.inBoth].toSorted(),
    );
    expect(gone).toMatchObject({ created: [], updated: [] });
    expect(await changes(closed, since.closed)).toMatchObject({
      updated: [cards.inBoth],
      destroyed: [],
    });
    expect(await changes(ONE_ACCOUNT, "0")).not.toHaveProperty("error");
    const all = await seenBy(ONE_ACCOUNT);
    expect(all).toContain(cards.inBoth);
    expect(all).not.toContain(cards.inOpen);
  });

  it("are none of another reach", async () => {
    const actor = guest({ [boxes.open]: READ });
    const since = await stateOf(actor);
    for (const other of [
      guest({ [boxes.open]: WRITE }),
      guest({ [boxes.open]: READ, [boxes.other]: READ }),
      guest({ [boxes.open]: READ }, { [shelf]: READ }),
      ONE_ACCOUNT,
    ])
      expect(await changes(other, since)).toMatchObject({ type: "cannotCalculateChanges" });
  });
});

describe("changes by who has part in reach", () => {
  beforeEach(furnish);

  const refused = (answer: Answer, key: string, id: string): unknown =>
    (answer[key] as Record<string, JsonObject> | null)?.[id]?.["type"];
  const set = (actor: Actor, args: JsonObject, type: TypeDescription = Card) =>
    call(actor, type, "set", args);
  const cardOf = async (id: string) =>
    (await call(ONE_ACCOUNT, Card, "get", { ids: [id] })).list![0]!;

  it("want the right in each container that they name", async () => {
    const { open, other, closed } = boxes;
    const actor = guest({ [open]: WRITE, [other]: READ });
    const create = async (boxIds: object, more: object = {}) =>
      refused(
        await set(actor, { create: { a: { name: "x", boxIds, ...more } } }),
        "notCreated",
        "a",
      );
    expect(await create({ [open]: true })).toBeUndefined();
    expect(await create({ [open]: true, [other]: true })).toBe("forbidden");
    expect(await create({ [open]: true, [closed]: true })).toBe("invalidProperties");
    expect(await create({ [open]: true }, { shelfId: shelf })).toBe("invalidProperties");
    expect(await create({})).toBe("forbidden");
  });

  it("want it in both places of a move", async () => {
    const { open, other, closed } = boxes;
    const move = async (actor: Actor, boxIds: object, id = cards.inOpen) =>
      refused(await set(actor, { update: { [id]: { boxIds } } }), "notUpdated", id);
    const reader = guest({ [open]: READ, [other]: WRITE });
    expect(await move(reader, { [other]: true })).toBe("forbidden");
    expect(await move(guest({ [open]: WRITE, [other]: READ }), { [other]: true })).toBe(
      "forbidden",
    );
    expect(await move(guest({ [open]: WRITE }), { [closed]: true })).toBe("invalidProperties");
    const writer = guest({ [open]: WRITE, [other]: WRITE });
    expect(await move(writer, { [other]: true }, cards.inClosed)).toBe("notFound");
    expect(await move(writer, { [other]: true })).toBeUndefined();
    expect(await cardOf(cards.inOpen)).toMatchObject({ boxIds: { [other]: true } });
  });

  it("leave what is not seen where it is", async () => {
    const { open, other, closed } = boxes;
    const actor = guest({ [open]: WRITE, [other]: WRITE });
    const patch = { name: "renamed", boxIds: { [other]: true } };
    expect(await set(actor, { update: { [cards.inBoth]: patch } })).toMatchObject({
      notUpdated: null,
    });
    expect(await cardOf(cards.inBoth)).toMatchObject({
      name: "renamed",
      boxIds: { [other]: true, [closed]: true },
    });
    const since = (await call(ONE_ACCOUNT, Card, "get", { ids: [] })).state;
    const ofActor = (await call(actor, Card, "get", { ids: [] })).state;
    // It lies elsewhere too, which is none of the actor's business.
    expect(await set(actor, { destroy: [cards.inBoth] })).toMatchObject({
      destroyed: [cards.inBoth],
    });
    expect(await cardOf(cards.inBoth)).toMatchObject({ boxIds: { [closed]: true } });
    expect(await call(actor, Card, "changes", { sinceState: ofActor })).toMatchObject({
      destroyed: [cards.inBoth],
    });
    expect(await call(ONE_ACCOUNT, Card, "changes", { sinceState: since })).toMatchObject({
      updated: [cards.inBoth],
      destroyed: [],
    });
    expect(await set(actor, { destroy: [cards.inOpen] })).toMatchObject({ notDestroyed: null });
    expect(await seenBy(ONE_ACCOUNT)).not.toContain(cards.inOpen);
  });

  it("put nothing in the place of what is not seen", async () => {
    const mine = await make(Shelf, { name: "Mine" });
    const actor = guest({ [boxes.closed]: WRITE }, { [mine]: WRITE });
    const update = { [cards.onShelf]: { shelfId: mine } };
    expect(refused(await set(actor, { update }), "notUpdated", cards.onShelf)).toBe("forbidden");
    const free = { [cards.inClosed]: { shelfId: mine } };
    expect(refused(await set(actor, { update: free }), "notUpdated", cards.inClosed)).toBe(
      "forbidden",
    );
    expect(await cardOf(cards.onShelf)).toMatchObject({ shelfId: shelf });
  });

  it("to a record in several containers want the right in each that is seen", async () => {
    const both = guest({ [boxes.open]: WRITE, [boxes.closed]: READ });
    const update = { [cards.inBoth]: { name: another() } };
    expect(refused(await set(both, { update }), "notUpdated", cards.inBoth)).toBe("forbidden");
    expect(
      refused(await set(both, { destroy: [cards.inBoth] }), "notDestroyed", cards.inBoth),
    ).toBe("forbidden");
  });

  it("to containers want the right that goes with the property", async () => {
    const update = { [boxes.open]: { name: another() } };
    const change = async (rights: readonly string[], args: JsonObject) => {
      const answer = await set(guest({ [boxes.open]: rights }), args, Box);
      return (
        refused(answer, "notUpdated", boxes.open) ?? refused(answer, "notDestroyed", boxes.open)
      );
    };
    expect(await change(READ, { update })).toBe("forbidden");
    expect(await change(WRITE, { update })).toBeUndefined();
    const shareWith = { [boxes.open]: { shareWith: { p9: { mayRead: true } } } };
    expect(await change(WRITE, { update: shareWith })).toBe("forbidden");
    expect(await change([...WRITE, "mayShare"], { update: shareWith })).toBeUndefined();
    expect(await change(WRITE, { destroy: [boxes.open] })).toBe("forbidden");
    const answer = await set(guest({ [boxes.open]: WRITE }), { create: { a: { name: "x" } } }, Box);
    expect(refused(answer, "notCreated", "a")).toBe("forbidden");
  });
});

it("with everything in reach a get asks for the state and the records, and nothing else", async () => {
  const counting = countingStatements(platform.db);
  const counted = createEngine({ ...platform, db: counting.db, types: boxTypes(() => beside) });
  await callMethod({ engine: counted, actor: ONE_ACCOUNT }, Card, "get", {
    accountId: "a1",
    ids: [cards.inOpen],
  });
  expect(counting.count()).toBe(2);
  await counted.close();
});

it("a type that would hide nothing, or show values beyond reach, is refused when it is described", () => {
  const options = { table: "card", idPrefix: "kc" } as const;
  const rights = { read: "a", add: "a", remove: "a", change: "a" };
  const lies = (property: string) => () =>
    tableStore(Card, { ...options, liesIn: { Box: { property, rights } } });
  expect(lies("name")).toThrow("no set of ids");
  expect(() =>
    tableStore(Card, {
      ...options,
      liesIn: { Box: { property: "boxIds", rights } },
      unique: { column: "name", property: "name" },
    }),
  ).toThrow("no two share");
});
