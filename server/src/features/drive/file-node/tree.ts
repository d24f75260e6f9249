import { sql } from "kysely";
import { TRASH_ID } from "@atrium/contract/types/file-node";
import type { Call } from "../../../engine/index.ts";
import { isShared } from "../../accounts/index.ts";
import type { FileNodeTable } from "../tables.ts";

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
    .where("id", "<>", TRASH_ID)
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
