import { sql } from "kysely";
import type { Engine, UnitOfWork } from "../../../engine/index.ts";
import { updateEmails } from "../email/email.store.ts";
import { snoozedOf, toSet } from "../email/row.ts";
import { newInbox } from "../mailbox/role-mailboxes.ts";
import { SNOOZED_COLUMNS, UNSNOOZED } from "../snooze/bring-back.ts";
import { BATCH, eachDue } from "../snooze/each-due.ts";

/** A message that nobody has answered until the time that its sender chose. */
export const FOLLOW_UP = "$followup";

/** Reminds of the messages that nobody has answered in time, each once; answers how many that were. */
export function followUpDue(engine: Engine, signal?: AbortSignal): Promise<number> {
  return eachDue(engine, "follow_up_at", remindOfSome, signal);
}

/**
 * Puts messages into the inbox, unread and on top of it. An answer has taken the time away when it came, so that there was
 * none. What was thrown away meanwhile stays where it is, and a draft waits until it is sent.
 */
async function remindOfSome(w: UnitOfWork, accountId: string): Promise<number> {
  const rows = await w.tx
    .selectFrom("email")
    .select(SNOOZED_COLUMNS)
    .where("account_id", "=", accountId)
    .where("follow_up_at", "<=", w.now)
    .where(sql<boolean>`not keywords @> array['$draft']`)
    .orderBy("follow_up_at")
    .orderBy("id")
    .limit(BATCH)
    .execute();
  if (rows.length === 0) return 0;
  const mailboxes = await w.tx
    .selectFrom("mailbox")
    .select(["id", "role"])
    .where("account_id", "=", accountId)
    .execute();
  const withRole = (role: string): string | undefined =>
    mailboxes.find((mailbox) => mailbox.role === role)?.id;
  const thrownAway = [withRole("trash"), withRole("junk")];
  const place = withRole("snoozed");
  const inbox = withRole("inbox") ?? (await newInbox(w, accountId));
  const isGone = (ids: readonly string[]): boolean => ids.every((id) => thrownAway.includes(id));
  const updates = rows.map((row) => {
    const before = {
      mailboxIds: toSet(row.mailbox_ids),
      keywords: toSet(row.keywords),
      snoozed: snoozedOf(row),
    };
    if (isGone(row.mailbox_ids))
      return { id: row.id, before, after: { ...before, followUpAt: null } };
    const keywords = row.keywords.filter((keyword) => keyword !== "$seen");
    const after = {
      mailboxIds: toSet([...row.mailbox_ids.filter((id) => id !== place), inbox]),
      keywords: toSet([...new Set([...keywords, UNSNOOZED, FOLLOW_UP])]),
      snoozed: null,
      followUpAt: null,
    };
    return { id: row.id, before, after };
  });
  await updateEmails({ w, accountId }, updates);
  for (const { id } of rows) w.changed(accountId, "Email", id, "updated");
  // Those who want notifications of new mail want one of this too.
  if (!rows.every((row) => isGone(row.mailbox_ids))) w.touched(accountId, "EmailDelivery");
  return rows.length;
}
