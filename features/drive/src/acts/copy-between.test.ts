import { expect, test } from "vitest";
import type { DriveAccount, DriveClient } from "../client.ts";
import type { DriveNode } from "../nodes/definitions.ts";
import { copyBetween } from "./copy-between.ts";

const NODES: Readonly<Record<string, { readonly name: string; readonly lies: string }>> = {
  plans: { name: "Plans", lies: "top" },
  deep: { name: "Deep", lies: "plans" },
  one: { name: "one.txt", lies: "plans" },
  two: { name: "two.txt", lies: "deep" },
};
const nodeOf = (id: string): DriveNode =>
  ({
    id,
    name: NODES[id]!.name,
    nodeType: id === "plans" || id === "deep" ? "directory" : "file",
  }) as DriveNode;

/** A server on which account `from` has these nodes, and `to` those that are copied and one of this name. */
function server(taken?: string) {
  const copies: string[] = [];
  const call = async (method: string, args: object): Promise<unknown> => {
    const { accountId, filter, ids, create, fromAccountId } = args as {
      accountId: string;
      fromAccountId?: string;
      filter?: { parentId?: string };
      ids?: string[];
      create?: Record<string, { id: string; name: string; parentId: string }>;
    };
    if (method === "FileNode/query" && accountId === "from")
      return { ids: Object.keys(NODES).filter((id) => NODES[id]!.lies === filter?.parentId) };
    if (method === "FileNode/query") return { ids: taken === undefined ? [] : ["there"] };
    if (method === "FileNode/get" && accountId === "from") return { list: ids!.map(nodeOf) };
    if (method === "FileNode/get")
      return { list: [{ id: "there", name: taken, nodeType: "file" }] };
    expect([method, accountId, fromAccountId]).toEqual(["FileNode/copy", "to", "from"]);
    const created = Object.entries(create!).map(([key, { id, name, parentId }]) => {
      copies.push(`${parentId}/${name}`);
      return [key, { id: `copy of ${id}` }];
    });
    return { created: Object.fromEntries(created) };
  };
  const at = (id: string) => ({
    client: { call } as unknown as DriveClient,
    account: { id, sync: async () => undefined } as unknown as DriveAccount,
  });
  return { copies, from: at("from"), to: at("to") };
}

test("a folder goes into another account with all that lies in it", async () => {
  const { copies, from, to } = server();
  const ask = () => expect.unreachable();
  expect(await copyBetween(from, to, [nodeOf("plans")], "n9", ask)).toEqual(["copy of plans"]);
  expect(copies).toEqual([
    "n9/Plans",
    "copy of plans/Deep",
    "copy of plans/one.txt",
    "copy of deep/two.txt",
  ]);
});

test("a name that is taken there is asked about, and what is skipped stays away", async () => {
  const { copies, from, to } = server("one.txt");
  const ask = async (names: readonly string[]) => {
    expect(names).toEqual(["one.txt"]);
    return "skip" as const;
  };
  expect(await copyBetween(from, to, [nodeOf("one"), nodeOf("two")], "n9", ask)).toEqual([
    "copy of two",
  ]);
  expect(copies).toEqual(["n9/two.txt"]);
});
