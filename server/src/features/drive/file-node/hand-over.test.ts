import { FileLink } from "@atrium/contract/types/file-link";
import { FileNode, TRASH_ID, type FileNodeRecord } from "@atrium/contract/types/file-node";
import { Person as PersonType } from "@atrium/contract/types/person";
import { beforeEach, describe, expect, it } from "vitest";
import { callMethod, type Answer } from "../../../engine/testing/conforms.ts";
import { storageOf, type Actor } from "../../../engine/index.ts";
import { actorOf, makeDemo, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import {
  asInBrowser,
  endShares,
  LIMITS,
  ORGANISATION,
  tellOfShares,
  type Person,
} from "../../accounts/index.ts";
import { MAX_DEPTH } from "../limits.ts";

/** What becomes of files, and of what is shared, when their owner is removed: Bob's, who shares with Carol and Dave. */
let suite: TestSuite;
let people: Readonly<Record<"bob" | "carol" | "dave", Person>>;
let count = 0;

beforeEach(async () => {
  suite ??= await testSuite();
  count += 1;
  if (count === 1) await makeDemo(suite);
  const named = async (name: string): Promise<Person> =>
    suite.accounts.persons.create("system", {
      name,
      address: `${name.toLowerCase()}${count}@demo.test`,
      password: null,
    });
  people = { bob: await named("Bob"), carol: await named("Carol"), dave: await named("Dave") };
});

const call = ({ accountId }: Person, actor: Actor, verb: string, args: object): Promise<Answer> =>
  callMethod({ engine: suite.engine, actor }, FileNode, verb, { accountId, ...args });
const own = (person: Person, verb: string, args: object): Promise<Answer> =>
  call(person, actorOf(person), verb, args);

function made(answer: Answer): string {
  expect(answer["notCreated"]).toBeNull();
  return (answer["created"] as Record<string, { id: string }>)["a"]!.id;
}
const folder = async (person: Person, name: string, more: object = {}): Promise<string> =>
  made(await own(person, "set", { create: { a: { name, ...more } } }));
async function file(person: Person, name: string, text: string, more: object = {}) {
  const { accountId } = person;
  const bytes = Buffer.from(text);
  const { blobId } = await suite.engine.blobs.upload(
    actorOf(person),
    accountId,
    bytes,
    "text/plain",
  );
  const id = made(await own(person, "set", { create: { a: { name, blobId, ...more } } }));
  return { id, blobId };
}

const nodesOf = async (person: Person): Promise<FileNodeRecord[]> =>
  (await own(person, "get", { ids: null })).list as unknown as FileNodeRecord[];
const usedBy = async ({ accountId }: Person): Promise<number> =>
  (await storageOf(suite.engine.db, accountId, suite.engine.services.quota)).used.octets;
const stateOf = async (person: Person): Promise<string> =>
  (await own(person, "get", { ids: [] })).state!;
const remove = (id: string, filesTo: Person | null = null): Promise<Person> =>
  suite.accounts.persons.remove("system", id, filesTo && filesTo.id);
const READ = { mayRead: true };

/** As a password makes one, so that it has what is shared by now. */
async function withShares({ id, accountId }: Person): Promise<Actor> {
  const given = {
    kind: "token",
    name: "x",
    expiresAt: null,
    scope: "all",
    isReadOnly: false,
  } as const;
  const by = { personId: id, accountId, roles: [], accounts: {} };
  const { secret } = await suite.accounts.credentials.create(by, given);
  const actor = await suite.accounts.authenticateToken(secret, { ip: "127.0.0.1" });
  return await suite.engine.withShares(actor);
}

describe("what a removed person shares", () => {
  it("ends with the links to it, which do not come along with the files", async () => {
    const { bob, carol } = people;
    const id = await folder(bob, "Open");
    const by = { engine: suite.engine, actor: actorOf(bob) };
    const call = (verb: string, args: object) =>
      callMethod(by, FileLink, verb, { accountId: bob.accountId, ...args });
    const link = made(await call("set", { create: { a: { fileNodeId: id } } }));
    const { state } = await call("get", { ids: [] });
    await remove(bob.id, carol);
    expect(await call("changes", { sinceState: state! })).toMatchObject({ destroyed: [link] });
    const { rows } = await suite.platform.pool.query("select from file_link where id = $1", [link]);
    expect(rows).toEqual([]);
  });

  it("is in nobody's reach from then on, and is not shared again when they are restored", async () => {
    const { bob, carol, dave } = people;
    const open = await folder(bob, "Open", { shareWith: { [carol.id]: READ, [dave.id]: READ } });
    expect((await withShares(carol)).partialAccounts).toBeDefined();
    const notified: string[] = [];
    const stop = suite.accounts.access.onChanged(
      (personId) => notified.push(personId),
      () => undefined,
    );
    await remove(bob.id);
    stop();
    expect(notified).toEqual(expect.arrayContaining([bob.id, carol.id, dave.id]));
    for (const person of [carol, dave])
      expect((await withShares(person)).partialAccounts).toBeUndefined();
    await suite.accounts.persons.update("system", bob.id, { isRemoved: false });
    expect((await withShares(carol)).partialAccounts).toBeUndefined();
    const state = await stateOf(bob);
    await endShares(suite.engine);
    const [node] = await nodesOf(bob);
    expect(node).toMatchObject({ id: open, shareWith: null, shareUntil: null });
    expect(await own(bob, "changes", { sinceState: state })).toMatchObject({ updated: [open] });
  });

  it("nor is what others share with them, which those see", async () => {
    const { bob, carol, dave } = people;
    const shareWith = { [bob.id]: READ, [dave.id]: READ };
    const open = await folder(carol, "Open", { shareWith });
    await remove(bob.id);
    const state = await stateOf(carol);
    await endShares(suite.engine);
    expect(await nodesOf(carol)).toMatchObject([{ id: open, shareWith: { [dave.id]: READ } }]);
    expect(await own(carol, "changes", { sinceState: state })).toMatchObject({ updated: [open] });
    expect((await withShares(dave)).partialAccounts).toBeDefined();
    // Nor is it shared with them again before they are restored.
    const again = () => own(carol, "set", { update: { [open]: { shareWith } } });
    expect(await again()).toMatchObject({ notUpdated: { [open]: { type: "invalidProperties" } } });
    await suite.accounts.persons.update("system", bob.id, { isRemoved: false });
    expect((await withShares(bob)).partialAccounts).toBeUndefined();
    expect(await again()).toMatchObject({ notUpdated: null });
  });
});

describe("what is in a trash when a person is removed", () => {
  const trash = (person: Person, id: string) =>
    own(person, "set", { update: { [id]: { parentId: TRASH_ID } } });
  const restore = (person: Person, id: string) =>
    own(person, "set", { update: { [id]: { parentId: null } } });
  const shared = async (person: Person, id: string): Promise<unknown> =>
    (await nodesOf(person)).find((node) => node.id === id)?.shareWith;

  it("is shared by nobody and with nobody who was, even if they are restored before it is", async () => {
    const { bob, carol, dave } = people;
    const shareWith = { [bob.id]: READ, [dave.id]: READ };
    const theirs = await folder(carol, "Theirs", { shareWith });
    const mine = await folder(bob, "Mine", { shareWith: { [carol.id]: READ } });
    await trash(carol, theirs);
    await trash(bob, mine);
    await remove(bob.id);
    await suite.accounts.persons.update("system", bob.id, { isRemoved: false });
    for (const [person, id] of [
      [carol, theirs],
      [bob, mine],
    ] as const)
      expect(await restore(person, id)).toMatchObject({ notUpdated: null });
    expect(await shared(carol, theirs)).toEqual({ [dave.id]: READ });
    expect(await shared(bob, mine)).toBeNull();
  });

  it("stays behind when the files go to somebody else", async () => {
    const { bob, carol } = people;
    await file(bob, "kept.txt", "kept");
    const old = await folder(bob, "Old");
    await file(bob, "old.txt", "thrown away", { parentId: old });
    await trash(bob, old);
    await trash(carol, (await file(carol, "hers.txt", "hers")).id);
    await remove(bob.id, carol);
    const names = (await nodesOf(carol)).map(({ name }) => name).sort();
    expect(names).toEqual(["Bob", "Trash", "hers.txt", "kept.txt"]);
    expect(await usedBy(carol)).toBe("kepthers".length);
    expect(await usedBy(bob)).toBe("thrown away".length);
  });

  it("is all there is: nothing is handed over", async () => {
    const { bob, carol } = people;
    await trash(bob, (await file(bob, "old.txt", "thrown away")).id);
    await remove(bob.id, carol);
    expect(await nodesOf(carol)).toEqual([]);
  });
});

describe("files of a removed person", () => {
  it("lie in a folder of whom they went to, with their content, and are gone from the account", async () => {
    const { bob, carol, dave } = people;
    await folder(carol, "Bob");
    const shelf = await folder(bob, "Shelf", { shareWith: { [dave.id]: READ } });
    const note = await file(bob, "note.txt", "a note", { parentId: shelf });
    const same = await file(carol, "same.txt", "the same");
    await file(bob, "copy.txt", "the same");
    const states = { bob: await stateOf(bob), carol: await stateOf(carol) };
    const before = await usedBy(carol);
    await remove(bob.id, carol);

    const nodes = await nodesOf(carol);
    const given = nodes.find(({ name }) => name === "Bob (2)")!;
    expect(given).toMatchObject({ nodeType: "directory", parentId: null });
    const inside = nodes.filter(({ parentId }) => parentId === given.id);
    expect(inside.map(({ name }) => name).sort()).toEqual(["Shelf", "copy.txt"]);
    expect(nodes.find(({ id }) => id === note.id)).toMatchObject({
      parentId: shelf,
      name: "note.txt",
      blobId: note.blobId,
      shareWith: null,
    });
    const blob = await suite.engine.blobs.open(actorOf(carol), carol.accountId, note.blobId);
    expect(String(Buffer.concat(await blob!.stream().toArray()))).toBe("a note");
    expect(same.blobId).toBe(inside.find(({ name }) => name === "copy.txt")!.blobId);
    expect(await usedBy(carol)).toBe(before + "a note".length + "the same".length);
    expect(await usedBy(bob)).toBe(0);
    expect(await nodesOf(bob)).toEqual([]);

    const moved = [shelf, note.id, inside.find(({ name }) => name === "copy.txt")!.id].sort();
    const changes = await own(carol, "changes", { sinceState: states.carol });
    expect((changes["created"] as string[]).toSorted()).toEqual([...moved, given.id].sort());
    const gone = await own(bob, "changes", { sinceState: states.bob });
    expect((gone["destroyed"] as string[]).toSorted()).toEqual(moved);
    expect((await withShares(dave)).partialAccounts).toBeUndefined();
    await endShares(suite.engine);
    await tellOfShares(suite.engine);
    expect(await nodesOf(bob)).toEqual([]);
  });

  it("stay there when the person is restored, and when the person is deleted for good", async () => {
    const { bob, carol } = people;
    const { accounts, engine, platform } = suite;
    const { blobId } = await file(bob, "a-b", "keep me");
    await remove(bob.id, carol);
    await accounts.persons.update("system", bob.id, { isRemoved: false });
    expect(await nodesOf(bob)).toEqual([]);
    await file(bob, "later.txt", "later");
    await remove(bob.id);
    const later = platform.clock.now().getTime() + LIMITS.removedKept;
    await accounts.persons.deleteRemoved(new Date(later));
    await engine.trim();
    expect((await nodesOf(carol)).map(({ name }) => name).sort()).toEqual(["Bob", "a-b"]);
    const blob = await engine.blobs.open(actorOf(carol), carol.accountId, blobId);
    expect(String(Buffer.concat(await blob!.stream().toArray()))).toBe("keep me");
    const { rows } = await platform.pool.query("select 1 from file_node where account_id = $1", [
      bob.accountId,
    ]);
    expect(rows).toEqual([]);
  });

  it("lie in a folder whose name may be one, whatever the person is called", async () => {
    const { carol } = people;
    const names = ["R&D / Lab", "..", "김".repeat(100)];
    for (const [at, name] of names.entries()) {
      const address = `odd${count}-${at}@demo.test`;
      const given = { name, address, password: null };
      const odd = await suite.accounts.persons.create("system", given);
      await folder(odd, "x");
      await remove(odd.id, carol);
    }
    const top = (await nodesOf(carol)).filter(({ parentId }) => parentId === null);
    expect(top.map(({ name }) => name).sort()).toEqual(["-", "R&D - Lab", "김".repeat(85)]);
  });

  it("nobody gets a folder from who has none", async () => {
    await remove(people.bob.id, people.carol);
    expect(await nodesOf(people.carol)).toEqual([]);
  });

  it("are not moved, and nobody is removed, where they do not fit or nobody could reach them", async () => {
    const { bob, carol, dave } = people;
    const { persons } = suite.accounts;
    const shared = { shareWith: { [dave.id]: READ } };
    await file(bob, "big.txt", "x".repeat(1000), shared);
    const unchanged = async (filesTo: Person | string, refusal: object): Promise<void> => {
      const id = typeof filesTo === "string" ? filesTo : filesTo.id;
      await expect(persons.remove("system", bob.id, id)).rejects.toMatchObject(refusal);
      expect(await persons.find(bob.id)).toMatchObject({ removedAt: null, disabled: false });
      expect((await nodesOf(bob)).map(({ name }) => name)).toContain("big.txt");
      expect((await withShares(dave)).partialAccounts).toBeDefined();
    };
    await persons.update("system", carol.id, { quotaOctets: 999 });
    await unchanged(carol, { code: "overQuota" });
    expect(await nodesOf(carol)).toEqual([]);
    expect(await usedBy(carol)).toBe(0);
    await persons.update("system", carol.id, { quotaOctets: null });
    await unchanged(bob, { code: "invalid" });
    await unchanged("p0", { code: "invalid" });
    await persons.disable("system", carol.id);
    await unchanged(carol, { code: "invalid" });
    await persons.enable("system", carol.id);
    let parentId = await folder(bob, "deep");
    for (let depth = 2; depth <= MAX_DEPTH; depth += 1)
      parentId = await folder(bob, "deep", { parentId });
    await unchanged(carol, { code: "invalid" });
  });

  it("go to whom an administrator names, which is written down", async () => {
    const { bob, carol, dave } = people;
    await file(bob, "note.txt", "a note");
    const actor = asInBrowser(
      {
        ...actorOf(dave),
        roles: ["member", "administrator"],
        accounts: {
          ...actorOf(dave).accounts,
          [ORGANISATION]: {
            kind: "organisation",
            name: "Demo",
            isPersonal: false,
            isReadOnly: false,
          },
        },
      },
      new Date(suite.platform.clock.now().getTime() + 60_000),
    );
    const asked = (args: object): Promise<Answer> =>
      callMethod({ engine: suite.engine, actor }, PersonType, "remove", {
        accountId: ORGANISATION,
        ...args,
      });
    expect(await asked({ id: "p0" })).toMatchObject({ code: "notFound" });
    expect(await asked({ id: bob.id, filesTo: "p0" })).toMatchObject({ error: true });
    const answer = await asked({ id: bob.id, filesTo: carol.id });
    expect(answer).toEqual({ accountId: ORGANISATION, id: bob.id });
    expect((await nodesOf(carol)).map(({ name }) => name).sort()).toEqual(["Bob", "note.txt"]);
    const [act] = await suite.accounts.acts.list("system", { limit: 1 });
    expect(act).toMatchObject({
      verb: "person.remove",
      thing: bob.id,
      personId: dave.id,
      detail: { filesTo: carol.id },
    });
  });
});
