import type { StateChange } from "@atrium/contract/types/wire";
import { sql, type Selectable } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import { AT_ONCE_TO_ONE, LEASE, UNVERIFIED_FOR } from "./limits.ts";
import type { PushSubscriptionTable } from "./tables.ts";

export type Subscription = Selectable<PushSubscriptionTable>;

/** What a person may see by a credential. */
export interface Seen {
  /** Those that are part in reach among them. */
  readonly accounts: readonly string[];
  /** The states in an account that is part in reach; `null` for a whole one. */
  readonly statesIn: (accountId: string) => Promise<Readonly<Record<string, string>> | null>;
  /** States as the user sees them. */
  readonly shown: (changed: StateChange["changed"]) => StateChange["changed"];
  /** Names of types. */
  readonly types: readonly string[];
}

const seenColumns = ({ accounts, types }: Pick<Seen, "accounts" | "types">) => ({
  sees: [...accounts],
  sees_types: [...types],
});

/**
 * Takes subscriptions to which something is to be sent; no other process gets them until the lease is over. One that was
 * not greeted gets its verification code; one that is verified gets what has changed since its last push. `busy`
 * counts by person what is being sent already: nobody gets more than their share.
 */
export async function claimDue(
  db: Db,
  now: Date,
  limit: number,
  busy: Readonly<Record<string, number>>,
): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    with due as (
      select s.account_id, s.id, s.due_at,
        row_number() over (partition by s.person_id order by s.due_at, s.id)
          + coalesce((${JSON.stringify(busy)}::jsonb ->> s.person_id)::int, 0) as n
      from push_subscription s
      where s.due_at <= ${now} and coalesce(s.busy_until, ${now}) <= ${now}
        and coalesce(s.expires, 'infinity') > ${now}
        and (not s.is_greeted or s.is_verified and exists (
          select from type_state t
          where t.account_id = any(s.sees) and (s.types is null or t.type = any(s.types))
            and (s.sees_types is null or t.type = any(s.sees_types))
            and t.modseq > coalesce((s.told ->> t.account_id)::bigint, 0)))
    ), chosen as (
      select s.account_id, s.id from push_subscription s
      join due on due.account_id = s.account_id and due.id = s.id
      -- Another process may have had it meanwhile.
      where due.n <= ${AT_ONCE_TO_ONE} and s.due_at <= ${now}
        and coalesce(s.busy_until, ${now}) <= ${now}
      order by due.due_at limit ${limit} for update of s skip locked
    )
    update push_subscription s set busy_until = ${new Date(now.getTime() + LEASE)}
    from chosen where s.account_id = chosen.account_id and s.id = chosen.id
    returning s.*`.execute(db);
  return rows;
}

/** What has changed of what the person sees since each account was last pushed: account → type → modseq. */
export async function changesFor(
  db: Db,
  { types, told }: Subscription,
  seen: Seen,
): Promise<Map<string, Map<string, number>>> {
  const { sees, sees_types } = seenColumns(seen);
  const { rows } = await sql<{ account_id: string; type: string; modseq: number }>`
    select account_id, type, modseq from type_state
    where account_id = any(${sees}) and (${types}::text[] is null or type = any(${types}))
      and (${sees_types}::text[] is null or type = any(${sees_types}))
      and modseq > coalesce((${JSON.stringify(told)}::jsonb ->> account_id)::bigint, 0)
    order by account_id, type`.execute(db);
  const changes = new Map<string, Map<string, number>>();
  for (const { account_id, type, modseq } of rows) {
    const byType = changes.get(account_id) ?? new Map<string, number>();
    changes.set(account_id, byType.set(type, modseq));
  }
  return changes;
}

/** Ends a claim and keeps what came of it. */
export async function settle(
  db: Db,
  { account_id, id }: Subscription,
  kept: Partial<
    Pick<Subscription, "is_greeted" | "told" | "failures" | "pause" | "due_at"> & { seen: Seen }
  >,
): Promise<void> {
  const { told, seen, ...values } = kept;
  await db
    .updateTable("push_subscription")
    .set({
      ...values,
      ...(seen && seenColumns(seen)),
      ...(told === undefined ? {} : { told: JSON.stringify(told) }),
      busy_until: null,
    })
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .execute();
}

/** Keeps what the person sees by now, whoever may be sending to the subscription. */
export async function noteSeen(
  db: Db,
  { account_id, id }: Subscription,
  seen: Seen,
): Promise<void> {
  await db
    .updateTable("push_subscription")
    .set(seenColumns(seen))
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .execute();
}

/** RFC 8620 §7.2: the address and the keys go with it. */
export async function forget(db: Db, { account_id, id }: Subscription): Promise<void> {
  await db
    .deleteFrom("push_subscription")
    .where("account_id", "=", account_id)
    .where("id", "=", id)
    .execute();
}

export async function forgetExpired(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom("push_subscription")
    .where((e) =>
      e.or([
        e("expires", "<=", now),
        e.and([
          e("is_verified", "=", false),
          e("created_at", "<=", new Date(now.getTime() - UNVERIFIED_FOR)),
        ]),
      ]),
    )
    .execute();
}

/** All subscriptions, or a person's, to look after what they belong to. */
export function subscriptionsOf(db: Db, personId: string | null): Promise<Subscription[]> {
  return db
    .selectFrom("push_subscription")
    .selectAll()
    .$if(personId !== null, (query) => query.where("person_id", "=", personId))
    .execute();
}
