import type { FileNode, FileNodeCreate } from "@atrium/contract/types/file-node";
import { refuse, type CopyCall, type Store } from "../../../engine/index.ts";
import { fileNodeRules } from "./file-node.rules.ts";
import { contentOf, fileNodeStore } from "./file-node.store.ts";

/**
 * Copies one node of another account (RFC 8620 §5.4), at the top unless the client names a place: a file with its content, a directory without
 * what lies in it. With whom the original is shared stays there.
 */
export const copyNode: NonNullable<Store<typeof FileNode>["copy"]> = async (call, id, given) => {
  const from = { ...call, accountId: call.fromAccountId, reach: call.fromReach };
  const [original] = await fileNodeStore.get(from, [id], ["id"], 1);
  if (original === undefined) return refuse("notFound");
  const { name, type, created, modified, executable, blobId = null } = original;
  if (blobId !== null && given.blobId === undefined)
    await bringContent(call, from, { blobId, type: type ?? null });
  const record: FileNodeCreate = {
    name: name!,
    type: type!,
    created: created!,
    modified: modified!,
    executable: executable!,
    blobId,
    ...given,
  };
  const checked = (await fileNodeRules.create!(record, call)) ?? record;
  const set = await fileNodeStore.create!(call, checked, undefined);
  return { ...set, name: checked.name, blobId: checked.blobId ?? null };
};

/** Gives the account the bytes; both accounts are locked, so that the right to them cannot end before. */
async function bringContent(
  call: CopyCall,
  from: CopyCall,
  { blobId, type }: { readonly blobId: string; readonly type: string | null },
): Promise<void> {
  const { hash, size } = await contentOf(from, blobId);
  const blob = { hash, size, type: type ?? "application/octet-stream" };
  await call.w.addBlob(call.accountId, { ...blob, by: call.actor.credential });
}
