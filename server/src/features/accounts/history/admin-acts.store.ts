import { AdministratorAct } from "@atrium/contract/types/administrator-act";
import type { ConditionOf, Filter } from "@atrium/contract/types/define";
import { sql, type Selectable } from "kysely";
import type { Db, Tables, Tx } from "../../../platform/db/index.ts";
import { storable } from "../../../platform/storable.ts";
import { holdsWord, whereOf, type UnitOfWork } from "../../../engine/index.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import type { ActorOrSystem } from "../policy.ts";
import "../tables.ts";

/** One thing that an administrator did. */
export interface AdminAct {
  readonly id: string;
  readonly at: Date;
  /** `null`: the command line or the set-up. */
  readonly personId: string | null;
  /** Such as `person.disable`. */
  readonly verb: string;
  /** The id or name of what it was done to. */
  readonly thing: string;
  /** Where it came from; `null`: the command line or the set-up. */
  readonly ip: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Writes down an act in the transaction that does it, and in the log. `detail` never holds a secret. */
export async function recordAct(
  w: UnitOfWork,
  actor: ActorOrSystem,
  act: Pick<AdminAct, "verb" | "thing"> & { readonly detail?: AdminAct["detail"] },
): Promise<void> {
  const personId = actor === "system" ? null : actor.personId;
  const ip = actor === "system" ? null : (actor.ip ?? null);
  const id = w.newId("t");
  w.changed(ORGANISATION, AdministratorAct.name, id, "created");
  w.afterCommit(() =>
    w.log.info({ act: act.verb, thing: act.thing, person: personId, ip }, "action"),
  );
  await w.tx
    .insertInto("admin_act")
    .values({
      account_id: ORGANISATION,
      id,
      at: w.now,
      person_id: personId,
      ip,
      verb: act.verb,
      thing: act.thing,
      detail: JSON.stringify(act.detail ?? {}, storableValue),
    })
    .execute();
}

const storableValue = (_key: string, value: unknown): unknown =>
  typeof value === "string" ? storable(value) : value;

/** The newest acts first; `before` is the id of the last one already seen. */
export async function listActs(
  db: Db,
  { limit, before }: { limit: number; before?: string },
): Promise<AdminAct[]> {
  let query = db
    .selectFrom("admin_act")
    .selectAll()
    .where("account_id", "=", ORGANISATION)
    .orderBy("id", "desc")
    .limit(limit);
  if (before !== undefined) query = query.where("id", "<", before);
  const rows = await query.execute();
  return rows.map(actOf);
}

/** An act with what its people and things are called. */
export interface NamedAct extends AdminAct {
  readonly personName: string | null;
  readonly thingName: string | null;
}

const NAMED = sql`admin_act t
  left join person who on who.account_id = t.account_id and who.id = t.person_id
  left join person p on p.account_id = t.account_id and p.id = t.thing
  left join person_group g on g.account_id = t.account_id and g.id = t.thing
  left join shared_account s on s.account_id = t.account_id and s.id = t.thing`;
/** What is gone is called as it was. */
const THING_NAME = sql`coalesce(p.name, g.name, s.name, t.detail->>'address', t.detail->>'name')`;

/** These acts, or the newest ones. */
export async function readActs(
  db: Db | Tx,
  ids: readonly string[] | null,
  limit: number,
): Promise<NamedAct[]> {
  const chosen = ids === null ? null : [...ids];
  const { rows } = await sql<NamedAct>`
    select t.id, t.at, t.person_id as "personId", who.name as "personName", t.ip, t.verb, t.thing,
      ${THING_NAME} as "thingName", t.detail
    from ${NAMED}
    where t.account_id = ${ORGANISATION} and (${chosen}::text[] is null or t.id = any(${chosen}::text[]))
    order by t.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Ids of the acts that a filter means, at most `limit` of the newest. */
export async function searchActs(
  db: Db | Tx,
  filter: Filter<ConditionOf<typeof AdministratorAct>> | null,
  { isAscending, limit }: { readonly isAscending: boolean; readonly limit: number },
): Promise<string[]> {
  const where = whereOf(filter, ({ text, personId, before }) => [
    ...(text === undefined
      ? []
      : [
          sql`(${holdsWord(sql`who.name`, text)} or ${holdsWord(THING_NAME, text)}
            or ${holdsWord(sql`t.thing`, text)} or ${holdsWord(sql`t.detail->>'address'`, text)})`,
        ]),
    ...(personId === undefined ? [] : [sql`t.person_id = ${personId}`]),
    ...(before === undefined ? [] : [sql`t.at < ${before}::timestamptz`]),
  ]);
  const { rows } = await sql<{ id: string }>`
    select t.id from ${NAMED} where t.account_id = ${ORGANISATION} and ${where}
    order by t.id desc limit ${limit}`.execute(db);
  const ids = rows.map(({ id }) => id);
  return isAscending ? ids.reverse() : ids;
}

/** The newest act of a kind; `null` when there was none. */
export async function lastAct(db: Db | Tx, verb: string): Promise<AdminAct | null> {
  const row = await db
    .selectFrom("admin_act")
    .selectAll()
    .where("account_id", "=", ORGANISATION)
    .where("verb", "=", verb)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : actOf(row);
}

const actOf = ({
  id,
  at,
  person_id,
  verb,
  thing,
  ip,
  detail,
}: Selectable<Tables["admin_act"]>): AdminAct => ({
  id,
  at,
  personId: person_id,
  verb,
  thing,
  ip,
  detail,
});
