import { FileNode, type FileNodeRecord } from "@atrium/contract/types/file-node";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../../engine/index.ts";
import { callMethod, type Answer } from "../../../engine/testing/conforms.ts";
import { makeDemo, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import { tellOfShares, type Person } from "../../accounts/index.ts";

/** The files of a shared account are those of its members, as far as each of them may change it. */
let suite: TestSuite;
let people: Readonly<Record<"alice" | "bob" | "carol" | "dave", Person>>;
let accountId: string;
let fileId: string;
const tokens = new Map<string, string>();

const NAMES = ["alice", "bob", "carol", "dave"] as const;
type Name = (typeof NAMES)[number];

beforeAll(async () => {
  suite = await testSuite();
  people = await makeDemo(suite, ...NAMES);
  const members = [
    { personId: people.bob.id, mayWrite: true },
    { personId: people.carol.id, mayWrite: false },
  ];
  const account = { name: "Workshop", address: "workshop@demo.test", members };
  ({ accountId } = await suite.accounts.shared.create("system", account));
  for (const name of NAMES) {
    const { id: personId, accountId: own } = people[name];
    const by = { personId, accountId: own, roles: [], accounts: {} };
    const given = { kind: "token", name: "x", expiresAt: null, scope: "all" } as const;
    const all = { ...given, isReadOnly: false };
    tokens.set(name, (await suite.accounts.credentials.create(by, all)).secret);
  }
  const bob = await actorOf("bob");
  const bytes = Buffer.from("a plan of the team");
  const { blobId } = await suite.engine.blobs.upload(bob, accountId, bytes, "text/plain");
  fileId = made(await set("bob", { create: { a: { name: "plan.txt", blobId } } }));
});

async function actorOf(name: Name): Promise<Actor> {
  const actor = await suite.accounts.authenticateToken(tokens.get(name)!, { ip: "127.0.0.1" });
  return suite.engine.withShares(actor);
}

const call = async (name: Name, verb: string, args: object): Promise<Answer> =>
  callMethod({ engine: suite.engine, actor: await actorOf(name) }, FileNode, verb, {
    accountId,
    ...args,
  });

const set = (name: Name, args: object): Promise<Answer> => call(name, "set", args);

function made(answer: Answer): string {
  expect(answer["notCreated"]).toBeNull();
  return (answer["created"] as Record<string, { id: string }>)["a"]!.id;
}

const read = async (name: Name): Promise<FileNodeRecord> =>
  (await call(name, "get", { ids: [fileId] })).list![0] as unknown as FileNodeRecord;

const capabilityOf = async (name: Name): Promise<unknown> => {
  const urls = { api: "", download: "", upload: "", eventSource: "" };
  const { accounts } = await suite.engine.session(await actorOf(name), urls);
  return accounts[accountId]?.accountCapabilities[CAPABILITY.fileNode];
};

describe("the drive of a shared account", () => {
  it("is written by members who may, and read by the others", async () => {
    expect((await read("bob")).myRights).toMatchObject({ mayModifyContent: true, mayShare: true });
    const { myRights } = await read("carol");
    expect(Object.entries(myRights).filter(([, may]) => may)).toEqual([["mayRead", true]]);
    expect(await set("carol", { create: { a: { name: "mine" } } })).toMatchObject({
      type: "accountReadOnly",
    });
    expect(await capabilityOf("bob")).toMatchObject({ mayCreateTopLevelFileNode: true });
    expect(await capabilityOf("carol")).toMatchObject({ mayCreateTopLevelFileNode: false });
  });

  it("is nothing to who is no member, administrators among them", async () => {
    for (const name of ["alice", "dave"] as const) {
      const actor = { ...(await actorOf(name)), roles: ["member", "administrator"] as const };
      const asked = { accountId, ids: null };
      expect(
        await callMethod({ engine: suite.engine, actor }, FileNode, "get", asked),
      ).toMatchObject({ type: "accountNotFound" });
      expect(await capabilityOf(name)).toBeUndefined();
    }
  });

  it("counts its octets in the shared account", async () => {
    const octets = async (id: string): Promise<number> => {
      const row = await suite.engine.db
        .selectFrom("account")
        .select("used_octets")
        .where("account_id", "=", id)
        .executeTakeFirstOrThrow();
      return row.used_octets;
    };
    const { accountId: own } = people.bob;
    const [before, ownBefore] = [await octets(accountId), await octets(own)];
    const bytes = Buffer.from("twelve bytes");
    const actor = await actorOf("bob");
    const { blobId } = await suite.engine.blobs.upload(actor, accountId, bytes, "text/plain");
    const id = made(await set("bob", { create: { a: { name: "counted.txt", blobId } } }));
    expect(await octets(accountId)).toBe(before + 12);
    expect(await octets(own)).toBe(ownBefore);
    await set("bob", { destroy: [id] });
    expect(await octets(accountId)).toBe(before);
  });

  it("is copied from and to by members", async () => {
    const { accountId: own } = people.carol;
    const args = { fromAccountId: accountId, accountId: own, create: { a: { id: fileId } } };
    made(await call("carol", "copy", args));
    const back = { fromAccountId: own, accountId, create: { a: { id: fileId } } };
    expect(await call("carol", "copy", back)).toMatchObject({ type: "accountReadOnly" });
  });

  it("shares with others, tells no member of it, and ends that when the account is removed", async () => {
    const shareWith = {
      [people.dave.id]: { mayRead: true },
      [people.carol.id]: { mayRead: true },
    };
    expect(await set("bob", { update: { [fileId]: { shareWith } } })).toMatchObject({
      notUpdated: null,
    });
    await tellOfShares(suite.engine);
    const told = await suite.engine.db
      .selectFrom("share_notification")
      .select("account_id")
      .where("object_id", "=", fileId)
      .execute();
    expect(told).toEqual([{ account_id: people.dave.accountId }]);
    expect((await read("dave")).name).toBe("plan.txt");
    await suite.accounts.shared.remove("system", accountId);
    for (const name of ["bob", "dave"] as const)
      expect(await call(name, "get", { ids: null })).toMatchObject({ type: "accountNotFound" });
    await suite.accounts.shared.restore("system", accountId);
    expect((await read("bob")).name).toBe("plan.txt");
    expect(await call("dave", "get", { ids: null })).toMatchObject({ type: "accountNotFound" });
  });
});
