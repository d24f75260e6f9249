import type { EmailRecord } from "@atrium/contract/types/email";
import { Mailbox } from "@atrium/contract/types/mailbox";
import { SetRefused, type Account } from "@atrium/jmap";
import { mailboxesOf, type Mailboxes } from "../mailboxes/use-mailboxes.ts";
import { t } from "../strings/index.ts";
import { DEALT_WITH, type Marked, type PatchOf } from "./patches.ts";

/**
 * Out of sight until an hour. What was in the inbox or the archive comes back to the inbox, what was in a folder of
 * one's own to that; what was sent stays where it is and comes to the inbox too. Mail in no such folder stays as it is.
 * @param until a UTCDate
 */
export function snoozing(until: string, mailboxes: Mailboxes): PatchOf | undefined {
  const place = mailboxes.byRole("snoozed")?.id;
  if (place === undefined) return undefined;
  const to = (moveToMailboxId: string | null) => ({
    snoozed: { until, moveToMailboxId },
    ...DEALT_WITH,
  });
  return ({ mailboxIds, snoozed }) => {
    if (mailboxIds[place]) return to(snoozed?.moveToMailboxId ?? null);
    const roles = Object.keys(mailboxIds).flatMap((id) => mailboxes.byId(id) ?? []);
    const from =
      roles.find(({ role }) => role === "inbox") ??
      roles.find(({ role }) => role === null) ??
      roles.find(({ role }) => role === "archive");
    if (from)
      return {
        [`mailboxIds/${from.id}`]: null,
        [`mailboxIds/${place}`]: true,
        ...to(from.role === null ? from.id : null),
      };
    const isSent = roles.some(({ role }) => role === "sent");
    return isSent ? { [`mailboxIds/${place}`]: true, ...to(null) } : {};
  };
}

/** Back at once to where its hour would have brought it. */
export function unsnoozing(mailboxes: Mailboxes): PatchOf | undefined {
  const place = mailboxes.byRole("snoozed")?.id;
  const inbox = mailboxes.byRole("inbox")?.id;
  if (place === undefined || inbox === undefined) return undefined;
  return ({ mailboxIds, snoozed }) => {
    if (!mailboxIds[place]) return {};
    const wanted = snoozed?.moveToMailboxId ?? inbox;
    const target = mailboxes.byId(wanted) && wanted !== place ? wanted : inbox;
    return { [`mailboxIds/${place}`]: null, [`mailboxIds/${target}`]: true, snoozed: null };
  };
}

/** The messages of conversations that a person means to snooze: what came in, if anything did, and not one's own answers. */
export function worthSnoozing(
  emails: readonly EmailRecord[],
  mailboxes: Mailboxes,
): readonly EmailRecord[] {
  const isIn =
    (...wanted: readonly string[]) =>
    ({ mailboxIds }: Marked): boolean =>
      Object.keys(mailboxIds).some((id) => wanted.includes(mailboxes.byId(id)?.role ?? "own"));
  return [...Map.groupBy(emails, ({ threadId }) => threadId).values()].flatMap((thread) => {
    for (const wanted of [isIn("inbox", "snoozed"), isIn("own", "archive")])
      if (thread.some(wanted)) return thread.filter(wanted);
    return thread;
  });
}

/** Makes sure that there is a folder for what is snoozed. Rejects like any call of the client. */
export async function snoozedFolder(account: Account): Promise<void> {
  if (mailboxesOf(account).byRole("snoozed")) return;
  try {
    await account.create(Mailbox, { name: t("snoozedFolder"), role: "snoozed" });
  } catch (error) {
    if (!(error instanceof SetRefused)) throw error;
    // Another window may have made it a moment ago.
    await account.sync();
    if (!mailboxesOf(account).byRole("snoozed")) throw error;
  }
}
