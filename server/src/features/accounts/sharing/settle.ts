import { sql } from "kysely";
import type { BeforeCommit, Engine, Services, UnitOfWork } from "../../../engine/index.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { enqueue } from "../../../platform/jobs/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { isSameShare, settled, type PlacedGrant } from "./passed-on.ts";
import {
  grantsOf,
  OWNER,
  sharesAbove,
  writeGrants,
  type Container,
  type Grant,
} from "./shares.store.ts";

/** The job that takes back what was passed on by people who do not have it any more, after a change of groups or people. */
export const SETTLE_SHARES = { name: "shares.settle", retry: 10 };

/** By what the units of work of an engine know what they are to settle. */
const settlers = new WeakMap<Services["types"], BeforeCommit>();

/**
 * Ends what was passed on in an account by people who have it no more, or not so long: once before the commit, however much
 * of what is shared there, and of where it lies, the unit changes. Costs one statement where nobody has passed on anything.
 */
export function settleShares(
  w: UnitOfWork,
  { types }: Pick<Services, "types">,
  { accountId, type }: Omit<Container, "id">,
  { by }: { readonly by: string | null },
): void {
  const settle = settlers.get(types) ?? settlerOf(types);
  settlers.set(types, settle);
  w.beforeCommit(settle, [JSON.stringify([accountId, type, by])]);
}

const settlerOf =
  (types: Services["types"]): BeforeCommit =>
  async (w, items) => {
    for (const item of items) {
      const [accountId, type, by] = JSON.parse(item) as [string, string, string | null];
      await settleNow(w, types, { accountId, type }, by);
    }
  };

async function settleNow(
  w: UnitOfWork,
  types: Services["types"],
  { accountId, type }: Omit<Container, "id">,
  by: string | null,
): Promise<void> {
  const container = types.find((one) => one.type.name === type)?.container;
  if (container === undefined || !(await isPassedOn(w.tx, { accountId, type }))) return;
  const byId = await grantsOf(w.tx, { accountId, type }, null);
  const passedOn = [...byId].flatMap(([id, of]) => (of.some(isGivenOn) ? [id] : []));
  const places = await container.above({ accountId, db: w.tx }, passedOn);
  const leftById = await settledIn(w, byId, places);
  for (const [id, was] of byId) {
    const is = leftById.get(id) ?? [];
    if (is.length === was.length && is.every((grant, at) => isSameShare(grant, was[at]!))) continue;
    const one = { accountId, type, id };
    await writeGrants(w, one, is, {
      by,
      above: await sharesAbove(w.tx, one, places.get(id) ?? []),
    });
    w.changed(accountId, type, id, "updated", null, { was: [], is: [] });
  }
}

const isGivenOn = ({ givenBy }: Grant): boolean => givenBy !== OWNER;

/**
 * What is left of grants, by the ids of what they are of.
 * @param byId all of the places of what was passed on among them
 */
export async function settledIn(
  { tx, now }: Pick<UnitOfWork, "tx" | "now">,
  byId: ReadonlyMap<string, readonly Grant[]>,
  places: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, readonly Grant[]>> {
  const grants = [...byId].flatMap(([id, of]) =>
    of.map((grant): PlacedGrant => ({ ...grant, id })),
  );
  const givers = grants.filter(isGivenOn).map(({ givenBy }) => givenBy);
  if (givers.length === 0) return byId;
  const principals = await principalsOf(tx, givers);
  const left = settled(grants, {
    now,
    placesOf: (id) => places.get(id) ?? [],
    principalsOf: (personId) => principals.get(personId) ?? [personId],
  });
  return Map.groupBy(left, ({ id }) => id);
}

async function isPassedOn(
  db: Db | Tx,
  { accountId, type }: Omit<Container, "id">,
): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from share_grant
      where account_id = ${accountId} and type = ${type} and given_by <> ${OWNER}) as is`.execute(
    db,
  );
  return rows[0]!.is;
}

/** By each person, that person and the groups that the person is in, at any depth. */
async function principalsOf(
  db: Db | Tx,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ personId: string; principals: string[] }>`
    with recursive mine (person, id) as (
      select distinct p collate "C", p collate "C" from unnest(${[...personIds]}::text[]) p
      union
      select mine.person, m.group_id from person_group_member m join mine on m.member_id = mine.id
      where m.account_id = ${ORGANISATION}
    )
    select person as "personId", array_agg(id) as principals from mine group by person`.execute(db);
  return new Map(rows.map(({ personId, principals }) => [personId, principals]));
}

/**
 * Has it looked at what people behind these principals, in groups within groups too, have passed on: by a job, since none of
 * the accounts is locked here. To be called before a group or a person changes.
 */
export async function settleLater(
  { tx }: Pick<UnitOfWork, "tx">,
  principalIds: readonly string[],
): Promise<void> {
  if (principalIds.length === 0) return;
  const { numAffectedRows = 0n } = await sql`
    with recursive behind (id) as (
      select unnest(${[...principalIds]}::text[]) collate "C"
      union
      select m.member_id from person_group_member m join behind on m.group_id = behind.id
      where m.account_id = ${ORGANISATION}
    )
    insert into share_unsettled (account_id)
    select distinct g.account_id from share_grant g join behind on behind.id = g.given_by
    on conflict do nothing`.execute(tx);
  if (numAffectedRows > 0n) await enqueue(tx, SETTLE_SHARES);
}

/** Looks at all accounts where that is wanted. */
export async function settleUnsettled(engine: Engine, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await sql<{ accountId: string }>`
      select account_id as "accountId" from share_unsettled join account using (account_id)
      limit 1`.execute(engine.db);
    const accountId = rows[0]?.accountId;
    if (accountId === undefined) return;
    await engine.write([accountId], async (w) => {
      await w.tx.deleteFrom("share_unsettled").where("account_id", "=", accountId).execute();
      for (const { type, container } of engine.services.types)
        if (container !== undefined && Object.hasOwn(container.within, type.name))
          settleShares(w, engine.services, { accountId, type: type.name }, { by: null });
    });
  }
}
