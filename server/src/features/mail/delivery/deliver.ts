import { sql } from "kysely";
import type { EmailAuthentication, EmailJunkVerdict } from "@atrium/contract/types/email";
import type { MailboxRole } from "@atrium/contract/types/mailbox";
import type { Engine, UnitOfWork } from "../../../engine/index.ts";
import { checkKeywords } from "../email/email.rules.ts";
import { insertEmails } from "../email/insert.ts";
import { endFollowUps } from "../follow-up/end-follow-ups.ts";
import { joinConversation } from "./join-conversation.ts";
import {
  byRole,
  homeOf,
  selectRoleMailboxes,
  type RoleMailbox,
} from "../mailbox/role-mailboxes.ts";
import { mailboxAtPath } from "../mailbox/mailbox-at-path.ts";
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
  /** What was thought of it for this one. */
  readonly junk?: EmailJunkVerdict | null;
  /** What a filter decided, in place of the above but for `mailboxRole`. */
  readonly filtered?: Filtered;
}

export interface Copy {
  readonly hash: string;
  readonly size: number;
}

/** A filter's decision about a message in one account. */
export interface Filtered {
  /** What becomes of it there: one email, none, or several if they differ. */
  readonly emails: readonly FilteredEmail[];
  /** The rules that acted on it, by name. */
  readonly rules: readonly string[];
  /** What is done with the delivery, in its transaction, and never twice. */
  readonly also: (w: UnitOfWork) => Promise<void>;
}

export interface FilteredEmail {
  /** At least one. */
  readonly destinations: readonly Destination[];
  readonly keywords: readonly string[];
  readonly copy: Copy;
}

/** A mailbox: the recipient's `mailboxRole`, one by its id, or one that is made if it is not there. */
export type Destination = "home" | { readonly id: string } | { readonly path: readonly string[] };

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
  for (const { hash, size } of recipients.flatMap((to) => copiesFor(to, delivery))) {
    if (messages.has(hash)) continue;
    const { message } = await readMessage(engine.services, { hash, size });
    messages.set(hash, message);
  }
  return await engine.write(accountIds, async (w) => {
    const { claims, mailboxes } = await claimDeliveries(w, accountIds, transactionId);
    const delivered: Delivered[] = [];
    for (const to of recipients) {
      const { accountId, mailboxRole = "inbox", copy = delivery, junk = null } = to;
      const claim = claims.get(accountId)!;
      if (claim.duplicate) {
        delivered.push({ accountId, ...claim });
        continue;
      }
      const home = (): Promise<string> => homeOf(w, accountId, mailboxRole, mailboxes);
      const emails: readonly NewEmail[] = to.filtered
        ? await resolveDestinations(w, accountId, to.filtered.emails, home)
        : [{ mailboxIds: to.mailboxIds ?? [await home()], keywords: to.keywords ?? [], copy }];
      const filteredBy = to.filtered?.rules.length ? to.filtered.rules : null;
      for (const [index, { mailboxIds, keywords: given, copy }] of emails.entries()) {
        const keywords = checkKeywords(given);
        const message = messages.get(copy.hash)!;
        const id = index === 0 ? claim.emailId : w.newId("m");
        const [email] = await insertEmails(w, accountId, [
          { id, message, receivedAt, mailboxIds, keywords, authentication, filteredBy, junk },
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
        await endFollowUps(w, accountId, email!, {
          message,
          isJunk: mailboxIds.every((id) => id === mailboxes.get(`${accountId} junk`)),
        });
        // RFC 8621 §1.5: what clients that only want to know of new mail listen for.
        if (isNews) w.touched(accountId, "EmailDelivery");
        delivered.push({ accountId, emailId: id, duplicate: false });
      }
      await to.filtered?.also(w);
    }
    return delivered;
  });
}

interface NewEmail {
  readonly mailboxIds: readonly string[];
  readonly keywords: readonly string[];
  readonly copy: Copy;
}

/** The blobs that a recipient gets. */
const copiesFor = ({ copy, filtered }: Recipient, delivery: Delivery): readonly Copy[] =>
  filtered ? filtered.emails.map((email) => email.copy) : [copy ?? delivery];

/** The ids of mailboxes that a filter names, home for those that are gone meanwhile. */
async function resolveDestinations(
  w: UnitOfWork,
  accountId: string,
  emails: readonly FilteredEmail[],
  home: () => Promise<string>,
): Promise<NewEmail[]> {
  const named = emails.flatMap(({ destinations }) =>
    destinations.flatMap((to) => (to !== "home" && "id" in to ? to.id : [])),
  );
  const there = new Set(
    named.length === 0
      ? []
      : (
          await w.tx
            .selectFrom("mailbox")
            .select("id")
            .where("account_id", "=", accountId)
            .where("id", "=", sql<string>`any(${named})`)
            .execute()
        ).map(({ id }) => id),
  );
  const idOf = async (to: Destination): Promise<string> => {
    if (to === "home") return await home();
    if ("id" in to) return there.has(to.id) ? to.id : await home();
    return (await mailboxAtPath(w, accountId, to.path)) ?? (await home());
  };
  const resolved: NewEmail[] = [];
  for (const { destinations, keywords, copy } of emails) {
    const mailboxIds = new Set<string>();
    for (const to of destinations) mailboxIds.add(await idOf(to));
    resolved.push({ mailboxIds: [...mailboxIds], keywords, copy });
  }
  return resolved;
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
