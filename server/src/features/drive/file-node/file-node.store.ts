import { sql, type RawBuilder, type Selectable } from "kysely";
import {
  TRASH_ID,
  type FileNode,
  type FileNodeCreate,
  type FileNodeFilter,
  type FileNodeRecord,
  type FileNodeRights,
} from "@atrium/contract/types/file-node";
import { utcDate } from "@atrium/contract/types/utc-date";
import {
  blobId,
  findBlob,
  parseBlobId,
  refuse,
  type Call,
  type Store,
  type WriteCall,
} from "../../../engine/index.ts";
import { nameShares, readShared, settleShares, shareRecord } from "../../accounts/index.ts";
import { BY_REQUEST } from "../../../platform/db/index.ts";
import type { FileNodeTable } from "../tables.ts";
import { rightsInTrash, rightsOfAll, rightsWithin } from "./file-node.rights.ts";
import { condition, folderOf, order } from "./filter.ts";
import { removeNodes } from "./remove-nodes.ts";
import { moveIntoTrash, SHAREABLE, takeFromTrash } from "./trash.ts";
import { descendantsOf } from "./tree.ts";

/** A node, and the shared ones of the reach that it lies in; `null` when everything is in reach. */
type Row = Selectable<FileNodeTable> & { readonly roots?: readonly string[] | null };

function rights({ actor, accountId, reach }: Call, node: Row): FileNodeRights {
  const isOwn = actor.accounts[accountId]?.isReadOnly === false;
  const given =
    reach === "everything"
      ? rightsOfAll(isOwn)
      : rightsWithin({ id: node.id, parentId: node.parent_id }, node.roots ?? [], reach);
  if (node.in_trash) return rightsInTrash(node.id, isOwn);
  return { ...given, mayAddChildren: given.mayAddChildren && node.node_type === "directory" };
}

/**
 * The nodes in reach, as a relation `file_node`. With part of the account in reach, `roots` are the shared nodes that
 * each lies in, and a parent out of reach is none.
 * @param among a condition that all nodes meet which are asked for: then it is looked upwards from these, and what it costs
 * depends on them and not on how much is shared
 */
function nodes(
  { accountId, reach }: Pick<Call, "accountId" | "reach">,
  among?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (reach === "everything") return sql`file_node`;
  const shared = sql`select unnest(${[...reach.keys()]}::text[]) collate "C"`;
  const reached =
    among === undefined
      ? sql`inside as (
      select id, id as root from file_node where account_id = ${accountId} and id in (${shared})
      union
      select n.id, i.root from file_node n join inside i on n.parent_id = i.id
      where n.account_id = ${accountId}
    ), reached as (select id, array_agg(root) as roots from inside group by id)`
      : sql`up as (
      select id as start, id, parent_id from file_node where account_id = ${accountId} and (${among})
      union
      select up.start, n.id, n.parent_id from file_node n join up on n.id = up.parent_id
      where n.account_id = ${accountId}
    ), reached as (select start as id, array_agg(id) as roots from up where id in (${shared}) group by start)`;
  // A parent is in reach by whatever its child lies in, but for the child itself.
  return sql`(
    with recursive ${reached}
    select n.account_id, n.id, case when r.roots <> array[n.id] then n.parent_id end as parent_id,
      n.node_type, n.name, n.blob_hash, n.size, n.type, n.created, n.modified, n.changed, n.executable,
      n.in_trash, n.trashed_at, n.trashed_from, r.roots
    from file_node n join reached r on r.id = n.id
    where n.account_id = ${accountId} and not n.in_trash) file_node`;
}

/** A condition that all nodes meet which meet a filter, where it is one that is cheap to look up. */
function amongWhich(
  { reach }: Call,
  filter: FileNodeFilter | null,
): RawBuilder<unknown> | undefined {
  const folder = folderOf(filter);
  if (folder === undefined || reach === "everything") return undefined;
  // Only what was shared by itself can be without a parent in reach.
  return folder === null
    ? sql`id = any(${[...reach.keys()]}::text[])`
    : sql`parent_id = ${folder}::text`;
}

