import { randomBytes } from "node:crypto";
import { sql, type Selectable } from "kysely";
import type {
  PushSubscription,
  PushSubscriptionRecord,
} from "@atrium/contract/types/push-subscription";
import { utcDate } from "@atrium/contract/types/utc-date";
import { refuse, typesSeenBy, type Call, type Store } from "../../engine/index.ts";
import type { PushSubscriptionTable } from "./tables.ts";

/** Every process that sends listens to it. */
export const TOPIC = "push-subscription";

/** RFC 8620 §7.2.1: never to be returned. */
const SECRET = ["url", "keys"];

/** RFC 8620 §7.2: only those that were made with the same credentials are there at all. */
export function ownSubscriptions({ db, accountId, actor }: Call) {
  const credential =
    actor.credential ?? refuse("forbidden", "push subscriptions need a credential");
  return db
    .selectFrom("push_subscription")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("person_id", "=", actor.personId)
    .where("credential", "=", credential);
}

function recordOf(row: Selectable<PushSubscriptionTable>): Partial<PushSubscriptionRecord> {
  return {
    id: row.id,
    deviceClientId: row.device_client_id,
    verificationCode: row.is_verified ? row.verification_code : null,
    expires: row.expires === null ? null : utcDate(row.expires),
    types: row.types,
  };
}

export const pushSubscriptionStore: Store<typeof PushSubscription> = {
  updatable: ["id", "deviceClientId", "verificationCode", "expires", "types"],

  async get(call, ids, properties, limit) {
    if (properties.some((name) => SECRET.includes(name)))
      refuse("forbidden", "url and keys are never returned");
    const rows = await ownSubscriptions(call)
      .$if(ids !== null, (query) => query.where("id", "=", sql<string>`any(${[...(ids ?? [])]})`))
      .orderBy("id")
      .limit(limit)
      .execute();
    return rows.map(recordOf);
  },

  async create({ w, accountId, actor: given, services }, record) {
    const id = w.newId("u");
    const actor = await services.withShares(given, null, w.tx);
    const sees = [...Object.keys(actor.accounts), ...Object.keys(actor.partialAccounts ?? {})];
    const { rows } = await sql<{ account_id: string; modseq: number }>`
      select account_id, modseq from account
      where account_id = any(${sees})`.execute(w.tx);
    const newest = Object.fromEntries(rows.map((row) => [row.account_id, row.modseq]));
    await w.tx
      .insertInto("push_subscription")
      .values({
        account_id: accountId,
        id,
        person_id: actor.personId,
        credential: actor.credential!,
        device_client_id: record.deviceClientId,
        url: record.url,
        p256dh: record.keys?.p256dh ?? null,
        auth: record.keys?.auth ?? null,
        expires: record.expires == null ? null : new Date(record.expires),
        types: record.types === undefined ? null : (record.types as string[] | null),
        verification_code: randomBytes(24).toString("base64url"),
        sees,
        sees_types: [...typesSeenBy(actor, services.types)],
        told: JSON.stringify(newest),
        due_at: w.now,
        created_at: w.now,
      })
      .execute();
    w.hint(TOPIC, id);
    return { id };
  },

  async update({ w, accountId }, updates) {
    for (const { id, after, changed } of updates) {
      await w.tx
        .updateTable("push_subscription")
        .set({
          expires: after.expires === null ? null : new Date(after.expires),
          types: after.types as string[] | null,
          ...(changed.includes("verificationCode") ? { is_verified: true } : {}),
        })
        .where("account_id", "=", accountId)
        .where("id", "=", id)
        .execute();
      w.hint(TOPIC, id);
    }
  },

  async destroy({ w, accountId }, ids) {
    await w.tx
      .deleteFrom("push_subscription")
      .where("account_id", "=", accountId)
      .where("id", "=", sql<string>`any(${[...ids]})`)
      .execute();
  },
};
