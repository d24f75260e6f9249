import type { EmailCreate, EmailRecord } from "@atrium/contract/types/email";
import type { MailboxRole } from "@atrium/contract/types/mailbox";
import {
  blobId,
  refuse,
  type Call,
  type Engine,
  type UnitOfWork,
  type WriteCall,
} from "../../../engine/index.ts";
import { newInbox, roleMailboxes } from "../delivery/mailboxes.ts";
import { composeMessage, planMessage } from "./compose/compose.ts";
import { checkKeywords, checkReceivedAt } from "./email.rules.ts";
import { insertEmails, type NewEmail } from "./insert.ts";
import { prepareMessage, preparing, type PreparedMessage } from "./message.ts";

/** What a client is told of an Email that was made (RFC 8621 §4.6, §4.7, §4.8). */
export type CreatedEmail = Pick<EmailRecord, "id" | "blobId" | "threadId" | "size">;

/** Octets that writing a message takes for each octet of its content: as read, encoded, and put together. */
const WRITING = 4;

/** Writes the message of an Email that a client creates, and keeps it, before anything is locked. */
export async function prepareEmail(call: Call, record: EmailCreate): Promise<PreparedMessage> {
  checkKeywords(Object.keys(record.keywords ?? {}));
  checkReceivedAt(record.receivedAt);
  const plan = await planMessage(call, record);
  return await preparing.run(plan.size * WRITING, async () => {
    const bytes = await composeMessage(call, plan);
    const { hash } = await call.services.blobs.put(bytes);
    return prepareMessage(bytes, hash);
  });
}

export async function createPreparedEmail(
  { w, accountId }: WriteCall,
  record: EmailCreate,
  message: PreparedMessage,
): Promise<CreatedEmail & Pick<EmailRecord, "hasAttachment" | "preview">> {
  const created = await addEmail(w, accountId, {
    message,
    mailboxIds: Object.keys(record.mailboxIds),
    keywords: Object.keys(record.keywords ?? {}),
    receivedAt: record.receivedAt === undefined ? w.now : new Date(record.receivedAt),
  });
  const { hasAttachment, preview } = message;
  return { ...created, hasAttachment, preview };
}

/** Adds one Email to an account whose mailboxes and keywords have been checked. @throws Refusal `overQuota` */
export async function addEmail(
  w: UnitOfWork,
  accountId: string,
  email: NewEmail,
): Promise<CreatedEmail> {
  const { hash, size } = email.message;
  if (w.isOverQuota(accountId, { octets: size, emails: 1 })) refuse("overQuota");
  const [inserted] = await insertEmails(w, accountId, [email]);
  const { id, threadId } = inserted!;
  return { id, threadId, blobId: blobId(hash), size };
}

/** A message that another feature puts into an account, such as the copy of what was sent. */
export interface EmailToCreate {
  readonly accountId: string;
  readonly bytes: Uint8Array;
  readonly mailboxIds?: readonly string[];
  /** Instead of ids; the inbox when the account has no such mailbox. */
  readonly mailboxRole?: MailboxRole;
  readonly keywords?: readonly string[];
  /** Now, unless given. */
  readonly receivedAt?: Date;
}

/**
 * Keeps a message and makes an Email of it, in a transaction of its own.
 * @throws Refusal `accountNotFound`, `overQuota`, `invalidProperties`
 */
export async function createEmail(engine: Engine, email: EmailToCreate): Promise<CreatedEmail> {
  const { accountId, bytes, mailboxRole = "inbox" } = email;
  const keywords = checkKeywords(email.keywords ?? []);
  const { hash } = await engine.services.blobs.put(bytes);
  const message = prepareMessage(bytes, hash);
  return await engine.write([accountId], async (w) => {
    const mailboxes = await roleMailboxes(w, [accountId]);
    const mailboxIds = email.mailboxIds ?? [
      mailboxes.get(`${accountId} ${mailboxRole}`) ??
        mailboxes.get(`${accountId} inbox`) ??
        (await newInbox(w, accountId)),
    ];
    const receivedAt = email.receivedAt ?? w.now;
    return await addEmail(w, accountId, { message, mailboxIds, keywords, receivedAt });
  });
}
