import { Email, type EmailRecord } from "@atrium/contract/types/email";
import { Thread } from "@atrium/contract/types/thread";
import type { Account } from "@atrium/jmap";
import { isSelected, noRows, type RowSelection } from "@atrium/ui";
import { lettersHere } from "../email/letters-here.ts";
import type { ListMode } from "../conversation-list/list-options.ts";

/** Beyond this many rows an action goes by batches, so that the window stays quick. */
export const MOST_AT_ONCE = 250;

/** The messages that a row of the list stands for: itself, or those of its conversation in its folder. */
export function emailsOfRow(
  account: Account,
  emailId: string,
  folder: string | undefined,
  mode: ListMode,
): readonly EmailRecord[] {
  const email = account.get(Email, emailId);
  if (mode === "messages") return email ? [email] : [];
  const thread = email && account.get(Thread, email.threadId);
  return lettersHere(email, thread?.emailIds.map((id) => account.get(Email, id)) ?? [], folder);
}

/** One row as something to act on. */
export function oneRow(id: string | undefined): RowSelection {
  return id === undefined ? noRows : { all: false, ids: new Set([id]) };
}

/** The rows that a menu or a drag on one of them is about: all that are selected when it is among them. */
export function rowsAround(selected: RowSelection, row: string): RowSelection {
  return !isNothing(selected) && isSelected(selected, row) ? selected : oneRow(row);
}

export function isNothing({ all, ids }: RowSelection): boolean {
  return !all && ids.size === 0;
}

/** Whether all messages that an action on rows is about are here. */
export function isAtHand(account: Account, ids: readonly string[], mode: ListMode): boolean {
  return ids.every((id) => {
    const email = account.get(Email, id);
    if (email === undefined) return false;
    if (email === null || mode === "messages") return true;
    const thread = account.get(Thread, email.threadId);
    return thread?.emailIds.every((one) => account.get(Email, one) !== undefined) === true;
  });
}
