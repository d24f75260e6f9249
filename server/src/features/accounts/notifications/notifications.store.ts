import {
  ShareNotification,
  type ShareNotificationRecord,
} from "@atrium/contract/types/share-notification";
import { sql } from "kysely";
import type { Engine, UnitOfWork } from "../../../engine/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import { LIMITS } from "../limits.ts";
import "../tables.ts";

/** Accounts that are looked for at a time. */
const AT_ONCE = 100;

export type NewNotification = Omit<ShareNotificationRecord, "id" | "created"> & {
  readonly created: Date;
};

/** Tells a person, in the place of what was told of that object before; the unit has locked the person's account. */
export async function addNotification(
  w: UnitOfWork,
  accountId: string,
  { created, changedBy, objectType, objectAccountId, objectId, name, ...rights }: NewNotification,
): Promise<void> {
  const earlier = await w.tx
    .deleteFrom("share_notification")
    .where("account_id", "=", accountId)
    .where("object_account_id", "=", objectAccountId)
    .where("object_type", "=", objectType)
    .where("object_id", "=", objectId)
    .returning("id")
    .execute();
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
  const id = w.newId("u");
  await w.tx
    .insertInto("share_notification")
    .values({
      account_id: accountId,
      id,
      created,
      changed_by: JSON.stringify(changedBy),
      object_type: objectType,
      object_account_id: objectAccountId,
      object_id: objectId,
      name,
      old_rights: json(rights.oldRights),
      new_rights: json(rights.newRights),
    })
    .execute();
  const { rows: over } = await sql<{ id: string }>`
    delete from share_notification where account_id = ${accountId} and id = any(
      select id from share_notification where account_id = ${accountId}
      order by created desc, id desc offset ${LIMITS.notificationsPerPerson})
    returning id`.execute(w.tx);
  w.changed(accountId, ShareNotification.name, id, "created");
  noteGone(w, accountId, [...earlier, ...over]);
}

const noteGone = (w: UnitOfWork, accountId: string, rows: readonly { id: string }[]): void => {
  for (const { id } of rows) w.changed(accountId, ShareNotification.name, id, "destroyed");
};

/** Forgets what nobody has dismissed for long; to be called once a day. */
export async function forgetNotifications(engine: Engine): Promise<void> {
  const before = new Date(engine.services.clock.now().getTime() - LIMITS.notificationsKept);
  for (;;) {
    const accountIds = await accountsWithOld(engine.db, before);
    for (const accountId of accountIds)
      await engine.write([accountId], async (w) => {
        const old = await w.tx
          .deleteFrom("share_notification")
          .where("account_id", "=", accountId)
          .where("created", "<", before)
          .returning("id")
          .execute();
        noteGone(w, accountId, old);
      });
    if (accountIds.length < AT_ONCE) return;
  }
}

async function accountsWithOld(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct n.account_id as id from share_notification n
    join account a on a.account_id = n.account_id
    where n.created < ${before} order by 1 limit ${AT_ONCE}`.execute(db);
  return rows.map(({ id }) => id);
}
