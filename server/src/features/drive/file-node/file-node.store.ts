import { sql, type RawBuilder, type Selectable } from "kysely";
import type { Comparator } from "@atrium/contract/types/define";
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
  parseBlobId,
  refuse,
  refuseProperty,
  type Call,
  type Store,
  type WriteCall,
} from "../../../engine/index.ts";
import {
  checkShares,
  removeShares,
  sharedIn,
  sharesOf,
  writeShares,
  type Share,
} from "../../accounts/index.ts";
import { BY_REQUEST } from "../../../platform/db/index.ts";
import type { FileNodeTable } from "../tables.ts";

/** A node, and the shared ones of the reach that it lies in; `null` when everything is in reach. */
type Row = Selectable<FileNodeTable> & { readonly roots?: readonly string[] | null };

function rights({ actor, accountId, reach }: Call, node: Row): FileNodeRights {
  const has = (right: keyof FileNodeRights): boolean =>
    reach === "everything"
      ? actor.accounts[accountId]?.isReadOnly === false
      : (node.roots ?? []).some((root) => reach.get(root)?.has(right) === true);
  const isRoot = reach !== "everything" && node.parent_id === null;
  return {
    mayRead: true,
    mayAddChildren: node.node_type === "directory" && has("mayAddChildren"),
    // What was shared by itself stays where its owner has put it, under its name.
    mayRename: has("mayRename") && !isRoot,
    mayDelete: has("mayDelete") && !isRoot,
    mayModifyContent: has("mayModifyContent"),
    mayShare: has("mayShare"),
  };
}

/**
 * The nodes in reach, as a relation `file_node`. With part of the account in reach, `roots` are the shared nodes that
 * each lies in, and a parent out of reach is none.
 */
function nodes({ accountId, reach }: Pick<Call, "accountId" | "reach">): RawBuilder<unknown> {
  if (reach === "everything") return sql`file_node`;
  return sql`(
    with recursive inside as (
      select id, id as root from file_node
      where account_id = ${accountId} and id = any(${[...reach.keys()]})
      union
      select n.id, i.root from file_node n join inside i on n.parent_id = i.id
      where n.account_id = ${accountId}
    ), reached as (select id, array_agg(root) as roots from inside group by id)
    select n.account_id, n.id, p.id as parent_id, n.node_type, n.name, n.blob_hash, n.size, n.type,
      n.created, n.modified, n.changed, n.executable, r.roots
    from file_node n join reached r on r.id = n.id left join reached p on p.id = n.parent_id
    where n.account_id = ${accountId}) file_node`;
}

type Shared = Pick<FileNodeRecord, "shareWith" | "shareUntil">;
const UNSHARED: Shared = { shareWith: null, shareUntil: null };

function sharedAs(shares: readonly Share[]): Shared {
  if (shares.length === 0) return UNSHARED;
  const ends = shares.flatMap(({ principalId, until }) =>
    until === null ? [] : [[principalId, utcDate(until)] as const],
  );
  return {
    shareWith: Object.fromEntries(
      shares.map(({ principalId, rights }) => [
        principalId,
        Object.fromEntries(rights.map((right) => [right, true])),
      ]),
    ),
    shareUntil: ends.length === 0 ? null : Object.fromEntries(ends),
  };
}

