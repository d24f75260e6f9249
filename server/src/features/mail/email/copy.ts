import { sql } from "kysely";
import type { EmailCreate } from "@atrium/contract/types/email";
import { refuse, type CopyCall } from "../../../engine/index.ts";
import { WORDS_VERSION } from "../message/index-words.ts";
import { threadKeys } from "../thread/threading.ts";
import { checkKeywords, checkMailboxIds, checkReceivedAt } from "./email.rules.ts";
import { toSecond } from "./insert.ts";
import type { PreparedMessage } from "../message/message.ts";
import { addEmail, type CreatedEmail } from "./new-email.ts";

/** RFC 8621 §4.7: what may be given instead of the original's. */
const GIVEN = ["mailboxIds", "keywords", "receivedAt"];

/** Copies an Email into another account. The message is not read: its columns hold all that there is to know. */
export async function copyEmail(
  call: CopyCall,
  originalId: string,
  given: Partial<EmailCreate>,
): Promise<CreatedEmail> {
  const { w, accountId, fromAccountId } = call;
  const wrong = Object.keys(given).filter((name) => !GIVEN.includes(name));
  // RFC 8620 §5.4: mailboxes of the one account mean nothing in the other.
  if (given.mailboxIds === undefined) wrong.push("mailboxIds");
  if (wrong.length > 0) refuse("invalidProperties", undefined, { properties: wrong });
  const mailboxIds = Object.keys(given.mailboxIds ?? {});
  await checkMailboxIds(call, mailboxIds);
  checkReceivedAt(given.receivedAt);

  const row = await w.tx
    .selectFrom("email")
    .innerJoin("email_words", (join) =>
      join
        .onRef("email_words.account_id", "=", "email.account_id")
        .onRef("email_words.received_at", "=", "email.received_at")
        .onRef("email_words.email_id", "=", "email.id"),
    )
    .selectAll("email")
    .select([
      "email_words.words",
      "email_words.cut",
      "email_words.version",
      sql<string[]>`array(select part::text from unnest(email_words.parts) part)`.as("parts"),
    ])
    .where("email.account_id", "=", fromAccountId)
    .where("email.id", "=", originalId)
    .executeTakeFirst();
  if (row === undefined) refuse("notFound", "there is no such Email to copy");
  const receivedAt = given.receivedAt === undefined ? row.received_at : new Date(given.receivedAt);
  const message: PreparedMessage = {
    hash: row.blob_hash,
    size: row.size,
    sentAt: row.sent_at,
    sentOffset: row.sent_offset,
    subject: row.subject,
    baseSubject: row.base_subject,
    preview: row.preview,
    hasAttachment: row.has_attachment,
    isPartlyRead: row.is_partly_read,
    addresses: row.addresses,
    messageIds: row.message_ids,
    words: { tsvector: row.words, cut: row.cut, parts: row.parts },
    threadKeys: threadKeys(row.message_ids, row.base_subject),
    isAutomatic: false,
  };
  const created = await addEmail(w, accountId, {
    message,
    mailboxIds,
    keywords:
      given.keywords === undefined ? row.keywords : checkKeywords(Object.keys(given.keywords)),
    receivedAt,
    authentication: row.authentication,
  });
  // Words of an older kind are indexed again with the original's.
  if (row.version !== WORDS_VERSION)
    await w.tx
      .updateTable("email_words")
      .set({ version: row.version })
      .where("account_id", "=", accountId)
      .where("received_at", "=", toSecond(receivedAt))
      .where("email_id", "=", created.id)
      .execute();
  return created;
}
