import { sql } from "kysely";
import { FILE_NODE_RIGHTS, TRASH_ID, type FileNodeRecord } from "@atrium/contract/types/file-node";
import type { UnitOfWork, WriteCall } from "../../../engine/index.ts";
import { resumeShares, suspendShares, type Shareable } from "../../accounts/index.ts";
import { descendantsOf, sharedAbove } from "./tree.ts";

export const SHAREABLE: Shareable = {
  type: "FileNode",
  names: FILE_NODE_RIGHTS,
  above: sharedAbove,
};

/** What windows show by its role has a name only for other clients. */
const TRASH_NAME = "Trash";

/** Moves a node with all that lies in it into the trash, from wherever it is. */
export async function moveIntoTrash(call: WriteCall, id: string): Promise<void> {
  const { w, actor, accountId } = call;
  await makeTrash(w, accountId);
  const ids = await withDescendants(call, id);
  const was = await placesOf(call, ids);
  await sql`
    update file_node set in_trash = true, changed = ${w.now}
    where account_id = ${accountId} and id = any(${ids})`.execute(w.tx);
  await sql`
    update file_node set parent_id = ${TRASH_ID}, trashed_at = ${w.now}, trashed_from = parent_id
    where account_id = ${accountId} and id = ${id}`.execute(w.tx);
  await suspendShares(w, { accountId, type: SHAREABLE.type }, ids, actor.personId);
  noteAll(call, ids, { was, is: new Map() });
}

/** Takes a node with all that lies in it out of the trash, when it lies where it goes already. It is shared as it was. */
export async function takeFromTrash(
  call: WriteCall,
  { id, name }: Pick<FileNodeRecord, "id" | "name">,
): Promise<void> {
  const { w, actor, accountId } = call;
  const ids = await withDescendants(call, id);
  await sql`
    update file_node set in_trash = false, changed = ${w.now}
    where account_id = ${accountId} and id = any(${ids})`.execute(w.tx);
  await resumeShares(w, { accountId, ...SHAREABLE }, ids, {
    by: actor.personId,
    names: new Map([[id, name]]),
  });
  noteAll(call, ids, { was: new Map(), is: await placesOf(call, ids) });
}

/** A node and all below it, from above. */
const withDescendants = async (call: WriteCall, id: string): Promise<string[]> => [
  id,
  ...(await descendantsOf(call, id)).toReversed().map((node) => node.id),
];

type Places = ReadonlyMap<string, readonly string[]>;

const placesOf = async (call: WriteCall, ids: readonly string[]): Promise<Places> =>
  call.w.isShared(call.accountId) ? await sharedAbove(call, ids) : new Map();

/** The engine notes only what went along with a node that left what is shared: here all is another than it was. */
function noteAll(
  { w, accountId }: WriteCall,
  ids: readonly string[],
  { was, is }: { readonly was: Places; readonly is: Places },
): void {
  const isShared = w.isShared(accountId);
  for (const id of ids) {
    const within = { was: was.get(id) ?? [], is: is.get(id) ?? [] };
    w.changed(accountId, SHAREABLE.type, id, "updated", null, isShared ? within : undefined);
  }
}

async function makeTrash(w: UnitOfWork, accountId: string): Promise<void> {
  const trash = {
    account_id: accountId,
    id: TRASH_ID,
    parent_id: null,
    node_type: "directory",
    name: TRASH_NAME,
    blob_hash: null,
    size: null,
    type: null,
    created: w.now,
    modified: w.now,
    changed: w.now,
    executable: false,
    in_trash: true,
  } as const;
  const { numInsertedOrUpdatedRows: made } = await w.tx
    .insertInto("file_node")
    .values(trash)
    .onConflict((conflict) => conflict.columns(["account_id", "id"]).doNothing())
    .executeTakeFirst();
  if (made !== 1n) return;
  const within = w.isShared(accountId) ? { was: [], is: [] } : undefined;
  w.changed(accountId, SHAREABLE.type, TRASH_ID, "created", null, within);
}
