import { sql, type Selectable } from "kysely";
import type { Db, Tables } from "../platform/db/index.ts";
import { refuse } from "./errors.ts";
import { CHANGE_LOG_DAYS } from "./limits.ts";
import type { Change } from "./tables.ts";
import type { Reach } from "./reach.ts";
import type { Call } from "./serve.ts";
import { isSeen, readStateIn } from "./states.ts";

/** Changes of one type between two states, each record once (RFC 8620 §5.2). */
export interface Changes {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly destroyed: readonly string[];
  /** The details of all updates, when every one of them named the same; else null. */
  readonly detail: string | null;
  readonly newState: number;
  readonly hasMore: boolean;
}

/** A state as a client sends it back. @throws Refusal `cannotCalculateChanges`, also when the reach has changed since. */
export const parseState = (call: Call, type: string, state: string): number =>
  call.services.stateTexts.read(call, type, state) ??
  refuse("cannotCalculateChanges", "unknown state");

/**
 * What changed since a state, at most `max` records; then the state in between is answered. With part of the account in
 * reach, what came into it was created, and what left it destroyed.
 * @throws Refusal `cannotCalculateChanges` when the log does not reach back so far, or the state is of the future.
 */
export async function changesSince(
  { db, accountId, reach }: Pick<Call, "db" | "accountId" | "reach">,
  type: string,
  since: number,
  max: number,
): Promise<Changes> {
  const account = await db
    .selectFrom("account")
    .select(["modseq", "log_floor"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (account === undefined || since < account.log_floor || since > account.modseq)
    refuse("cannotCalculateChanges");
  // First the state: a change between the two reads is then sent again, never lost.
  const current = Math.max(await readStateIn(db, accountId, type, reach), since);
  const logged = db
    .selectFrom("change_log")
    .select(["modseq", "id", "change", "detail"])
    .where("account_id", "=", accountId)
    .where("type", "=", type)
    .where("modseq", ">", since)
    .where("modseq", "<=", current)
    .orderBy("modseq")
    .limit(max + 1);
  const rows =
    reach === "everything"
      ? await logged.execute()
      : (await logged.select(["was_in", "is_in"]).where(isSeen(reach)).execute()).map((row) =>
          asSeen(row, reach),
        );
  const hasMore = rows.length > max;
  const taken = hasMore ? rows.slice(0, max) : rows;
  return { ...summary(taken), newState: hasMore ? taken.at(-1)!.modseq : current, hasMore };
}

type Logged = Pick<Selectable<Tables["change_log"]>, "change" | "was_in" | "is_in">;

/** A change as those see it who have these containers in reach. */
function asSeen<Row extends Logged>(row: Row, reach: Exclude<Reach, "everything">): Row {
  // Logged while nothing was shared: that time is not of this reach.
  if (row.was_in === null || row.is_in === null) return refuse("cannotCalculateChanges");
  const was = row.was_in.some((id) => reach.has(id));
  const is = row.is_in.some((id) => reach.has(id));
  return { ...row, change: was && is ? "updated" : is ? "created" : "destroyed" };
}

function summary(
  rows: readonly { id: string; change: Change; detail: string | null }[],
): Pick<Changes, "created" | "updated" | "destroyed" | "detail"> {
  // Where part of an account is in reach, a record may leave it and come back: what counts is its first and last change.
  const records = new Map<string, { readonly wasThere: boolean; isThere: boolean }>();
  const details = new Set<string | null>();
  for (const { id, change, detail } of rows) {
    let record = records.get(id);
    if (record === undefined)
      records.set(id, (record = { wasThere: change !== "created", isThere: true }));
    record.isThere = change !== "destroyed";
    if (change === "updated" && record.wasThere) details.add(detail);
  }
  const created: string[] = [];
  const updated: string[] = [];
  const destroyed: string[] = [];
  for (const [id, { wasThere, isThere }] of records)
    if (isThere) (wasThere ? updated : created).push(id);
    else if (wasThere) destroyed.push(id);
  return { created, updated, destroyed, detail: details.size === 1 ? [...details][0]! : null };
}

/** Forgets changes that are older than the log remembers, and from which state on it still knows everything. */
export async function trimChangeLog(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - CHANGE_LOG_DAYS * 86_400_000);
  const { rows } = await sql<{ account_id: string }>`
    select distinct account_id from change_log where changed_at < ${before}::timestamptz
    order by account_id`.execute(db);
  // One at a time: no account waits for another's, and nobody who locks several of them does so in a circle.
  for (const { account_id: accountId } of rows)
    await sql`
      with gone as (
        delete from change_log where account_id = ${accountId} and changed_at < ${before}::timestamptz
        returning modseq
      )
      update account set log_floor = greatest(log_floor, (select max(modseq) from gone))
      where account_id = ${accountId}`.execute(db);
}
