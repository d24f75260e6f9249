import type { Selectable } from "kysely";
import type { Engine, UnitOfWork } from "../../../engine/index.ts";
import { newInbox } from "../mailbox/role-mailboxes.ts";
import { updateEmails } from "../email/email.store.ts";
import { snoozedOf, toSet } from "../email/row.ts";
import type { EmailTable } from "../tables.ts";
import { BATCH, eachDue } from "./each-due.ts";

/** Mail that has come back and was not looked at since: lists have it on top. */
export const UNSNOOZED = "$unsnoozed";

export type SnoozedRow = Pick<
  Selectable<EmailTable>,
  "id" | "thread_id" | "received_at" | "mailbox_ids" | "keywords" | "snoozed_until" | "snoozed_to"
>;

export const SNOOZED_COLUMNS = [
  "id",
  "thread_id",
  "received_at",
  "mailbox_ids",
  "keywords",
  "snoozed_until",
  "snoozed_to",
] as const;

/** Brings back all snoozed mail whose hour has come, once; answers how much that was. */
export function bringBackDue(engine: Engine, signal?: AbortSignal): Promise<number> {
  return eachDue(engine, "snoozed_until", bringBackSome, signal);
}

async function bringBackSome(w: UnitOfWork, accountId: string): Promise<number> {
  const rows = await w.tx
    .selectFrom("email")
    .select(SNOOZED_COLUMNS)
    .where("account_id", "=", accountId)
    .where("snoozed_until", "<=", w.now)
    .orderBy("snoozed_until")
    .orderBy("id")
    .limit(BATCH)
    .execute();
  await bringBack(w, accountId, rows, "its hour has come");
  // Those who want notifications of new mail want one of this too.
  if (rows.length > 0) w.touched(accountId, "EmailDelivery");
  return rows.length;
}

/**
 * Takes messages out of the mailbox for snoozed mail to where they are wanted. At its hour a conversation counts as
 * news: its latest message is unread again, and lists have it on top. New mail in it is news enough.
 */
export async function bringBack(
  w: UnitOfWork,
  accountId: string,
  rows: readonly SnoozedRow[],
  why: "its hour has come" | "new mail",
): Promise<void> {
  if (rows.length === 0) return;
  const mailboxes = await w.tx
    .selectFrom("mailbox")
    .select(["id", "role"])
    .where("account_id", "=", accountId)
    .execute();
  const ids = new Set(mailboxes.map(({ id }) => id));
  const withRole = (role: string): string | undefined =>
    mailboxes.find((mailbox) => mailbox.role === role)?.id;
  const place = withRole("snoozed");
  const inbox = withRole("inbox") ?? (await newInbox(w, accountId));
  const latest = new Map<string, SnoozedRow>();
  for (const row of rows) {
    const other = latest.get(row.thread_id);
    if (other === undefined || isLater(row, other)) latest.set(row.thread_id, row);
  }
  const isLatest = (row: SnoozedRow): boolean => latest.get(row.thread_id) === row;
  const updates = rows.map((row) => {
    const before = {
      mailboxIds: toSet(row.mailbox_ids),
      keywords: toSet(row.keywords),
      snoozed: snoozedOf(row),
    };
    // Where the person put it elsewhere, there it stays.
    if (place === undefined || !row.mailbox_ids.includes(place))
      return { id: row.id, before, after: { ...before, snoozed: null } };
    const others = row.mailbox_ids.filter((id) => id !== place);
    const wanted = row.snoozed_to;
    const target = wanted !== null && wanted !== place && ids.has(wanted) ? wanted : inbox;
    const keywords =
      why === "new mail"
        ? row.keywords
        : [...row.keywords.filter((keyword) => keyword !== "$seen" || !isLatest(row)), UNSNOOZED];
    return {
      id: row.id,
      before,
      after: {
        mailboxIds: toSet([...others, target]),
        keywords: toSet(keywords),
        snoozed: null,
      },
    };
  });
  await updateEmails({ w, accountId }, updates);
  for (const { id } of rows) w.changed(accountId, "Email", id, "updated");
}

function isLater(a: SnoozedRow, b: SnoozedRow): boolean {
  const apart = a.received_at.getTime() - b.received_at.getTime();
  return apart > 0 || (apart === 0 && a.id > b.id);
}
