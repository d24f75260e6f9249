import type { EmailAddress } from "@atrium/contract/types/email";
import type { MailboxRole } from "@atrium/contract/types/mailbox";
import type { SetError } from "@atrium/contract/types/wire";
import { Refusal, type Call, type MethodEngine, type UnitOfWork } from "../../../engine/index.ts";
import { addressesOf, parseAddress, withoutDetail } from "../../accounts/index.ts";
import { addEmail } from "../email/new-email.ts";
import { newInbox } from "../mailbox/role-mailboxes.ts";
import { readMessage } from "../message/read-message.ts";
import type { ReadMessage } from "../message/read-message.task.ts";
import { forget, readDeleted, type DeletedRow } from "../email/deleted-email.store.ts";

export interface Restoring {
  /** Ids of the Emails that they are now, by their own. */
  readonly restored: Map<string, string>;
  readonly notRestored: Map<string, SetError>;
}

/** Messages that come back in one transaction. */
const BATCH = 50;

/** Mailboxes in which nobody would look for a message that they want back. */
const LEFT_OUT: readonly (string | null)[] = ["trash", "snoozed", "scheduled"];

/** Brings messages back as new ones, with their keywords, to where they were. What has no room stays where it is. */
export async function restoreEmails(
  call: Pick<Call, "accountId" | "db" | "services" | "budget">,
  engine: Pick<MethodEngine, "write">,
  ids: readonly string[],
  { restored, notRestored }: Restoring,
): Promise<void> {
  const { accountId, db, services } = call;
  for (let start = 0; start < ids.length; start += BATCH) {
    const some = ids.slice(start, start + BATCH);
    const messages = new Map<string, ReadMessage>();
    for (const { id, blob_hash: hash, size } of await readDeleted(db, accountId, some, BATCH)) {
      call.budget.spend("octetsRead", size);
      messages.set(id, await readMessage(services, { hash, size }));
    }
    await engine.write([accountId], async (w) => {
      // Another window may have been faster.
      const rows = await readDeleted(w.tx, accountId, [...messages.keys()], BATCH);
      const homes = await homesOf(w, accountId);
      for (const row of rows) {
        const { message, received } = messages.get(row.id)!;
        try {
          const { id } = await addEmail(w, accountId, {
            message,
            receivedAt: row.received_at,
            mailboxIds: homes(row, received !== null),
            keywords: row.keywords,
            authentication: row.authentication,
          });
          restored.set(row.id, id);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          notRestored.set(row.id, error.setError());
        }
      }
      await forget(
        w,
        accountId,
        rows.map(({ id }) => id).filter((id) => restored.has(id)),
      );
    });
    for (const id of some)
      if (!restored.has(id) && !notRestored.has(id)) notRestored.set(id, { type: "notFound" });
  }
}

type Home = Pick<DeletedRow, "mailbox_ids" | "trashed_from" | "keywords" | "sender">;

/**
 * Where messages go: into those mailboxes that they were in, or in before the trash, which are still there. Else drafts go to drafts,
 * what the account's owner has sent to sent mail, and all the rest to the inbox.
 */
async function homesOf(
  w: UnitOfWork,
  accountId: string,
): Promise<(row: Home, hasArrived: boolean) => string[]> {
  const mailboxes = await w.tx
    .selectFrom("mailbox")
    .select(["id", "role"])
    .where("account_id", "=", accountId)
    .execute();
  const open = new Set(
    mailboxes.filter(({ role }) => !LEFT_OUT.includes(role)).map(({ id }) => id),
  );
  const withRole = (wanted: MailboxRole): string | undefined =>
    mailboxes.find(({ role }) => role === wanted)?.id;
  const inbox = withRole("inbox") ?? (await newInbox(w, accountId));
  const own = new Set(await addressesOf(w.tx, accountId));
  const isOwn = ({ email }: EmailAddress): boolean => {
    const address = parseAddress(email);
    return (
      address !== null &&
      [address.canonical, withoutDetail(address) ?? ""].some((one) => own.has(one))
    );
  };
  return ({ mailbox_ids: last, trashed_from: before, keywords, sender }, hasArrived) => {
    for (const ids of [last, before ?? []]) {
      const there = ids.filter((id) => open.has(id));
      if (there.length > 0) return there;
    }
    if (keywords.includes("$draft")) return [withRole("drafts") ?? inbox];
    const isSent = !hasArrived && (sender ?? []).some(isOwn);
    return [(isSent ? withRole("sent") : undefined) ?? inbox];
  };
}
