import { sql } from "kysely";
import type { UnitOfWork } from "../../../engine/index.ts";
import { updateEmails } from "../email/email.store.ts";
import { toSet } from "../email/row.ts";
import { bringBack, SNOOZED_COLUMNS } from "../snooze/bring-back.ts";

const MUTED = "$muted";

/** A message that has just been put into the inbox. */
export interface Arrived {
  readonly id: string;
  readonly threadId: string;
  readonly mailboxIds: readonly string[];
  readonly keywords: readonly string[];
}

/**
 * What the conversation that a new message belongs to makes of it: in one that was muted it goes to the archive, and
 * one that was snoozed comes back at once. Answers whether the message is news.
 */
export async function joinConversation(
  w: UnitOfWork,
  accountId: string,
  arrived: Arrived,
  { inbox, archive }: { readonly inbox: string; readonly archive: string | undefined },
): Promise<{ readonly isNews: boolean }> {
  const rows = await w.tx
    .selectFrom("email")
    .select(SNOOZED_COLUMNS)
    .where("account_id", "=", accountId)
    .where("thread_id", "=", arrived.threadId)
    .where("id", "<>", arrived.id)
    .where(sql<boolean>`(snoozed_until is not null or keywords @> array[${MUTED}])`)
    .execute();
  if (!rows.some(({ keywords }) => keywords.includes(MUTED))) {
    await bringBack(w, accountId, rows, "new mail");
    return { isNews: true };
  }
  const others = arrived.mailboxIds.filter((id) => id !== inbox);
  const before = { mailboxIds: toSet(arrived.mailboxIds), keywords: toSet(arrived.keywords) };
  const after = {
    mailboxIds: toSet([...others, archive ?? inbox]),
    keywords: toSet([...arrived.keywords, MUTED]),
  };
  await updateEmails({ w, accountId }, [{ id: arrived.id, before, after }]);
  return { isNews: false };
}