function recordOf(row: Row, call: Call): FileNodeRecord {
  return {
    id: row.id,
    parentId: row.parent_id,
    nodeType: row.node_type,
    blobId: row.blob_hash === null ? null : blobId(row.blob_hash),
    size: row.size,
    name: row.name,
    type: row.type,
    created: utcDate(row.created),
    modified: utcDate(row.modified),
    changed: utcDate(row.changed),
    executable: row.executable,
    role: row.id === TRASH_ID ? "trash" : null,
    myRights: rights(call, row),
    shareWith: null,
    shareUntil: null,
    inTrash: row.in_trash && row.id !== TRASH_ID,
    trashed: row.trashed_at && utcDate(row.trashed_at),
    trashedFrom: row.trashed_from,
  };
}

export interface Content {
  readonly hash: string;
  readonly size: number;
}

/**
 * The content that a blob id names.
 * @throws Refusal `blobNotFound` when the account has no such blob. A part of a message is none until it is uploaded.
 */
export async function contentOf(call: Call, id: string): Promise<Content> {
  const name = parseBlobId(id);
  const hash = name !== null && name.part === undefined ? name.hash : null;
  const found = hash === null ? undefined : await findBlob(call, hash);
  if (hash === null || found === undefined) refuse("blobNotFound", undefined, { notFound: [id] });
  return { hash, size: found.size };
}

const NO_CONTENT = { hash: null, size: null };

