import type { Selectable } from "kysely";
import type { Db, Tables, Tx } from "../../../platform/db/index.ts";
import type { UnitOfWork } from "../../../engine/index.ts";
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
  w.afterCommit(() => w.log.info({ act: act.verb, thing: act.thing, person: personId, ip }, "act"));
  await w.tx
    .insertInto("admin_act")
    .values({
      account_id: ORGANISATION,
      id: w.newId("t"),
      at: w.now,
      person_id: personId,
      ip,
      verb: act.verb,
      thing: act.thing,
      detail: JSON.stringify(act.detail ?? {}),
    })
    .execute();
}

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
