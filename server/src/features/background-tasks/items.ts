import type { PatchObject } from "@atrium/contract/types/wire";
import { sql } from "kysely";
import type { UnitOfWork } from "../../engine/index.ts";
import "./tables.ts";

/** Where a task's items are kept. */
export interface ItemsOf {
  readonly w: Pick<UnitOfWork, "tx">;
  readonly accountId: string;
  readonly taskId: string;
}

/** One record that a task is about. */
export interface Item {
  readonly position: number;
  readonly id: string;
}

/** Puts records behind those that there are. `from`: the first one's position. */
export async function addItems(
  { w, accountId, taskId }: ItemsOf,
  from: number,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into background_task_item (account_id, task_id, position, record_id)
    select ${accountId}, ${taskId}, ${from}::int + n - 1, id
    from unnest(${[...ids]}::text[]) with ordinality as item (id, n)`.execute(w.tx);
}

/** The next ones from a position on. */
export async function itemsFrom(
  { w, accountId, taskId }: ItemsOf,
  from: number,
  limit: number,
): Promise<readonly Item[]> {
  const { rows } = await sql<Item>`
    select position, record_id as id from background_task_item
    where account_id = ${accountId} and task_id = ${taskId} and position >= ${from}
    order by position limit ${limit}`.execute(w.tx);
  return rows;
}

/** Keeps what takes back what was done with records, by position. */
export async function keepInverses(
  { w, accountId, taskId }: ItemsOf,
  inverses: ReadonlyMap<number, PatchObject>,
): Promise<void> {
  if (inverses.size === 0) return;
  await sql`
    update background_task_item item set inverse = given.inverse::jsonb
    from unnest(${[...inverses.keys()]}::int[], ${[...inverses.values()].map((patch) => JSON.stringify(patch))}::text[])
      as given (position, inverse)
    where item.account_id = ${accountId} and item.task_id = ${taskId}
      and item.position = given.position`.execute(w.tx);
}

/** What takes back what another task did, from a position on. */
export async function inversesFrom(
  { w, accountId, taskId }: ItemsOf,
  from: number,
  limit: number,
): Promise<readonly (Item & { readonly inverse: PatchObject })[]> {
  const { rows } = await sql<Item & { inverse: PatchObject }>`
    select position, record_id as id, inverse from background_task_item
    where account_id = ${accountId} and task_id = ${taskId} and position >= ${from} and inverse is not null
    order by position limit ${limit}`.execute(w.tx);
  return rows;
}

export async function countInverses({ w, accountId, taskId }: ItemsOf): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from background_task_item
    where account_id = ${accountId} and task_id = ${taskId} and inverse is not null`.execute(w.tx);
  return rows[0]!.count;
}
