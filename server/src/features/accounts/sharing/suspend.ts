import { sql } from "kysely";
import type { UnitOfWork } from "../../../engine/index.ts";
import type { Tx } from "../../../platform/db/index.ts";
import type { Shareable } from "./share-record.ts";
import {
  principalsAmong,
  sharesAbove,
  takeShares,
  writeGrants,
  type Container,
  type Grant,
} from "./shares.store.ts";

/** Shares records with nobody until `resumeShares`. Those whom it concerns are told that it is taken back. */
export async function suspendShares(
  w: UnitOfWork,
  { accountId, type }: Omit<Container, "id">,
  ids: readonly string[],
  by: string,
): Promise<void> {
  if (!w.isShared(accountId)) return;
  await sql`
    insert into share_suspended
      (account_id, type, container_id, principal_id, given_by, rights, until, name)
    select account_id, type, container_id, principal_id, given_by, rights, until, name from share_grant
    where account_id = ${accountId} and type = ${type} and container_id = any(${[...ids]})`.execute(
    w.tx,
  );
  await takeShares(w, { accountId, type }, ids, by);
}

/**
 * Shares records again: with those who are still there, and until the ends that have not come. What was passed on by somebody
 * who has it no more is for `settleShares`.
 * @param ids what others of them lie in comes before these
 * @param names of those that have another one by now
 */
export async function resumeShares(
  w: UnitOfWork,
  { accountId, type, above }: Pick<Shareable, "type" | "above"> & { readonly accountId: string },
  ids: readonly string[],
  { by, names }: { readonly by: string; readonly names: ReadonlyMap<string, string> },
): Promise<void> {
  if (!w.isShared(accountId)) return;
  const suspended = await takeSuspended(w.tx, { accountId, type }, ids);
  const principals = await principalsAmong(
    w.tx,
    accountId,
    suspended.map(({ principalId }) => principalId),
  );
  const byId = Map.groupBy(
    suspended.filter(
      ({ principalId, until }) => principals.has(principalId) && (until === null || until > w.now),
    ),
    ({ id }) => id,
  );
  for (const id of ids) {
    const grants = byId.get(id);
    if (grants === undefined) continue;
    const container = { accountId, type, id };
    const places = (await above({ accountId, db: w.tx }, [id])).get(id) ?? [];
    await writeGrants(w, container, grants, {
      by,
      name: names.get(id) ?? grants[0]!.name,
      above: await sharesAbove(w.tx, container, places),
    });
  }
}

interface Suspended extends Grant {
  readonly id: string;
  readonly name: string;
}

async function takeSuspended(
  tx: Tx,
  { accountId, type }: Omit<Container, "id">,
  ids: readonly string[],
): Promise<Suspended[]> {
  const { rows } = await sql<Suspended>`
    delete from share_suspended
    where account_id = ${accountId} and type = ${type} and container_id = any(${[...ids]})
    returning container_id as id, principal_id as "principalId", given_by as "givenBy", rights, until, name`.execute(
    tx,
  );
  return rows;
}
