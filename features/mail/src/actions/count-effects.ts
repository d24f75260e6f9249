import type { EmailRecord } from "@atrium/contract/types/email";
import { Mailbox, MAILBOX_COUNTS } from "@atrium/contract/types/mailbox";
import type { OptimisticUpdate } from "@atrium/jmap";

/** What of a message decides the counts of folders. */
export type Counted = Pick<EmailRecord, "id" | "mailboxIds" | "keywords">;

type Counts = Record<(typeof MAILBOX_COUNTS)[number], number>;

const isUnread = ({ keywords }: Counted): boolean => keywords["$seen"] !== true;

/** The counts that one conversation adds to a folder (RFC 8621 §2; unread mail in Trash counts only there). */
function countsOf(thread: readonly Counted[], mailbox: string, trash: string | undefined): Counts {
  const inside = thread.filter(({ mailboxIds }) => mailboxIds[mailbox] === true);
  const elsewhere = thread.filter(({ mailboxIds }) =>
    Object.keys(mailboxIds).some((id) => (mailbox === trash ? id === trash : id !== trash)),
  );
  return {
    totalEmails: inside.length,
    unreadEmails: inside.filter(isUnread).length,
    totalThreads: inside.length > 0 ? 1 : 0,
    unreadThreads: inside.length > 0 && elsewhere.some(isUnread) ? 1 : 0,
  };
}

/** How a change to conversations moves the counts of folders, to be shown until the server has counted. */
export function countEffects(
  changes: readonly { readonly before: readonly Counted[]; readonly after: readonly Counted[] }[],
  trash: string | undefined,
): OptimisticUpdate[] {
  const deltas = new Map<string, Counts>();
  for (const { before, after } of changes) {
    const touched = new Set(
      [...before, ...after].flatMap(({ mailboxIds }) => Object.keys(mailboxIds)),
    );
    for (const mailbox of touched) {
      const old = countsOf(before, mailbox, trash);
      const now = countsOf(after, mailbox, trash);
      const delta = deltas.get(mailbox);
      const counts = MAILBOX_COUNTS.map(
        (name) => [name, (delta?.[name] ?? 0) + now[name] - old[name]] as const,
      );
      deltas.set(mailbox, Object.fromEntries(counts) as Counts);
    }
  }
  return [...deltas].flatMap(([id, delta]) => {
    const changed = Object.entries(delta).filter(([, count]) => count !== 0);
    return changed.length === 0 ? [] : { type: Mailbox.name, id, add: Object.fromEntries(changed) };
  });
}
