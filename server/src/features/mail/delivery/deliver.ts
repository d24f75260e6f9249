import { sql } from "kysely";
import type { EmailAuthentication } from "@atrium/contract/types/email";
import type { MailboxRole } from "@atrium/contract/types/mailbox";
import type { Engine, UnitOfWork } from "../../../engine/index.ts";
import { checkKeywords } from "../email/email.rules.ts";
import { insertEmails } from "../email/insert.ts";
import { joinConversation } from "./join-conversation.ts";
import { homeOf, roleMailboxes } from "./mailboxes.ts";
import type { PreparedMessage } from "../email/message.ts";
import { readMessage } from "../email/read-message.ts";

export interface Recipient {
  readonly accountId: string;
  /** Where it goes, `inbox` unless given; also when the account has no such mailbox. */
  readonly mailboxRole?: MailboxRole;
  /** Instead of a role: mailboxes that are there. */
  readonly mailboxIds?: readonly string[];
  readonly keywords?: readonly string[];
  /** The durable blob that this one gets in place of the delivery's, as one who is reached by a list does. */
  readonly copy?: Copy;
}

interface Copy {
  readonly hash: string;
  readonly size: number;
}

/** `hash` and `size` are of the message's durable blob. */
export interface Delivery extends Copy {
  /** Names the acceptance of this message: delivered again under the same name, it is not written again. */
  readonly transactionId: string;
  readonly receivedAt: Date;
  /** Of mail from outside. */
  readonly authentication?: EmailAuthentication | null;
  readonly recipients: readonly Recipient[];
}

export interface Delivered {
  readonly accountId: string;
  readonly emailId: string;
  /** It had been delivered before, under the same transaction. */
  readonly duplicate: boolean;
}

/**
 * Puts one message into the accounts of all its recipients: all of them or none, committed and durable when it
 * resolves.
 * @throws Refusal `accountNotFound` when a recipient's account is not there (any more).
 */
export async function deliver(engine: Engine, delivery: Delivery): Promise<Delivered[]> {
  const { transactionId, receivedAt, authentication = null } = delivery;
  const recipients = [
    ...new Map(delivery.recipients.map((to) => [to.accountId, to])).values(),
  ].sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
  const accountIds = recipients.map((to) => to.accountId);
  // Reading and parsing before any row is locked.
  const messages = new Map<string, PreparedMessage>();
  for (const { copy: { hash, size } = delivery } of recipients) {
    if (messages.has(hash)) continue;
    const { message } = await readMessage(engine.services, { hash, size });
    messages.set(hash, message);
  }
  return await engine.write(accountIds, async (w) => {
    const earlier = await earlierDeliveries(w, accountIds, transactionId);
    const mailboxes = await roleMailboxes(w, accountIds);
    const delivered: Delivered[] = [];
    for (const to of recipients) {
      const { accountId, mailboxRole = "inbox", copy = delivery } = to;
      const before = earlier.get(accountId);
      if (before !== undefined) {
        delivered.push({ accountId, emailId: before, duplicate: true });
        continue;
      }
      const mailboxIds = to.mailboxIds ?? [await homeOf(w, accountId, mailboxRole, mailboxes)];
      const keywords = checkKeywords(to.keywords ?? []);
      const [email] = await insertEmails(w, accountId, [
        { message: messages.get(copy.hash)!, receivedAt, mailboxIds, keywords, authentication },
      ]);
      const inbox = mailboxes.get(`${accountId} inbox`);
      const isReply = inbox !== undefined && mailboxIds.includes(inbox) && !email!.isNewThread;
      const { isNews } = isReply
        ? await joinConversation(
            w,
            accountId,
            { ...email!, mailboxIds, keywords },
            { inbox, archive: mailboxes.get(`${accountId} archive`) },
          )
        : { isNews: true };
      // RFC 8621 §1.5: what clients that only want to know of new mail listen for.
      if (isNews) w.touched(accountId, "EmailDelivery");
      delivered.push({ accountId, emailId: email!.id, duplicate: false });
    }
    await rememberDeliveries(w, transactionId, delivered);
    return delivered;
  });
}

async function earlierDeliveries(
  w: UnitOfWork,
  accountIds: readonly string[],
  transactionId: string,
): Promise<Map<string, string>> {
  const rows = await w.tx
    .selectFrom("delivery")
    .select(["account_id", "email_id"])
    .where("account_id", "=", sql<string>`any(${accountIds})`)
    .where("transaction_id", "=", transactionId)
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.email_id]));
}

async function rememberDeliveries(
  w: UnitOfWork,
  transactionId: string,
  delivered: readonly Delivered[],
): Promise<void> {
  const fresh = delivered.filter((one) => !one.duplicate);
  if (fresh.length === 0) return;
  await sql`
    insert into delivery (account_id, transaction_id, email_id, delivered_at)
    select account, ${transactionId}, email, ${w.now}::timestamptz from unnest(
      ${fresh.map((one) => one.accountId)}::text[], ${fresh.map((one) => one.emailId)}::text[]) as d (account, email)`.execute(
    w.tx,
  );
}
