import { TRASH_ID, type FileNode, type FileNodeRecord } from "@atrium/contract/types/file-node";
import {
  refuse,
  refuseProperty,
  type Call,
  type Rules,
  type WriteCall,
} from "../../../engine/index.ts";
import { MAX_DEPTH, MAX_NAME, MAX_NODES, MAX_TYPE } from "../limits.ts";
import { DRIVE_REFUSALS } from "../refusals.ts";
import { contentOf, fileNodeStore } from "./file-node.store.ts";
import { freeName } from "./names.ts";
import { moveIntoTrash } from "./trash.ts";
import { ancestorsOf, countNodes, descendantsOf, nodeNamed } from "./tree.ts";

/** Names go into paths and download headers: no slash, no control characters, nothing that means a folder itself. */
export function checkName(given: string): string {
  const name = given.normalize("NFC").trim();
  if (name === "" || name === "." || name === "..") refuseProperty("name", "this is no name");
  if (/[/\p{Cc}]/u.test(name) || !name.isWellFormed())
    refuseProperty("name", "no slash or control character");
  if (Buffer.byteLength(name) > MAX_NAME) refuseProperty("name", "too long");
  return name;
}

export function checkType(type: string | null): void {
  if (type === null) return;
  if (type.length > MAX_TYPE || !/^[\w.+!#$&^-]+\/[\w.+!#$&^-]+(?:;[ -~]*)?$/.test(type))
    refuseProperty("type", "not a media type");
}

/**
 * The parent is a directory, not in the trash, not the node itself nor below it, and not too deep with all that moves
 * along.
 */
async function checkPlace(call: Call, parentId: string | null, id: string | null): Promise<void> {
  if (parentId === null) return;
  const above = await ancestorsOf(call, parentId);
  if (parentId === TRASH_ID || above.at(-1)?.id === TRASH_ID)
    refuseProperty("parentId", "things get into the trash only by being moved there");
  const parent = above[0] ?? refuseProperty("parentId", "there is no such node");
  if (parent.node_type !== "directory") refuseProperty("parentId", "only a directory has children");
  if (above.some((node) => node.id === id))
    refuseProperty("parentId", "a node cannot lie within itself");
  const below = id === null ? 0 : ((await descendantsOf(call, id))[0]?.depth ?? 0);
  if (above.length + 1 + below > MAX_DEPTH) refuseProperty("parentId", "too deep");
}

/** The trash stays as it is, and what lies in it is only moved out of it; what is moved into it changes in nothing else. */
function checkTrash(
  after: FileNodeRecord,
  before: FileNodeRecord,
  changed: readonly string[],
): void {
  if (before.id === TRASH_ID) refuse("forbidden", "the trash cannot be changed");
  if (before.inTrash && !changed.includes("parentId"))
    refuse("forbidden", "what is in the trash can only be restored or destroyed");
  if (after.parentId !== TRASH_ID || before.parentId === TRASH_ID) return;
  if (before.inTrash) refuseProperty("parentId", "it is in the trash already");
  const others = changed.filter((name) => name !== "parentId");
  if (others.length > 0)
    refuse("invalidProperties", "what moves into the trash stays as it is", { properties: others });
}

/** Moves what has a name that a node is to get into the trash, as far as that may be. @throws Refusal `alreadyExists`, `forbidden` */
async function replace(call: WriteCall, other: string, id: string | null): Promise<void> {
  const above = id === null ? [] : await ancestorsOf(call, id);
  if (above.some((node) => node.id === other))
    refuse("alreadyExists", "a node cannot replace what it lies in", { existingId: other });
  const [existing] = await fileNodeStore.get(call, [other], ["myRights"], 1);
  if (existing?.myRights?.mayDelete !== true) refuse("forbidden", "mayDelete");
  await moveIntoTrash(call, other);
}

/**
 * The name that it gets in a folder.
 * @throws Refusal `alreadyExists`, unless the client wants another name then, or what has the name gone
 */
async function nameIn(
  call: WriteCall,
  parentId: string | null,
  node: { readonly id: string | null; readonly name: string; readonly isFile: boolean },
): Promise<string> {
  const { id, name, isFile } = node;
  if (call.args["onExists"] === "rename")
    return await freeName(call, parentId, { id, name, nodeType: isFile ? "file" : "directory" });
  const other = await nodeNamed(call, parentId, name);
  if (other === undefined || other === id) return name;
  if (call.args["onExists"] !== "replace")
    refuse("alreadyExists", "another node in this folder has this name", { existingId: other });
  await replace(call, other, id);
  return name;
}

/** @throws Refusal `blobNotFound`, `overQuota` */
async function checkContent(call: WriteCall, blobId: string, replaced: number): Promise<void> {
  const { size } = await contentOf(call, blobId);
  if (call.w.isOverQuota(call.accountId, { octets: size - replaced })) refuse("overQuota");
}

export const fileNodeRules: Rules<typeof FileNode> = {
  async create(record, call) {
    const asked = checkName(record.name);
    const { parentId = null, blobId = null, type = null } = record;
    if (record.nodeType !== undefined && (record.nodeType === "file") !== (blobId !== null))
      refuseProperty("blobId", "a file has content, a directory has none");
    checkType(type);
    await checkPlace(call, parentId, null);
    const isFile = blobId !== null;
    const name = await nameIn(call, parentId, { id: null, name: asked, isFile });
    if (blobId !== null) await checkContent(call, blobId, 0);
    if ((await countNodes(call)) >= MAX_NODES) refuse("overQuota", "too many files");
    return { ...record, name };
  },

  async update(after, before, call, changed) {
    checkTrash(after, before, changed);
    if (after.parentId === TRASH_ID) return after;
    let name = changed.includes("name") ? checkName(after.name) : after.name;
    if ((after.blobId === null) !== (before.blobId === null))
      refuseProperty("blobId", "a file has content, a directory has none");
    if (changed.includes("type")) checkType(after.type);
    if (changed.includes("parentId")) await checkPlace(call, after.parentId, after.id);
    if (changed.includes("parentId") || changed.includes("name"))
      name = await nameIn(call, after.parentId, {
        id: after.id,
        name,
        isFile: after.blobId !== null,
      });
    if (after.blobId !== null && after.blobId !== before.blobId)
      await checkContent(call, after.blobId, before.size ?? 0);
    return { ...after, name };
  },

  async destroy(node, call) {
    if (node.id === TRASH_ID) refuse("forbidden", "the trash cannot be destroyed");
    if (call.args["onDestroyRemoveChildren"] === true || node.nodeType === "file") return;
    if ((await descendantsOf(call, node.id)).length > 0) refuse(DRIVE_REFUSALS.nodeHasChildren);
  },
};
