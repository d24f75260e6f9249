import type { FileNode } from "@atrium/contract/types/file-node";
import {
  refuse,
  refuseProperty,
  type Call,
  type Rules,
  type WriteCall,
} from "../../../engine/index.ts";
import { MAX_DEPTH, MAX_NAME, MAX_NODES, MAX_TYPE } from "../limits.ts";
import { ancestorsOf, contentOf, countNodes, descendantsOf, nodeNamed } from "./file-node.store.ts";
import { DRIVE_REFUSALS } from "../refusals.ts";
import { freeName } from "./names.ts";

/** Names go into paths and download headers: no slash, no control characters, nothing that means a folder itself. */
function checkName(given: string): string {
  const name = given.normalize("NFC").trim();
  if (name === "" || name === "." || name === "..") refuseProperty("name", "this is no name");
  if (/[/\p{Cc}]/u.test(name) || !name.isWellFormed())
    refuseProperty("name", "no slash or control character");
  if (Buffer.byteLength(name) > MAX_NAME) refuseProperty("name", "too long");
  return name;
}

function checkType(type: string | null): void {
  if (type === null) return;
  if (type.length > MAX_TYPE || !/^[\w.+!#$&^-]+\/[\w.+!#$&^-]+(?:;[ -~]*)?$/.test(type))
    refuseProperty("type", "not a media type");
}

/** The parent is a directory, not the node itself nor below it, and not too deep with all that moves along. */
async function checkPlace(call: Call, parentId: string | null, id: string | null): Promise<void> {
  if (parentId === null) return;
  const above = await ancestorsOf(call, parentId);
  const parent = above[0] ?? refuseProperty("parentId", "there is no such node");
  if (parent.node_type !== "directory") refuseProperty("parentId", "only a directory has children");
  if (above.some((node) => node.id === id))
    refuseProperty("parentId", "a node cannot lie within itself");
  const below = id === null ? 0 : ((await descendantsOf(call, id))[0]?.depth ?? 0);
  if (above.length + 1 + below > MAX_DEPTH) refuseProperty("parentId", "too deep");
}

/**
 * The name that it gets in a folder.
 * @throws Refusal `alreadyExists`, unless the client wants another name then
 */
async function nameIn(
  call: Call,
  parentId: string | null,
  node: { readonly id: string | null; readonly name: string; readonly isFile: boolean },
): Promise<string> {
  const { id, name, isFile } = node;
  if (call.args["onExists"] === "rename")
    return await freeName(call, parentId, { id, name, nodeType: isFile ? "file" : "directory" });
  const other = await nodeNamed(call, parentId, name);
  if (other !== undefined && other !== id)
    refuse("alreadyExists", "another node in this folder has this name", { existingId: other });
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
    if (call.args["onDestroyRemoveChildren"] === true || node.nodeType === "file") return;
    if ((await descendantsOf(call, node.id)).length > 0) refuse(DRIVE_REFUSALS.nodeHasChildren);
  },
};
