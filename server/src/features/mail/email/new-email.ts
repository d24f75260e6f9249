import type { EmailCreate, EmailRecord } from "@atrium/contract/types/email";
import {
  blobId,
  refuse,
  type Call,
  type UnitOfWork,
  type WriteCall,
} from "../../../engine/index.ts";
import { composeMessage, planMessage } from "./compose/compose.ts";
import { checkKeywords, checkReceivedAt } from "./email.rules.ts";
import { insertEmails, type NewEmail } from "./insert.ts";
import { preparing, type PreparedMessage } from "../message/message.ts";
import { readMessage } from "../message/read-message.ts";

/** What a client gets of an Email that was made (RFC 8621 §4.6, §4.7, §4.8). */
export type CreatedEmail = Pick<EmailRecord, "id" | "blobId" | "threadId" | "size">;

/** Octets that writing a message takes for each octet of its content: as read, encoded, and put together. */
const WRITING = 4;

/** Writes the message of an Email that a client creates, and keeps it, before anything is locked. */
export async function prepareEmail(call: Call, record: EmailCreate): Promise<PreparedMessage> {
  checkKeywords(Object.keys(record.keywords ?? {}));
  checkReceivedAt(record.receivedAt);
  const plan = await planMessage(call, record);
  call.budget.spend("octetsRead", plan.size);
  const stored = await preparing.run(plan.size * WRITING, async () => {
    const bytes = await composeMessage(call, plan);
    const { hash } = await call.services.blobs.put(bytes);
    return { hash, size: bytes.length };
  });
  const { message } = await readMessage(call.services, stored);
  return message;
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
    ...(record.followUpAt != null && { followUpAt: new Date(record.followUpAt) }),
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
