import type { MailboxRecord, MailboxRights, MailboxRole } from "@atrium/contract/types/mailbox";
import type { Mailboxes } from "../mailboxes/use-mailboxes.ts";

/** What a person may do with some mail. What they may not is not offered, by no button, key, menu or drag. */
export interface May {
  readonly archive: boolean;
  /** To Trash; in Trash, for good. */
  readonly remove: boolean;
  /** To be reported as junk or phishing. */
  readonly junk: boolean;
  /** To be reported as not being junk. */
  readonly notJunk: boolean;
  /** Out of its folders into another one. */
  readonly move: boolean;
  /** Into one more folder. */
  readonly file: boolean;
  /** To be marked as read or unread. */
  readonly read: boolean;
  /** Stars and everything else that is marked on a message. */
  readonly mark: boolean;
  /** To be filed with all that follows in its conversation. */
  readonly mute: boolean;
  /** Out of sight for a while; it is filed away meanwhile. */
  readonly snooze: boolean;
  /** Labels put on it and taken off. */
  readonly label: boolean;
  /** To be answered or forwarded in the name of its account. */
  readonly answer: boolean;
}

/** What lies there waits for nobody. */
const NEVER_SNOOZED = new Set<MailboxRole>(["trash", "junk", "drafts", "scheduled"]);

/** Its place follows from what it is: a message that waits for its hour is edited or not sent, and nothing else. */
const waitsToBeSent = ({ role }: MailboxRecord): boolean => role === "scheduled";

const isDone = ({ role }: MailboxRecord): boolean => role !== null && NEVER_SNOOZED.has(role);

export const NOTHING: May = {
  archive: false,
  remove: false,
  junk: false,
  notJunk: false,
  move: false,
  file: false,
  read: false,
  mark: false,
  label: false,
  mute: false,
  snooze: false,
  answer: false,
};

/**
 * What may be done with mail that lies in these folders; of several, what all of them allow (RFC 8621 §2, `myRights`).
 * @param folders those it lies in; all of the account when that is not known.
 */
export function mayIn(
  mailboxes: Mailboxes,
  folders: readonly MailboxRecord[] = mailboxes.list,
  isReadOnly = false,
): May {
  if (isReadOnly || folders.length === 0) return NOTHING;
  const every = (right: keyof MailboxRights): boolean =>
    folders.every(({ myRights }) => myRights[right]);
  const takes = (role: "archive" | "trash" | "junk" | "inbox"): boolean =>
    mailboxes.byRole(role)?.myRights.mayAddItems === true;
  const isTrash = folders.every(({ role }) => role === "trash");
  const isWaiting = folders !== mailboxes.list && folders.some(waitsToBeSent);
  const leaves = every("mayRemoveItems") && !isWaiting;
  const hasRoom = mailboxes.list.some(({ myRights }) => myRights.mayAddItems);
  return {
    archive: leaves && takes("archive"),
    remove: leaves && (isTrash || takes("trash")),
    junk: leaves && takes("junk") && every("maySetKeywords"),
    notJunk: leaves && takes("inbox") && every("maySetKeywords"),
    move: leaves && hasRoom,
    file: hasRoom && !isWaiting,
    read: every("maySetSeen") && !isWaiting,
    mark: every("maySetKeywords"),
    label: every("maySetKeywords"),
    mute: leaves && every("maySetKeywords"),
    snooze: leaves && (folders === mailboxes.list || !folders.some(isDone)),
    answer: mailboxes.list.some(({ myRights }) => myRights.maySubmit && myRights.mayAddItems),
  };
}

/** What may be done with a message, by the folders that it lies in. */
export function mayWith(
  mailboxes: Mailboxes,
  mailboxIds: Readonly<Record<string, boolean>>,
  isReadOnly = false,
): May {
  const folders = Object.keys(mailboxIds).flatMap((id) => mailboxes.byId(id) ?? []);
  return mayIn(mailboxes, folders, isReadOnly);
}

/** Whether nothing of an account's mail may be changed, as far as its folders say. */
export function isForReading(folders: readonly MailboxRecord[]): boolean {
  return folders.length > 0 && !folders.some(({ myRights }) => myRights.maySetSeen);
}

/** What may be done with all of it. */
export function mayAll(parts: readonly May[]): May {
  const every = (name: keyof May): boolean => parts.length > 0 && parts.every((one) => one[name]);
  return {
    archive: every("archive"),
    remove: every("remove"),
    junk: every("junk"),
    notJunk: every("notJunk"),
    move: every("move"),
    file: every("file"),
    read: every("read"),
    mark: every("mark"),
    label: every("label"),
    mute: every("mute"),
    snooze: every("snooze"),
    answer: every("answer"),
  };
}
