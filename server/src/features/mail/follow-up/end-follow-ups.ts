import { sql, type Selectable } from "kysely";
import type { EmailAddress } from "@atrium/contract/types/email";
import type { UnitOfWork } from "../../../engine/index.ts";
import { addressesOf, parseAddress, withoutDetail } from "../../accounts/index.ts";
import { updateEmails } from "../email/email.store.ts";
import { snoozedOf, toSet } from "../email/row.ts";
import type { PreparedMessage } from "../message/message.ts";
import { UNSNOOZED } from "../snooze/bring-back.ts";
import type { EmailTable } from "../tables.ts";
import { FOLLOW_UP } from "./follow-up-due.ts";

type Row = Pick<
  Selectable<EmailTable>,
  "id" | "mailbox_ids" | "keywords" | "snoozed_until" | "snoozed_to"
> & { readonly authors: readonly EmailAddress[] | null };

/** Of a long References field the last ones count. */
const MAX_ANSWERED = 20;

/**
 * Ends the reminders of messages that a message just delivered answers: it names one of them, or is in its conversation.
 * What a machine wrote is no answer, nor is junk, nor what the account writes itself.
 */
export async function endFollowUps(
  w: UnitOfWork,
  accountId: string,
  { id, threadId, isNewThread }: { id: string; threadId: string; isNewThread: boolean },
  { message, isJunk }: { readonly message: PreparedMessage; readonly isJunk: boolean },
): Promise<void> {
  const { inReplyTo, references } = message.messageIds;
  // A reply with another subject begins a conversation of its own.
  const answered = [...(inReplyTo ?? []), ...(references ?? []).slice(-MAX_ANSWERED)];
  if (isJunk || message.isAutomatic || (isNewThread && answered.length === 0)) return;
  const { rows } = await sql<Row>`
    select id, mailbox_ids, keywords, snoozed_until, snoozed_to, addresses->'from' as authors from email
    where account_id = ${accountId} and id <> ${id} and follow_up_at is not null
      and (thread_id = ${threadId} or message_ids->'messageId'->>0 = any(${answered.slice(-MAX_ANSWERED)}))
    union all
    select id, mailbox_ids, keywords, snoozed_until, snoozed_to, addresses->'from' from email
    where account_id = ${accountId} and id <> ${id} and follow_up_at is null
      and thread_id = ${threadId} and keywords @> array[${FOLLOW_UP}]`.execute(w.tx);
  if (rows.length === 0) return;
  const own = new Set(await addressesOf(w.tx, accountId));
  const authors = (message.addresses.from ?? []).map(({ email }) => spellingsOf(email));
  const isOther = (row: Row): boolean => {
    const before = new Set((row.authors ?? []).flatMap(({ email }) => spellingsOf(email)));
    return !authors.some((spellings) => spellings.some((one) => own.has(one) || before.has(one)));
  };
  const ended = rows.filter(isOther);
  const updates = ended.map((row) => {
    const before = {
      mailboxIds: toSet(row.mailbox_ids),
      keywords: toSet(row.keywords),
      snoozed: snoozedOf(row),
    };
    const isBack = row.keywords.includes(FOLLOW_UP);
    const keywords = row.keywords.filter(
      (keyword) => !isBack || (keyword !== FOLLOW_UP && keyword !== UNSNOOZED),
    );
    return {
      id: row.id,
      before,
      after: { ...before, keywords: toSet(keywords), followUpAt: null },
    };
  });
  if (updates.length === 0) return;
  await updateEmails({ w, accountId }, updates);
  for (const { id } of updates) w.changed(accountId, "Email", id, "updated");
}

/** As addresses are compared, with a detail after a plus sign and without. */
function spellingsOf(email: string): readonly string[] {
  const parsed = parseAddress(email);
  if (parsed === null) return [email.toLowerCase()];
  return [parsed.canonical, withoutDetail(parsed) ?? parsed.canonical];
}
