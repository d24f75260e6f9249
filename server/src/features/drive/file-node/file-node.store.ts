import { sql, type RawBuilder, type Selectable } from "kysely";
import type { Comparator, ConditionOf } from "@atrium/contract/types/define";
import {
  FILE_NODE_RIGHTS,
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
  holdsWord,
  parseBlobId,
  refuse,
  whereOf,
  type Call,
  type Store,
  type WriteCall,
} from "../../../engine/index.ts";
import {
  isShared,
  nameShares,
  readShared,
  removeShares,
  settleShares,
  shareRecord,
  type Shareable,
} from "../../accounts/index.ts";
import { BY_REQUEST } from "../../../platform/db/index.ts";
import type { FileNodeTable } from "../tables.ts";
import { rightsOfAll, rightsWithin } from "./file-node.rights.ts";

/** A node, and the shared ones of the reach that it lies in; `null` when everything is in reach. */
type Row = Selectable<FileNodeTable> & { readonly roots?: readonly string[] | null };

function rights({ actor, accountId, reach }: Call, node: Row): FileNodeRights {
  const isOwn = actor.accounts[accountId]?.isReadOnly === false;
  const given =
    reach === "everything"
      ? rightsOfAll(isOwn)
      : rightsWithin({ id: node.id, parentId: node.parent_id }, node.roots ?? [], reach);
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
      n.node_type, n.name, n.blob_hash, n.size, n.type, n.created, n.modified, n.changed, n.executable, r.roots
    from file_node n join reached r on r.id = n.id where n.account_id = ${accountId}) file_node`;
}

/** The folder in which everything lies that meets a filter; `undefined` where that may be several. */
function folderOf(filter: FileNodeFilter | null): string | undefined {
  if (filter === null) return undefined;
  if (!("operator" in filter)) return filter.parentId ?? undefined;
  if (filter.operator !== "AND") return undefined;
  return filter.conditions.map(folderOf).find((id) => id !== undefined);
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
    myRights: rights(call, row),
    shareWith: null,
    shareUntil: null,
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

/** The nodes above a place, nearest first: parent, its parent … `null` when one is missing. */
export async function ancestorsOf(
  call: Call,
  parentId: string | null,
): Promise<Pick<FileNodeTable, "id" | "node_type">[]> {
  const { rows } = await sql<Pick<FileNodeTable, "id" | "node_type">>`
    with recursive above as (
      select id, parent_id, node_type, 1 as depth from file_node
      where account_id = ${call.accountId} and id = ${parentId}
      union all
      select n.id, n.parent_id, n.node_type, depth + 1 from file_node n
      join above on n.id = above.parent_id
      where n.account_id = ${call.accountId} and depth < 1000
    ) select id, node_type from above order by depth`.execute(call.db);
  return rows;
}

/** By each node, those shared with anybody that it lies in, itself among them if it is one. */
export async function sharedAbove(
  { db, accountId }: Pick<Call, "db" | "accountId">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const files = { accountId, type: "FileNode" };
  const { rows } = await sql<{ id: string; places: string[] }>`
    with recursive up as (
      select id as start, id, parent_id from file_node
      where account_id = ${accountId} and id = any(${[...ids]}) and ${isShared(files)}
      union
      select up.start, n.id, n.parent_id from file_node n join up on n.id = up.parent_id
      where n.account_id = ${accountId}
    )
    select start as id, array_agg(up.id order by up.id) as places from up
    where ${isShared(files, sql.ref("up.id"))} group by start`.execute(db);
  return new Map(rows.map(({ id, places }) => [id, places]));
}

const SHAREABLE: Shareable = { type: "FileNode", names: FILE_NODE_RIGHTS, above: sharedAbove };

/** Everything below a node with its depth below it, the deepest first. */
export async function descendantsOf(
  call: Pick<Call, "db" | "accountId">,
  id: string,
): Promise<{ id: string; depth: number }[]> {
  const { rows } = await sql<{ id: string; depth: number }>`
    with recursive below as (
      select id, 1 as depth from file_node where account_id = ${call.accountId} and parent_id = ${id}
      union all
      select n.id, depth + 1 from file_node n join below on n.parent_id = below.id
      where n.account_id = ${call.accountId} and depth < 1000
    ) select id, depth from below order by depth desc`.execute(call.db);
  return rows;
}

export async function nodeNamed(
  call: Pick<Call, "db" | "accountId">,
  parentId: string | null,
  name: string,
): Promise<string | undefined> {
  const row = await call.db
    .selectFrom("file_node")
    .select("id")
    .where("account_id", "=", call.accountId)
    .where("parent_id", "is not distinct from", parentId)
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.id;
}

export async function countNodes(call: Pick<Call, "db" | "accountId">): Promise<number> {
  const { count } = await call.db
    .selectFrom("file_node")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("account_id", "=", call.accountId)
    .executeTakeFirstOrThrow();
  return count;
}

const COLUMNS: Readonly<Record<string, RawBuilder<unknown>>> = {
  name: sql`lower(name)`,
  type: sql`type`,
  size: sql`size`,
  created: sql`created`,
  modified: sql`modified`,
  nodeType: sql`node_type`,
};

function order({ property, isAscending = true }: Comparator): RawBuilder<unknown> {
  const column = COLUMNS[property]!;
  return isAscending ? sql`${column} asc nulls first` : sql`${column} desc nulls last`;
}

const condition = (filter: FileNodeFilter | null): RawBuilder<boolean> =>
  whereOf<ConditionOf<typeof FileNode>>(filter, (asked) => {
    const parts: RawBuilder<unknown>[] = [];
    const add = <T>(value: T | undefined, how: (value: T) => RawBuilder<unknown>): void => {
      if (value !== undefined) parts.push(how(value));
    };
    add(asked.parentId, (id) => sql`parent_id is not distinct from ${id}::text`);
    add(asked.isTopLevel, (is) => sql`(parent_id is null) = ${is}::boolean`);
    add(asked.nodeType, (type) => sql`node_type = ${type}`);
    add(asked.blobId, (id) => sql`blob_hash = ${parseBlobId(id)?.hash ?? ""}`);
    add(asked.name, (name) => sql`name = ${withoutNul(name.normalize("NFC"))}`);
    add(asked.text, (text) => holdsWord(sql.ref("name"), text.normalize("NFC")));
    add(asked.type, (type) => sql`type = ${withoutNul(type)}`);
    add(asked.minSize, (size) => sql`size >= ${size}::bigint`);
    add(asked.maxSize, (size) => sql`size < ${size}::bigint`);
    add(asked.modifiedBefore, (time) => sql`modified < ${time}::timestamptz`);
    add(asked.modifiedAfter, (time) => sql`modified >= ${time}::timestamptz`);
    return parts;
  });

/** PostgreSQL has no text with NUL; no name has a replacement character in its place either. */
const withoutNul = (text: string): string => text.replaceAll("\0", "\uFFFD\uFFFD");

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
    const folder = folderOf(filter);
    const among = folder === undefined ? undefined : sql`parent_id = ${folder}::text`;
    const { rows } = await sql<{ id: string }>`${sql.raw(BY_REQUEST)}
      select id from ${nodes(call, among)} where account_id = ${accountId} and (${condition(filter)})
      order by ${sql.join([...sort.map(order), sql`id`])}`.execute(db);
    return rows.map(({ id }) => id);
  },

  async create(call, record: FileNodeCreate) {
    const { w, accountId } = call;
    const content = record.blobId == null ? NO_CONTENT : await contentOf(call, record.blobId);
    const row: Selectable<FileNodeTable> = {
      account_id: accountId,
      id: w.newId("n"),
      parent_id: record.parentId ?? null,
      node_type: content.hash === null ? "directory" : "file",
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
    const { nodeType, size, created, modified, changed, myRights } = made!;
    return { id, nodeType, size, created, modified, changed, myRights, ...shared };
  },

  async update(call, updates) {
    const serverSet = new Map<string, Partial<FileNodeRecord>>();
    for (const { id, before, after } of updates) {
      const isNew = after.blobId !== null && after.blobId !== before.blobId;
      const content = isNew ? await contentOf(call, after.blobId) : null;
      await call.w.tx
        .updateTable("file_node")
        .set({
          // A parent out of reach is not seen, and stays.
          ...(after.parentId === before.parentId ? {} : { parent_id: after.parentId }),
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
      serverSet.set(id, { changed: utcDate(call.w.now), ...size, ...shared });
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
      await removeNodes(call, [...below, id]);
    }
  },
};

/** Where something lies decides over what was passed on of it. */
function settle({ w, actor, accountId, services }: WriteCall): void {
  const { type } = SHAREABLE;
  if (w.isShared(accountId)) settleShares(w, services, { accountId, type }, { by: actor.personId });
}

/** One statement: PostgreSQL looks at references to a parent only when all are gone. */
async function removeNodes(
  { w, actor, accountId }: WriteCall,
  ids: readonly string[],
): Promise<void> {
  const gone = await w.tx
    .deleteFrom("file_node")
    .where("account_id", "=", accountId)
    .where("id", "=", sql<string>`any(${[...ids]})`)
    .returning("size")
    .execute();
  if (w.isShared(accountId))
    await removeShares(w, { accountId, type: SHAREABLE.type }, ids, actor.personId);
  w.used(accountId, { octets: -gone.reduce((sum, { size }) => sum + (size ?? 0), 0) });
}
