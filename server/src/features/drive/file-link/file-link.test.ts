import { FileLink } from "@atrium/contract/types/file-link";
import { FileNode, TRASH_ID } from "@atrium/contract/types/file-node";
import type { TypeDescription } from "@atrium/contract/types/define";
import { utcDate } from "@atrium/contract/types/utc-date";
import type { JsonObject } from "@atrium/contract/types/wire";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../../engine/index.ts";
import { callMethod, conformsToJmap, type Answer } from "../../../engine/testing/conforms.ts";
import { actorOf, makeDemo, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import { actorOfPerson, type Person } from "../../accounts/index.ts";
import { LINKS_PER_NODE } from "../limits.ts";
import { createFileLinks, type FileLinks } from "./links.ts";

/** Links to files: who makes and sees them, and when they work. */
let suite: TestSuite;
let people: Readonly<Record<"alice" | "bob" | "carol", Person>>;
let links: FileLinks;

const DAY = 86_400_000;
const PASSWORD = "eight letters";

beforeAll(async () => {
  suite = await testSuite();
  people = await makeDemo(suite, "alice", "bob", "carol");
  links = createFileLinks(suite);
});

afterEach(() =>
  suite.accounts.policies.change("system", {
    publicLinks: true,
    publicLinkExpiry: null,
    publicLinkPassword: false,
  }),
);

/** As somebody is now, with what is shared with them. */
async function now(person: Person): Promise<Actor> {
  const actor = await actorOfPerson(suite.platform.db, person.id);
  return actor ?? actorOf(person);
}

const call = async (
  type: TypeDescription,
  verb: string,
  args: JsonObject,
  by: Person = people.alice,
): Promise<Answer> =>
  callMethod({ engine: suite.engine, actor: await now(by) }, type, verb, {
    accountId: people.alice.accountId,
    ...args,
  });

interface Made {
  readonly id: string;
  readonly token: string;
}

function madeOf({ created, notCreated }: Answer): Made {
  expect(notCreated).toBeNull();
  return (created as Record<string, Made>)["a"]!;
}

let count = 0;
const folder = async (more: JsonObject = {}, by?: Person): Promise<string> => {
  const create = { a: { name: `Folder ${(count += 1)}`, ...more } };
  return madeOf(
    await call(FileNode, "set", { accountId: (by ?? people.alice).accountId, create }, by),
  ).id;
};

const link = async (fileNodeId: string, more: JsonObject = {}, by?: Person): Promise<Made> =>
  madeOf(await call(FileLink, "set", { create: { a: { fileNodeId, ...more } } }, by));

/** Why one is not made. */
const refused = async (fileNodeId: string, more: JsonObject = {}, by?: Person) => {
  const answer = await call(FileLink, "set", { create: { a: { fileNodeId, ...more } } }, by);
  return (answer["notCreated"] as Record<string, unknown> | null)?.["a"] ?? answer["type"];
};

const works = async (token: string): Promise<string> => {
  const found = await links.open(token);
  return found.link === null ? found.fault : "works";
};

const move = (id: string, parentId: string | null) =>
  call(FileNode, "set", { update: { [id]: { parentId } } });

const share = (id: string, person: Person, rights: readonly string[] | null) =>
  call(FileNode, "set", {
    update: {
      [id]: {
        shareWith: rights && {
          [person.id]: Object.fromEntries(rights.map((right) => [right, true])),
        },
      },
    },
  });

const seenBy = async (person: Person, args: JsonObject = {}): Promise<readonly string[]> =>
  ((await call(FileLink, "query", args, person))["ids"] as string[] | undefined) ?? [];

conformsToJmap(FileLink, async () => {
  const { engine } = suite;
  const { alice, bob } = people;
  const id = await folder();
  const elsewhere = await folder({}, bob);
  const create = { a: { fileNodeId: elsewhere } };
  const foreign = await call(FileLink, "set", { accountId: bob.accountId, create }, bob);
  return {
    engine,
    actor: actorOf(alice),
    accountId: alice.accountId,
    foreign: { accountId: bob.accountId, id: madeOf(foreign).id },
    make: async () => (await link(id)).id,
    patch: () => ({ name: `Renamed ${(count += 1)}` }),
    destroys: true,
    queries: true,
  };
});

describe("a link", () => {
  it("is answered with its token once, of which only the hash is kept, as of its password", async () => {
    const { id, token } = await link(await folder(), { password: PASSWORD, name: "  Plans " });
    expect(token).toMatch(/^[\w-]{43}$/);
    const { list } = await call(FileLink, "get", { ids: [id] });
    expect(list).toEqual([
      expect.objectContaining({
        name: "Plans",
        mode: "download",
        createdBy: people.alice.id,
        hasPassword: true,
        password: null,
        token: null,
        downloads: 0,
      }),
    ]);
    const { rows } = await suite.platform.pool.query<{ row: string }>(
      "select l::text || encode(token_hash, 'escape') as row from file_link l",
    );
    for (const secret of [token, PASSWORD]) expect(JSON.stringify(rows)).not.toContain(secret);
    expect(await works(token)).toBe("works");
    expect(await works(`${token}x`)).toBe("unknown");
    expect(await works("")).toBe("unknown");
  });

  it("is to something that is there, for a time that is to come, with a password that is none to guess at once", async () => {
    const id = await folder();
    const property = (name: string) => ({ type: "invalidProperties", properties: [name] });
    expect(await refused("n0")).toMatchObject(property("fileNodeId"));
    expect(await refused(TRASH_ID)).toMatchObject(property("fileNodeId"));
    const past = utcDate(suite.platform.clock.now());
    expect(await refused(id, { expires: past })).toMatchObject(property("expires"));
    expect(await refused(id, { maxDownloads: 0 })).toMatchObject(property("maxDownloads"));
    expect(await refused(id, { maxDownloads: 2 ** 40 })).toMatchObject(property("maxDownloads"));
    expect(await refused(id, { name: "x".repeat(101) })).toMatchObject(property("name"));
    for (const password of ["", "seven..", "x".repeat(201), "\ud800".repeat(9)])
      expect(await refused(id, { password })).toMatchObject(property("password"));
    await move(id, TRASH_ID);
    expect(await refused(id)).toMatchObject(property("fileNodeId"));
    expect(await seenBy(people.alice, { filter: { fileNodeId: id } })).toEqual([]);
  });

  it("is found by its node and by whoever made it", async () => {
    const [one, other] = [await folder(), await folder()];
    const { id } = await link(one);
    await link(other);
    expect(await seenBy(people.alice, { filter: { fileNodeId: one } })).toEqual([id]);
    const mine = await seenBy(people.alice, { filter: { createdBy: people.alice.id } });
    expect(mine).toEqual(await seenBy(people.alice));
    expect(await seenBy(people.alice, { filter: { createdBy: people.bob.id } })).toEqual([]);
  });

  it("gets another password, or none, from who may change it", async () => {
    const { id, token } = await link(await folder());
    const hash = async () => {
      const { link: open } = await links.open(token);
      return open?.passwordHash;
    };
    expect(await hash()).toBeNull();
    await call(FileLink, "setPassword", { id, password: PASSWORD });
    expect(await hash()).toMatch(/^\$argon2id\$/);
    expect(await call(FileLink, "setPassword", { id, password: "short" })).toMatchObject({
      type: "invalidArguments",
    });
    await call(FileLink, "setPassword", { id, password: null });
    expect(await hash()).toBeNull();
    expect(await call(FileLink, "setPassword", { id: "y0", password: null })).toMatchObject({
      type: "invalidArguments",
    });
  });

  it("is one of a bounded number", async () => {
    const id = await folder();
    const create = Object.fromEntries(
      Array.from({ length: LINKS_PER_NODE + 1 }, (_, place) => [`a${place}`, { fileNodeId: id }]),
    );
    const answer = await call(FileLink, "set", { create });
    expect(Object.keys(answer["created"] as object)).toHaveLength(LINKS_PER_NODE);
    expect(answer["notCreated"]).toMatchObject({
      [`a${LINKS_PER_NODE}`]: { type: "overQuota" },
    });
  });

  it("ends with its node, and when it is destroyed", async () => {
    const parentId = await folder();
    const id = await folder({ parentId });
    const [inside, destroyed] = [await link(id), await link(parentId)];
    const before = (await call(FileLink, "get", { ids: [] })).state;
    await call(FileLink, "set", { destroy: [destroyed.id] });
    expect(await works(destroyed.token)).toBe("unknown");
    await call(FileNode, "set", { destroy: [parentId], onDestroyRemoveChildren: true });
    expect(await works(inside.token)).toBe("unknown");
    expect(await call(FileLink, "changes", { sinceState: before! })).toMatchObject({
      destroyed: expect.arrayContaining([inside.id, destroyed.id]) as unknown,
    });
  });
});

describe("a link works", () => {
  it("until it expires", async () => {
    const expires = utcDate(new Date(suite.platform.clock.now().getTime() + DAY));
    const { token } = await link(await folder(), { expires });
    expect(await works(token)).toBe("works");
    suite.platform.clock.advance(DAY);
    expect(await works(token)).toBe("expired");
  });

  it("not in the trash, and again out of it, also with what it lies in", async () => {
    const parentId = await folder();
    const id = await folder({ parentId });
    const { token } = await link(id);
    for (const moved of [id, parentId]) {
      await move(moved, TRASH_ID);
      expect(await works(token)).toBe("trash");
      await move(moved, moved === id ? parentId : null);
      expect(await works(token)).toBe("works");
    }
  });

  it("while whoever made it may sign in, and is there", async () => {
    const { accounts } = suite;
    const { bob } = people;
    const id = await folder({}, bob);
    const create = { a: { fileNodeId: id } };
    const of = { accountId: bob.accountId };
    const { token } = madeOf(await call(FileLink, "set", { ...of, create }, bob));
    await accounts.persons.update("system", bob.id, { isDisabled: true });
    expect(await works(token)).toBe("rights");
    await accounts.persons.update("system", bob.id, { isDisabled: false });
    expect(await works(token)).toBe("works");
    await accounts.persons.update("system", bob.id, { isRemoved: true });
    await accounts.persons.update("system", bob.id, { isRemoved: false });
    expect(await works(token)).toBe("unknown");
  });

  it("in the drive of a team, while whoever made it may change that, and the account is there", async () => {
    const { shared } = suite.accounts;
    const { alice, bob } = people;
    const team = async (name: string): Promise<string> => {
      const members = [alice, bob].map(({ id }) => ({ personId: id, mayWrite: true }));
      const given = { name, address: `${name}@demo.test`, members };
      return (await shared.create("system", given)).accountId;
    };
    const linkIn = async (accountId: string): Promise<string> => {
      const node = await call(
        FileNode,
        "set",
        { accountId, create: { a: { name: "Plans" } } },
        bob,
      );
      const create = { a: { fileNodeId: madeOf(node).id } };
      return madeOf(await call(FileLink, "set", { accountId, create }, bob)).token;
    };
    const [left, removed] = [await team("left"), await team("removed")];
    const [ofLeft, ofRemoved] = [await linkIn(left), await linkIn(removed)];
    for (const token of [ofLeft, ofRemoved]) expect(await works(token)).toBe("works");
    await shared.revoke("system", left, bob.id);
    expect(await works(ofLeft)).toBe("rights");
    await shared.grant("system", left, { personId: bob.id, mayWrite: false });
    expect(await works(ofLeft)).toBe("rights");
    await shared.remove("system", removed);
    await shared.restore("system", removed);
    expect(await works(ofRemoved)).toBe("unknown");
  });

  it("so often as it may be used, of which two at once are not one", async () => {
    const { token } = await link(await folder(), { maxDownloads: 1 });
    const { link: open } = await links.open(token);
    const counted = await Promise.all([links.count(open!), links.count(open!)]);
    expect(counted.filter(Boolean)).toHaveLength(1);
    expect(await works(token)).toBe("exhausted");
    // What was begun goes on.
    await expect(links.goesOn(token)).resolves.toBeUndefined();
    const [{ downloads, lastDownload }] = (await call(FileLink, "get", { ids: [open!.id] }))
      .list as unknown as [{ downloads: number; lastDownload: string }];
    expect([downloads, typeof lastDownload]).toEqual([1, "string"]);
  });
});

describe("whoever may share a node", () => {
  it("sees, makes and ends links to it and to what lies in it, and no others", async () => {
    const { bob, carol } = people;
    const [shared, beside] = [await folder(), await folder()];
    const inside = await folder({ parentId: shared });
    const [own, other] = [await link(inside), await link(beside)];
    await call(FileNode, "set", {
      update: {
        [shared]: {
          shareWith: { [bob.id]: { mayRead: true, mayShare: true }, [carol.id]: { mayRead: true } },
        },
      },
    });
    expect(await seenBy(bob)).toEqual([own.id]);
    expect(await seenBy(carol)).toEqual([]);
    expect(await refused(inside, {}, carol)).toBe("accountReadOnly");
    expect(await refused(beside, {}, bob)).toMatchObject({ type: "invalidProperties" });
    const ofBob = await link(inside, {}, bob);
    expect(await works(ofBob.token)).toBe("works");
    expect(
      await call(FileLink, "setPassword", { id: other.id, password: null }, bob),
    ).toMatchObject({ type: "invalidArguments" });
    expect(
      await call(FileLink, "set", { update: { [other.id]: { name: "mine" } } }, bob),
    ).toMatchObject({
      notUpdated: { [other.id]: { type: "notFound" } },
    });
    expect(await call(FileLink, "set", { destroy: [other.id] }, bob)).toMatchObject({
      notDestroyed: { [other.id]: { type: "notFound" } },
    });
    expect(await call(FileLink, "set", { destroy: [own.id] }, bob)).toMatchObject({
      destroyed: [own.id],
    });
    // The owner sees it, and it ends with the right of who made it.
    expect(await seenBy(people.alice, { filter: { createdBy: bob.id } })).toEqual([ofBob.id]);
    await share(shared, bob, ["mayRead"]);
    expect(await works(ofBob.token)).toBe("rights");
    await share(shared, bob, ["mayRead", "mayShare"]);
    expect(await works(ofBob.token)).toBe("works");
  });
});

describe("what the organisation decides", () => {
  const decide = (patch: Parameters<TestSuite["accounts"]["policies"]["change"]>[1]) =>
    suite.accounts.policies.change("system", patch);

  it("is that there are none, with the reason for it", async () => {
    const { id, token } = await link(await folder());
    await decide({ publicLinks: false, publicLinksReason: "Contracts say so." });
    expect(await refused(await folder())).toEqual({
      type: "forbidden",
      description: "Public links are off. Contracts say so.",
    });
    expect(await works(token)).toBe("policy");
    expect(await call(FileLink, "set", { destroy: [id] })).toMatchObject({ destroyed: [id] });
  });

  it("is an end of each, counted from when that was last changed", async () => {
    const at = (days: number) =>
      utcDate(new Date(suite.platform.clock.now().getTime() + days * DAY));
    const { id, token } = await link(await folder());
    await decide({ publicLinkExpiry: 7 });
    expect(await refused(await folder())).toMatchObject({ properties: ["expires"] });
    expect(await refused(await folder(), { expires: at(8) })).toMatchObject({
      properties: ["expires"],
    });
    await link(await folder(), { expires: at(7) });
    suite.platform.clock.advance(6 * DAY);
    expect(await works(token)).toBe("works");
    suite.platform.clock.advance(DAY);
    expect(await works(token)).toBe("expired");
    const prolong = (expires: string) => call(FileLink, "set", { update: { [id]: { expires } } });
    expect(await prolong(at(8))).toMatchObject({
      notUpdated: { [id]: { properties: ["expires"] } },
    });
    await prolong(at(7));
    expect(await works(token)).toBe("works");
  });

  it("is a password of each", async () => {
    const [without, secured] = [
      await link(await folder()),
      await link(await folder(), { password: PASSWORD }),
    ];
    await decide({ publicLinkPassword: true });
    expect(await refused(await folder())).toMatchObject({ properties: ["password"] });
    expect(await works(without.token)).toBe("policy");
    expect(await works(secured.token)).toBe("works");
    const { id } = secured;
    expect(await call(FileLink, "setPassword", { id, password: null })).toMatchObject({
      type: "invalidArguments",
    });
  });
});
