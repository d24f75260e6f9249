import type { EmailRecord } from "@atrium/contract/types/email";
import { Mailbox } from "@atrium/contract/types/mailbox";
import { SetRefused, type Account } from "@atrium/jmap";
import { mailboxesOf, type Mailboxes } from "../mailboxes/use-mailboxes.ts";
import { t } from "../strings/index.ts";
import type { Marked } from "@atrium/formats/email-changes";
import type { Changes } from "./patches.ts";

/** Out of sight until a UTCDate, where there is a folder for it. */
export const snoozing = (until: string, mailboxes: Mailboxes): Changes | undefined =>
  mailboxes.byRole("snoozed") && [{ do: "snooze", until }];

/** Back at once to where its hour would have brought it. */
export const unsnoozing = (mailboxes: Mailboxes): Changes | undefined =>
  mailboxes.byRole("snoozed") && mailboxes.byRole("inbox") && [{ do: "unsnooze" }];

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