export const fileNodeStore: Store<typeof FileNode> = {
  // With whom a node may be shared is looked at when it is there.
  writesFirst: true,

  async get(call, ids, properties, limit) {
    const { rows } = await sql<Row>`
      select * from ${nodes(call, ids === null ? undefined : sql`id = any(${[...ids]}::text[])`)}
      where account_id = ${call.accountId} and (${ids}::text[] is null or id = any(${ids}))
      order by id limit ${limit}`.execute(call.db);
    const records = rows.map((row) => recordOf(row, call));
    const asked = properties.includes("shareWith") || properties.includes("shareUntil");
    const mayShare = asked ? records.filter(({ myRights }) => myRights.mayShare) : [];
    if (mayShare.length === 0) return records;
    const shared = await readShared(
      call,
      "FileNode",
      mayShare.map(({ id }) => id),
    );
    return records.map((record) => ({
      ...record,
      ...(record.myRights.mayShare && shared(record.id)),
    }));
  },

  async findByBlobs(call, hashes) {
    const { db, accountId } = call;
    const { rows } = await sql<{ hash: string; id: string }>`
      select blob_hash as hash, id from ${nodes(call, sql`blob_hash = any(${[...hashes]}::text[])`)}
      where account_id = ${accountId} and blob_hash = any(${[...hashes]}) order by id`.execute(db);
    return rows;
  },

  async list(call, filter, sort) {
    const { db, accountId } = call;
    const { rows } = await sql<{ id: string }>`${sql.raw(BY_REQUEST)}
      select id from ${nodes(call, amongWhich(call, filter))}
      where account_id = ${accountId} and ${condition(filter)}
      order by ${sql.join([...sort.map(order), sql`id`])}`.execute(db);
    return rows.map(({ id }) => id);
  },

  async create(call, record: FileNodeCreate) {
    const { w, accountId } = call;
    const content = record.blobId == null ? NO_CONTENT : await contentOf(call, record.blobId);
    const row = {
      account_id: accountId,
      id: w.newId("n"),
      parent_id: record.parentId ?? null,
      node_type: content.hash === null ? ("directory" as const) : ("file" as const),
      name: record.name,
      blob_hash: content.hash,
      size: content.size,
      type: record.type ?? null,
      created: record.created === undefined ? w.now : new Date(record.created),
      modified: record.modified === undefined ? w.now : new Date(record.modified),
      changed: w.now,
      executable: record.executable ?? false,
    };
    await w.tx.insertInto("file_node").values(row).execute();
    w.used(accountId, { octets: content.size ?? 0 });
    const shared = await shareRecord(call, SHAREABLE, row.id, record);
    const { id } = row;
    // By its rights alone what it is shared with says nothing new.
    const [made] = await fileNodeStore.get(call, [id], [], 1);
    const { nodeType, size, created, modified, changed, role, myRights } = made!;
    const { inTrash, trashed, trashedFrom } = made!;
    const set = { nodeType, size, created, modified, changed, role, myRights };
    return { id, ...set, inTrash, trashed, trashedFrom, ...shared };
  },

  async update(call, updates) {
    const serverSet = new Map<string, Partial<FileNodeRecord>>();
    for (const { id, before, after } of updates) {
      const isNew = after.blobId !== null && after.blobId !== before.blobId;
      const content = isNew ? await contentOf(call, after.blobId) : null;
      const hasMoved = after.parentId !== before.parentId;
      const isTrashed = hasMoved && after.parentId === TRASH_ID;
      if (isTrashed) await moveIntoTrash(call, id);
      await call.w.tx
        .updateTable("file_node")
        .set({
          // A parent out of reach is not seen, and stays.
          ...(hasMoved && !isTrashed
            ? { parent_id: after.parentId, trashed_at: null, trashed_from: null }
            : {}),
          name: after.name,
          type: after.type,
          modified: new Date(after.modified),
          changed: call.w.now,
          executable: after.executable,
          ...(content === null ? {} : { blob_hash: content.hash, size: content.size }),
        })
        .where("account_id", "=", call.accountId)
        .where("id", "=", id)
        .execute();
      if (content !== null)
        call.w.used(call.accountId, { octets: content.size - (before.size ?? 0) });
      if (hasMoved && before.inTrash) await takeFromTrash(call, after);
      let shared: Partial<FileNodeRecord> | undefined;
      if (after.shareWith !== before.shareWith || after.shareUntil !== before.shareUntil)
        shared = await shareRecord(call, SHAREABLE, id, after);
      else if (after.name !== before.name && call.w.isShared(call.accountId))
        await nameShares(
          call.w,
          { accountId: call.accountId, type: SHAREABLE.type, id },
          after.name,
        );
      const size = content === null ? {} : { size: content.size };
      const placed = isTrashed || before.inTrash ? await placedAs(call, id) : {};
      serverSet.set(id, { changed: utcDate(call.w.now), ...size, ...placed, ...shared });
    }
    const moved = updates.find(({ changed }) => changed.includes("parentId"));
    if (moved !== undefined) settle(call);
    return serverSet;
  },

  async releaseUnique({ w, accountId }, ids) {
    await sql`
      update file_node set name = chr(1) || id
      where account_id = ${accountId} and id = any(${[...ids]})`.execute(w.tx);
  },

  async destroy(call, ids) {
    for (const id of ids) {
      const below = (await descendantsOf(call, id)).map((node) => node.id);
      for (const one of below) call.w.changed(call.accountId, "FileNode", one, "destroyed");
      await removeNodes(call.w, call.accountId, [...below, id], call.actor.personId);
    }
  },
};

/** Where something lies decides over what was passed on of it. */
function settle({ w, actor, accountId, services }: WriteCall): void {
  const { type } = SHAREABLE;
  if (w.isShared(accountId)) settleShares(w, services, { accountId, type }, { by: actor.personId });
}

/** What follows for a node from lying in the trash, or no longer; nothing for whom it is out of reach by that. */
async function placedAs(call: WriteCall, id: string): Promise<Partial<FileNodeRecord>> {
  const [record] = await fileNodeStore.get(call, [id], ["shareWith"], 1);
  if (record === undefined) return {};
  const { inTrash, trashed, trashedFrom, myRights, shareWith, shareUntil } = record;
  return { inTrash, trashed, trashedFrom, myRights, shareWith, shareUntil };
}
