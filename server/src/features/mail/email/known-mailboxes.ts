import type { Call } from "../../../engine/index.ts";

interface KnownMailboxes {
  readonly ids: ReadonlySet<string>;
  /** The one for snoozed mail. */
  readonly snoozed: string | undefined;
}

/** Mailboxes cannot change while an Email/set has locked the account, so one look a call is enough. */
const seen = new WeakMap<object, Promise<KnownMailboxes>>();

export function knownMailboxes(call: Pick<Call, "db" | "accountId">): Promise<KnownMailboxes> {
  let known = seen.get(call);
  if (known === undefined) {
    known = call.db
      .selectFrom("mailbox")
      .select(["id", "role"])
      .where("account_id", "=", call.accountId)
      .execute()
      .then((rows) => ({
        ids: new Set(rows.map(({ id }) => id)),
        snoozed: rows.find(({ role }) => role === "snoozed")?.id,
      }));
    seen.set(call, known);
  }
  return known;
}
