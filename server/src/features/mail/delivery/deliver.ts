import { sql } from "kysely";
import type { EmailAuthentication } from "@atrium/contract/types/email";
import type { MailboxRole } from "@atrium/contract/types/mailbox";
import type { Engine, UnitOfWork } from "../../../engine/index.ts";
import { checkKeywords } from "../email/email.rules.ts";
import { insertEmails } from "../email/insert.ts";
import { joinConversation } from "./join-conversation.ts";
import {
  byRole,
  homeOf,
  selectRoleMailboxes,
  type RoleMailbox,
} from "../mailbox/role-mailboxes.ts";
import type { PreparedMessage } from "../message/message.ts";
import { readMessage } from "../message/read-message.ts";

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
  /** What reading that blob would return, where it is known already. */
  readonly prepared?: PreparedMessage | null;
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
  const { hash, size, prepared = null } = delivery;
  if (prepared !== null) messages.set(hash, { ...prepared, hash, size });
  for (const { copy: { hash, size } = delivery } of recipients) {
    if (messages.has(hash)) continue;
    const { message } = await readMessage(engine.services, { hash, size });
    messages.set(hash, message);
  }
  return await engine.write(accountIds, async (w) => {
    const { claims, mailboxes } = await claimDeliveries(w, accountIds, transactionId);
    const delivered: Delivered[] = [];
    for (const to of recipients) {
      const { accountId, mailboxRole = "inbox", copy = delivery } = to;
      const claim = claims.get(accountId)!;
      if (claim.duplicate) {
        delivered.push({ accountId, ...claim });
        continue;
      }
      const mailboxIds = to.mailboxIds ?? [await homeOf(w, accountId, mailboxRole, mailboxes)];
      const keywords = checkKeywords(to.keywords ?? []);
      const message = messages.get(copy.hash)!;
      const [email] = await insertEmails(w, accountId, [
        { id: claim.emailId, message, receivedAt, mailboxIds, keywords, authentication },
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
      delivered.push({ accountId, ...claim });
    }
    return delivered;
  });
}

type Claim = Omit<Delivered, "accountId">;

/**
 * Remembers the deliveries before they are made, each with the id that the message will have, and returns which were made
 * before; and the mailboxes with a role that the accounts have.
 */
async function claimDeliveries(
  w: UnitOfWork,
  accountIds: readonly string[],
  transactionId: string,
): Promise<{
  readonly claims: ReadonlyMap<string, Claim>;
  readonly mailboxes: Map<string, string>;
}> {
  const emailIds = accountIds.map(() => w.newId("m"));
  const { rows } = await sql<Omit<RoleMailbox, "role"> & { role: string | null }>`
    with claimed as (
      insert into delivery (account_id, transaction_id, email_id, delivered_at)
      select account, ${transactionId}, email, ${w.now}::timestamptz
      from unnest(${accountIds}::text[], ${emailIds}::text[]) as d (account, email)
      on conflict do nothing
      returning account_id, email_id
    )
    select account_id, email_id as id, null as role from claimed
    union all ${selectRoleMailboxes(accountIds)}`.execute(w.tx);
  const claims = new Map(
    rows
      .filter(({ role }) => role === null)
      .map(({ account_id, id }) => [account_id, { emailId: id, duplicate: false }]),
  );
  const mailboxes = byRole(
    rows.flatMap(({ role, ...row }) => (role === null ? [] : { ...row, role })),
  );
  const others = accountIds.filter((accountId) => !claims.has(accountId));
  if (others.length === 0) return { claims, mailboxes };
  const earlier = await w.tx
    .selectFrom("delivery")
    .select(["account_id", "email_id"])
    .where("account_id", "=", sql<string>`any(${others})`)
    .where("transaction_id", "=", transactionId)
    .execute();
  for (const row of earlier) claims.set(row.account_id, { emailId: row.email_id, duplicate: true });
  return { claims, mailboxes };
}
