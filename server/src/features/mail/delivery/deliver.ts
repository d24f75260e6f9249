import type { MailboxRole } from "@atrium/contract/types/mailbox";
import type { Engine, UnitOfWork } from "../../../engine/index.ts";
import { checkKeywords } from "../email/email.rules.ts";
import { insertEmails } from "../email/insert.ts";
import { prepareMessage, type PreparedMessage } from "../email/message.ts";

export interface Recipient {
  readonly accountId: string;
  /** Where it goes, `inbox` unless given; also when the account has no such mailbox. */
  readonly mailboxRole?: MailboxRole;
  /** Instead of a role: mailboxes that are there. */
  readonly mailboxIds?: readonly string[];
  readonly keywords?: readonly string[];
}

export interface Delivery {
  /** The durable blob of the message. */
  readonly hash: string;
  readonly size: number;
  /** Spares the reading of the blob when the caller has prepared the message already. */
  readonly message?: PreparedMessage;
  /** Names the acceptance of this message: delivered again under the same name, it is not written again. */
  readonly transactionId: string;
  readonly receivedAt: Date;
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
  const { hash, transactionId, receivedAt } = delivery;
  // Reading and parsing before any row is locked.
  const message = delivery.message ?? prepareMessage(await engine.services.blobs.read(hash), hash);
  const recipients = [
    ...new Map(delivery.recipients.map((to) => [to.accountId, to])).values(),
  ].sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
  return await engine.write(
    recipients.map((to) => to.accountId),
    async (w) => {
      const delivered: Delivered[] = [];
      for (const to of recipients) {
        const { accountId } = to;
        const earlier = await w.tx
          .selectFrom("delivery")
          .select("email_id")
          .where("account_id", "=", accountId)
          .where("transaction_id", "=", transactionId)
          .executeTakeFirst();
        if (earlier !== undefined) {
          delivered.push({ accountId, emailId: earlier.email_id, duplicate: true });
          continue;
        }
        const [email] = await insertEmails(w, accountId, [
          {
            message,
            receivedAt,
            mailboxIds: to.mailboxIds ?? [await mailboxOf(w, accountId, to.mailboxRole ?? "inbox")],
            keywords: checkKeywords(to.keywords ?? []),
          },
        ]);
        const emailId = email!.id;
        await w.tx
          .insertInto("delivery")
          .values({
            account_id: accountId,
            transaction_id: transactionId,
            email_id: emailId,
            delivered_at: w.now,
          })
          .execute();
        // RFC 8621 §1.5: what clients that only want to know of new mail listen for.
        w.touched(accountId, "EmailDelivery");
        delivered.push({ accountId, emailId, duplicate: false });
      }
      return delivered;
    },
  );
}

/** The mailbox of a role, or the inbox where there is none; an account that lost even that gets a new one. */
export async function mailboxOf(
  w: UnitOfWork,
  accountId: string,
  role: MailboxRole,
): Promise<string> {
  const rows = await w.tx
    .selectFrom("mailbox")
    .select(["id", "role"])
    .where("account_id", "=", accountId)
    .where("role", "in", [role, "inbox"])
    .execute();
  const found = rows.find((row) => row.role === role) ?? rows[0];
  if (found !== undefined) return found.id;
  const id = w.newId("f");
  await w.tx
    .insertInto("mailbox")
    .values({
      account_id: accountId,
      id,
      name: "Inbox",
      parent_id: null,
      role: "inbox",
      sort_order: 10,
      is_subscribed: true,
    })
    .execute();
  w.changed(accountId, "Mailbox", id, "created");
  return id;
}
