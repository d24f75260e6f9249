import { FileNode, type FileNodeRecord } from "@atrium/contract/types/file-node";
import type { JsonObject } from "@atrium/contract/types/wire";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callMethod, type Answer } from "../../../engine/testing/conforms.ts";
import type { Actor } from "../../../engine/index.ts";
import { makeDemo, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import type { Person } from "../../accounts/index.ts";

/** Files that are shared by one person are copied into the account of another (RFC 8620 §5.4). */
let suite: TestSuite;
let bob: Person;
let carol: Person;
let number = 0;
let ids: Readonly<Record<"open" | "note" | "closed" | "secret", string>>;
const tokens = new Map<Person, string>();

beforeAll(async () => {
  suite = await testSuite();
  ({ bob, carol } = await makeDemo(suite, "bob", "carol"));
  for (const person of [bob, carol]) {
    const by = { personId: person.id, accountId: person.accountId, roles: [], accounts: {} };
    const given = {
      kind: "token",
      name: "x",
      expiresAt: null,
      scope: "all",
      isReadOnly: false,
    } as const;
    tokens.set(person, (await suite.accounts.credentials.create(by, given)).secret);
  }
});

const actorOf = (person: Person): Promise<Actor> =>
  suite.accounts.authenticateToken(tokens.get(person)!, { ip: "127.0.0.1" });

const call = async (person: Person, verb: string, args: JsonObject): Promise<Answer> =>
  callMethod({ engine: suite.engine, actor: await actorOf(person) }, FileNode, verb, args);

async function node(name: string, parentId: string | null, text?: string): Promise<string> {
  const { accountId } = bob;
  const bytes = Buffer.from(text ?? "");
  const actor = await actorOf(bob);
  const blobId =
    text === undefined
      ? null
      : (await suite.engine.blobs.upload(actor, accountId, bytes, "text/plain")).blobId;
  const answer = await call(bob, "set", { accountId, create: { a: { name, parentId, blobId } } });
  return (answer["created"] as Record<string, { id: string }>)["a"]!.id;
}

beforeEach(async () => {
  number += 1;
  const open = await node(`Open ${number}`, null);
  const closed = await node(`Closed ${number}`, null);
  ids = {
    open,
    closed,
    note: await node(`note ${number}.txt`, open, `a note ${number}`),
    secret: await node(`secret ${number}.txt`, closed, `a secret ${number}`),
  };
  const shareWith = { [carol.id]: { mayRead: true } };
  await call(bob, "set", { accountId: bob.accountId, update: { [open]: { shareWith } } });
});

const copy = (create: JsonObject, more: JsonObject = {}): Promise<Answer> =>
  call(carol, "copy", {
    fromAccountId: bob.accountId,
    accountId: carol.accountId,
    create,
    ...more,
  });

describe("FileNode/copy", () => {
  it("makes a file of one's own of one in reach, with its content and nothing of its place", async () => {
    const answer = await copy({ a: { id: ids.note } });
    expect(answer["notCreated"]).toBeNull();
    const { id } = (answer["created"] as Record<string, { id: string }>)["a"]!;
    const { list } = await call(carol, "get", { accountId: carol.accountId, ids: [id] });
    const file = list![0] as unknown as FileNodeRecord;
    expect(file).toMatchObject({ name: `note ${number}.txt`, parentId: null, shareWith: null });
    expect(answer).toMatchObject({ created: { a: { id, blobId: file.blobId, size: file.size } } });
    await call(bob, "set", {
      accountId: bob.accountId,
      destroy: [ids.open],
      onDestroyRemoveChildren: true,
    });
    const actor = await actorOf(carol);
    const blob = await suite.engine.blobs.open(actor, carol.accountId, file.blobId!);
    expect(String(Buffer.concat((await blob!.stream().toArray()) as Buffer[]))).toBe(
      `a note ${number}`,
    );
    const since = { accountId: carol.accountId, sinceState: answer["oldState"] };
    expect(await call(carol, "changes", since)).toMatchObject({ created: [id] });
  });

  it("takes the client's properties in the place of the original's", async () => {
    const answer = await copy({
      a: { id: ids.open, name: "Mine" },
      b: { id: ids.note, name: "b" },
    });
    const { a, b } = answer["created"] as Record<string, { id: string }>;
    const of = { accountId: carol.accountId, ids: [a!.id, b!.id] };
    const { list } = await call(carol, "get", of);
    expect(new Set(list!.map(({ name }) => name))).toEqual(new Set(["Mine", "b"]));
    // The folder comes alone.
    const inside = { accountId: carol.accountId, filter: { parentId: a!.id } };
    expect(await call(carol, "query", inside)).toMatchObject({ ids: [] });
    expect(await copy({ c: { id: ids.note, name: "Mine" } })).toMatchObject({
      notCreated: { c: { type: "alreadyExists" } },
    });
  });

  it("copies nothing out of reach, by id or by content", async () => {
    expect(await copy({ a: { id: ids.secret }, b: { id: ids.closed } })).toMatchObject({
      created: null,
      notCreated: { a: { type: "notFound" }, b: { type: "notFound" } },
    });
    const [secret] = (await call(bob, "get", { accountId: bob.accountId, ids: [ids.secret] }))
      .list!;
    const { blobId } = secret as unknown as FileNodeRecord;
    expect(await copy({ a: { id: ids.note, name: "x", blobId } })).toMatchObject({
      notCreated: { a: { type: "blobNotFound" } },
    });
    const { methodResponses } = await suite.engine.handle(await actorOf(carol), {
      using: ["urn:ietf:params:jmap:core"],
      methodCalls: [
        [
          "Blob/copy",
          { fromAccountId: bob.accountId, accountId: carol.accountId, blobIds: [blobId] },
          "c",
        ],
      ],
    });
    expect(methodResponses[0]![1]).toMatchObject({
      copied: null,
      notCopied: { [blobId!]: { type: "blobNotFound" } },
    });
  });

  it("goes by the state of what is in reach", async () => {
    const { state } = await call(carol, "get", { accountId: bob.accountId, ids: [] });
    expect(state).toMatch(/^[\w-]{22}$/);
    await node("beside", ids.closed);
    const fine = await copy({ a: { id: ids.note } }, { ifFromInState: state });
    expect(fine["notCreated"]).toBeNull();
    await node("inside", ids.open);
    expect(await copy({ a: { id: ids.note } }, { ifFromInState: state })).toMatchObject({
      type: "stateMismatch",
    });
  });

  it("takes the original away only from who may", async () => {
    const answer = await callAll({ a: { id: ids.note } });
    expect(answer.map(([name]) => name)).toEqual(["FileNode/copy", "error"]);
    expect(answer[1]![1]).toMatchObject({ type: "accountReadOnly" });
    const kept = await call(bob, "get", { accountId: bob.accountId, ids: [ids.note] });
    expect(kept.list).toHaveLength(1);
  });
});

async function callAll(create: JsonObject) {
  const { methodResponses } = await suite.engine.handle(await actorOf(carol), {
    using: ["urn:ietf:params:jmap:core", FileNode.capability],
    methodCalls: [
      [
        "FileNode/copy",
        {
          fromAccountId: bob.accountId,
          accountId: carol.accountId,
          create,
          onSuccessDestroyOriginal: true,
        },
        "c",
      ],
    ],
  });
  return methodResponses;
}
