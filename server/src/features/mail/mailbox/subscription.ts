import type { Call, WriteCall } from "../../../engine/index.ts";

/**
 * RFC 8621 §2: `isSubscribed` is each person's own in an account that several people see, and false until a user
 * says otherwise. In a personal account it stands with the mailbox.
 */
export function isShared({ actor, accountId }: Pick<Call, "actor" | "accountId">): boolean {
  return actor.accounts[accountId]?.isPersonal !== true;
}

/** The mailboxes of a shared account to which the person who asks is subscribed; `null` in a personal one. */
export async function subscriptions(call: Call): Promise<ReadonlySet<string> | null> {
  if (!isShared(call)) return null;
  const rows = await call.db
    .selectFrom("mailbox_subscription")
    .select("mailbox_id")
    .where("account_id", "=", call.accountId)
    .where("person_id", "=", call.actor.personId)
    .execute();
  return new Set(rows.map((row) => row.mailbox_id));
}

export async function subscribe(
  { w, accountId, actor }: WriteCall,
  mailboxId: string,
  isSubscribed: boolean,
): Promise<void> {
  const key = { account_id: accountId, mailbox_id: mailboxId, person_id: actor.personId };
  if (isSubscribed)
    await w.tx
      .insertInto("mailbox_subscription")
      .values(key)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await w.tx
      .deleteFrom("mailbox_subscription")
      .where("account_id", "=", key.account_id)
      .where("mailbox_id", "=", key.mailbox_id)
      .where("person_id", "=", key.person_id)
      .execute();
}
