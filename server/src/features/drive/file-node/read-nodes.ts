import { CAPABILITY, type JsonObject } from "@atrium/contract/types/wire";
import type { FileNodeRecord } from "@atrium/contract/types/file-node";
import { refuse, type Actor, type Engine } from "../../../engine/index.ts";

const PROPERTIES = [
  "parentId",
  "nodeType",
  "name",
  "size",
  "type",
  "blobId",
  "modified",
  "myRights",
] as const;
/** What somebody sees of a node. */
export type SeenNode = Pick<FileNodeRecord, "id" | (typeof PROPERTIES)[number]>;

/** Nodes as an actor sees them; those that are not there, or out of reach, are left out. @throws Refusal `notFound` */
export const readNodes = async (
  engine: Engine,
  actor: Actor,
  accountId: string,
  ids: readonly string[],
): Promise<readonly SeenNode[]> =>
  (await callAll(engine, actor, [["FileNode/get", { accountId, ids }]])).nodes;

/** One page of what lies in a folder, in this order. @throws Refusal `notFound` */
export const readChildren = (
  engine: Engine,
  actor: Actor,
  {
    accountId,
    parentId,
    sort,
    position,
    limit,
  }: {
    readonly accountId: string;
    readonly parentId: string;
    readonly sort: readonly ("nodeType" | "name")[];
    readonly position: number;
    readonly limit: number;
  },
): Promise<{ readonly nodes: readonly SeenNode[]; readonly total: number }> =>
  callAll(engine, actor, [
    [
      "FileNode/query",
      {
        accountId,
        filter: { parentId },
        sort: sort.map((property) => ({ property })),
        position,
        limit,
        calculateTotal: true,
      },
    ],
    [
      "FileNode/get",
      { accountId, "#ids": { resultOf: "0", name: "FileNode/query", path: "/ids" } },
    ],
  ]);

/** What the last of these calls got. @throws Refusal `notFound` where one of them is refused, `unavailable` */
async function callAll(
  engine: Engine,
  actor: Actor,
  calls: readonly (readonly ["FileNode/query" | "FileNode/get", JsonObject])[],
): Promise<{ readonly nodes: readonly SeenNode[]; readonly total: number }> {
  const { methodResponses } = await engine.handle(actor, {
    using: [CAPABILITY.core, CAPABILITY.fileNode],
    methodCalls: calls.map(([name, args], index) => [
      name,
      name === "FileNode/get" ? { ...args, properties: PROPERTIES } : args,
      String(index),
    ]),
  });
  const [name, answer] = methodResponses.at(-1)!;
  if (name !== "FileNode/get")
    return refuse(String(answer["type"]).startsWith("server") ? "unavailable" : "notFound");
  const nodes = answer["list"] as readonly SeenNode[];
  // What is read by ids comes in any order.
  const asked = methodResponses.length > 1 ? methodResponses[0]![1] : undefined;
  if (asked === undefined) return { nodes, total: nodes.length };
  const places = new Map((asked["ids"] as readonly string[]).map((id, place) => [id, place]));
  return {
    nodes: nodes.toSorted((a, b) => places.get(a.id)! - places.get(b.id)!),
    total: asked["total"] as number,
  };
}