function recordOf(row: Row, call: Call, shared = UNSHARED): FileNodeRecord {
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
    ...shared,
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
  const shared = await sharedIn(db, { accountId, type: "FileNode" });
  if (shared.length === 0 || ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; places: string[] }>`
    with recursive up as (
      select id as start, id, parent_id from file_node
      where account_id = ${accountId} and id = any(${[...ids]})
      union
      select up.start, n.id, n.parent_id from file_node n join up on n.id = up.parent_id
      where n.account_id = ${accountId}
    )
    select start as id, array_agg(up.id order by up.id) as places from up
    where up.id = any(${shared}) group by start`.execute(db);
  return new Map(rows.map(({ id, places }) => [id, places]));
}

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
  async get(call, ids, properties, limit) {
    const { rows } = await sql<Row>`
      select * from ${nodes(call)}
      where account_id = ${call.accountId} and (${ids}::text[] is null or id = any(${ids}))
      order by id limit ${limit}`.execute(call.db);
    const records = rows.map((row) => recordOf(row, call));
    const asked = properties.includes("shareWith") || properties.includes("shareUntil");
    const mayShare = asked ? records.filter(({ myRights }) => myRights.mayShare) : [];
    if (mayShare.length === 0) return records;
    const of = { accountId: call.accountId, type: "FileNode" };
    const shares = await sharesOf(
      call.db,
      of,
      mayShare.map(({ id }) => id),
    );
    return records.map((record) => ({
      ...record,
      ...(record.myRights.mayShare && sharedAs(shares.get(record.id) ?? [])),
    }));
  },

  async findByBlobs(call, hashes) {
    const { db, accountId } = call;
    const { rows } = await sql<{ hash: string; id: string }>`
      select blob_hash as hash, id from ${nodes(call)}
      where account_id = ${accountId} and blob_hash = any(${[...hashes]}) order by id`.execute(db);
    return rows;
  },

  async list(call, filter, sort) {
    const { db, accountId } = call;
    const { rows } = await sql<{ id: string }>`${sql.raw(BY_REQUEST)}
      select id from ${nodes(call)} where account_id = ${accountId} and (${condition(filter)})
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
    await shareNode(call, row.id, record);
    const { id } = row;
    // By its rights alone what it is shared with says nothing new.
    const [made] = await fileNodeStore.get(call, [id], [], 1);
    const { nodeType, size, created, modified, changed, myRights } = made!;
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
      if (after.shareWith !== before.shareWith || after.shareUntil !== before.shareUntil)
        await shareNode(call, id, after);
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
      const below = (await descendantsOf(call, id)).map((node) => node.id);
      const { w, accountId } = call;
      const was = w.isShared(accountId) ? await sharedAbove(call, below) : undefined;
      for (const one of below)
        w.changed(
          accountId,
          "FileNode",
          one,
          "destroyed",
          null,
          was && { was: was.get(one) ?? [], is: [] },
        );
      await removeNodes(call, [...below, id]);
    }
  },
};

/** Nobody gives to others what that person may not do, but what they have already stays. */
async function checkGivers(call: WriteCall, id: string, wanted: readonly Share[]): Promise<void> {
  const { w, accountId, reach } = call;
  if (reach === "everything") return;
  const above = (await sharedAbove(call, [id])).get(id) ?? [];
  const own = new Set(above.flatMap((place) => [...(reach.get(place) ?? [])]));
  const before = (await sharesOf(w.tx, { accountId, type: "FileNode" }, [id])).get(id) ?? [];
  for (const { principalId, rights } of wanted) {
    const had = before.find((share) => share.principalId === principalId)?.rights ?? [];
    if (rights.some((right) => !own.has(right) && !had.includes(right)))
      refuseProperty("shareWith", "you may give only what you may do yourself");
  }
}

/** Shares a node as its record says. */
async function shareNode(
  call: WriteCall,
  id: string,
  { shareWith = null, shareUntil = null }: Partial<Shared>,
): Promise<void> {
  const { w, accountId } = call;
  const container = { accountId, type: "FileNode", id };
  const names = FILE_NODE_RIGHTS;
  const wanted = await checkShares(w.tx, { shareWith, shareUntil }, { names, accountId });
  await checkGivers(call, id, wanted);
  if (wanted.length > 0 || w.isShared(accountId)) await writeShares(w, container, wanted);
}

/** One statement: PostgreSQL looks at references to a parent only when all are gone. */
async function removeNodes({ w, accountId }: WriteCall, ids: readonly string[]): Promise<void> {
  const gone = await w.tx
    .deleteFrom("file_node")
    .where("account_id", "=", accountId)
    .where("id", "=", sql<string>`any(${[...ids]})`)
    .returning("size")
    .execute();
  if (w.isShared(accountId)) await removeShares(w, { accountId, type: "FileNode" }, ids);
  w.used(accountId, { octets: -gone.reduce((sum, { size }) => sum + (size ?? 0), 0) });
}
