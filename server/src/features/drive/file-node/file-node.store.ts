import { sql, type RawBuilder, type Selectable } from "kysely";
import type { Comparator } from "@atrium/contract/types/define";
import type {
  FileNode,
  FileNodeCreate,
  FileNodeFilter,
  FileNodeRecord,
  FileNodeRights,
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
import { BY_REQUEST } from "../../../platform/db/index.ts";
import type { FileNodeTable } from "../tables.ts";

function rights({ actor, accountId }: Call, nodeType: string): FileNodeRights {
  const may = actor.accounts[accountId]?.isReadOnly === false;
  return {
    mayRead: true,
    mayAddChildren: may && nodeType === "directory",
    mayRename: may,
    mayDelete: may,
    mayModifyContent: may,
    mayShare: false,
  };
}

function recordOf(row: Selectable<FileNodeTable>, call: Call): FileNodeRecord {
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
    myRights: rights(call, row.node_type),
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

/** Everything below a node with its depth below it, the deepest first. */
export async function descendantsOf(
  call: Call,
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
  call: Call,
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

export async function countNodes(call: Call): Promise<number> {
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

function condition(filter: FileNodeFilter | null): RawBuilder<unknown> {
  if (filter === null) return sql`true`;
  if ("operator" in filter) {
    const parts = filter.conditions.map((part) => sql`(${condition(part)})`);
    if (filter.operator === "AND")
      return parts.length > 0 ? sql.join(parts, sql` and `) : sql`true`;
    const any = parts.length > 0 ? sql.join(parts, sql` or `) : sql`false`;
    return filter.operator === "OR" ? any : sql`not (${any})`;
  }
  const all: RawBuilder<unknown>[] = [];
  const add = <T>(value: T | undefined, how: (value: T) => RawBuilder<unknown>): void => {
    if (value !== undefined) all.push(how(value));
  };
  add(filter.parentId, (id) => sql`parent_id is not distinct from ${id}::text`);
  add(filter.isTopLevel, (is) => sql`(parent_id is null) = ${is}::boolean`);
  add(filter.nodeType, (type) => sql`node_type = ${type}`);
  add(filter.blobId, (id) => sql`blob_hash = ${parseBlobId(id)?.hash ?? ""}`);
  add(filter.name, (name) => sql`name = ${withoutNul(name)}`);
  add(filter.text, (text) => sql`strpos(lower(name), lower(${withoutNul(text)})) > 0`);
  add(filter.type, (type) => sql`type = ${withoutNul(type)}`);
  add(filter.minSize, (size) => sql`size >= ${size}::bigint`);
  add(filter.maxSize, (size) => sql`size < ${size}::bigint`);
  add(filter.modifiedBefore, (time) => sql`modified < ${time}::timestamptz`);
  add(filter.modifiedAfter, (time) => sql`modified >= ${time}::timestamptz`);
  // A directory has no size: its comparison is unknown, which NOT would not turn round.
  return all.length === 0 ? sql`true` : sql`coalesce(${sql.join(all, sql` and `)}, false)`;
}

/** PostgreSQL has no text with NUL; no name has a replacement character in its place either. */
const withoutNul = (text: string): string => text.replaceAll("\0", "\uFFFD\uFFFD");

export const fileNodeStore: Store<typeof FileNode> = {
  async get(call, ids, _properties, limit) {
    const rows = await call.db
      .selectFrom("file_node")
      .selectAll()
      .where("account_id", "=", call.accountId)
      .$if(ids !== null, (query) => query.where("id", "=", sql<string>`any(${[...(ids ?? [])]})`))
      .orderBy("id")
      .limit(limit)
      .execute();
    return rows.map((row) => recordOf(row, call));
  },

  async findByBlobs({ db, accountId }, hashes) {
    const { rows } = await sql<{ hash: string; id: string }>`
      select blob_hash as hash, id from file_node
      where account_id = ${accountId} and blob_hash = any(${[...hashes]}) order by id`.execute(db);
    return rows;
  },

  async list({ db, accountId }, filter, sort) {
    const { rows } = await sql<{ id: string }>`${sql.raw(BY_REQUEST)}
      select id from file_node where account_id = ${accountId} and (${condition(filter)})
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
    const { id, nodeType, size, created, modified, changed, myRights } = recordOf(row, call);
    return { id, nodeType, size, created, modified, changed, myRights };
  },

  async update(call, updates) {
    const serverSet = new Map<string, Partial<FileNodeRecord>>();
    for (const { id, before, after } of updates) {
      const isNew = after.blobId !== null && after.blobId !== before.blobId;
      const content = isNew ? await contentOf(call, after.blobId) : null;
      await call.w.tx
        .updateTable("file_node")
        .set({
          parent_id: after.parentId,
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
      const size = content === null ? {} : { size: content.size };
      serverSet.set(id, { changed: utcDate(call.w.now), ...size });
    }
    return serverSet;
  },

  async releaseUnique({ w, accountId }, ids) {
    await sql`
      update file_node set name = chr(1) || id
      where account_id = ${accountId} and id = any(${[...ids]})`.execute(w.tx);
  },

  async destroy(call, ids) {
    for (const id of ids) {
      const below = await descendantsOf(call, id);
      for (const node of below) call.w.changed(call.accountId, "FileNode", node.id, "destroyed");
      await removeNodes(call, [...below.map((node) => node.id), id]);
    }
  },
};

/** One statement: PostgreSQL looks at references to a parent only when all are gone. */
async function removeNodes({ w, accountId }: WriteCall, ids: readonly string[]): Promise<void> {
  const gone = await w.tx
    .deleteFrom("file_node")
    .where("account_id", "=", accountId)
    .where("id", "=", sql<string>`any(${[...ids]})`)
    .returning("size")
    .execute();
  w.used(accountId, { octets: -gone.reduce((sum, { size }) => sum + (size ?? 0), 0) });
}
