import type { EmailRecord } from "@atrium/contract/types/email";
import type { LabelRecord } from "@atrium/contract/types/label";
import type { MailboxRecord, MailboxRole } from "@atrium/contract/types/mailbox";
import { formatShortDateTime } from "@atrium/i18n";
import type { Account } from "@atrium/jmap";
import { mailboxName } from "../mailboxes/mailbox-look.tsx";
import { mailboxesOf, type Mailboxes } from "../mailboxes/use-mailboxes.ts";
import { t } from "../strings/index.ts";
import { wholeThreads } from "./change.ts";
import {
  alsoInto,
  followedUp,
  into,
  keyword,
  muted,
  pinned,
  seen,
  starred,
  type Changes,
} from "./patches.ts";
import { reported, type ReportKind } from "./report.ts";
import { snoozing, unsnoozing, worthSnoozing } from "./snooze.ts";

/** The arguments of each verb. */
interface Details {
  archive: object;
  trash: object;
  report: { readonly as: ReportKind };
  /** Out of every folder into one. */
  move: { readonly folder: string };
  /** Into one more folder; it stays where it is too. */
  file: { readonly folder: string };
  read: { readonly isRead: boolean };
  star: { readonly isOn: boolean };
  label: { readonly label: Pick<LabelRecord, "name" | "keyword">; readonly isOn: boolean };
  /** On top of the lists of folders: the latest of the messages, or none of their conversations any more. */
  pin: { readonly isOn: boolean };
  /** What comes in these conversations from now on goes to the archive. */
  mute: { readonly isOn: boolean };
  /** Out of sight until then (a UTCDate); there is a folder for it by then (`snoozedFolder`). */
  snooze: { readonly until: string };
  unsnooze: object;
  /** To be reminded of unless somebody answers by then (a UTCDate); `null` for no more. */
  followUp: { readonly until: string | null };
  /** For good, without a way back; ask before. */
  destroy: object;
  /** Several at once under a name: a quick step. */
  steps: { readonly name: string; readonly parts: readonly StepPart[] };
}

type Kind = keyof Details;
type ActionOf<K extends Kind> = { readonly kind: K } & Details[K];

/** What a quick step is made of; one of them at most says where the message goes. */
export type StepPart = {
  [K in "archive" | "trash" | "move" | "read" | "star" | "label"]: ActionOf<K>;
}["archive" | "trash" | "move" | "read" | "star" | "label"];

/** What a person does with messages, as data. */
export type MailAction = { [K in Kind]: ActionOf<K> }[Kind];

/** One thing that people do with messages: all that is to be known of it. */
interface Verb<Action> {
  /** What it makes of messages; `undefined` where the account lacks the folder that it leads to. */
  changes(action: Action, mailboxes: Mailboxes): Changes | "destroy" | undefined;
  /** The folder that it leads to. */
  folder?(action: Action, mailboxes: Mailboxes): MailboxRecord | undefined;
  /** What is being done, in words. `folder`: what that is called. */
  title(action: Action, folder: string): string;
  /** What was done, in words; without them it is seen by itself. */
  done?(action: Action, what: { readonly count: number; readonly folder: string }): string;
  /** Those that are meant of these messages, where it is not all of them and no other. */
  meant?(emails: readonly EmailRecord[], action: Action, account: Account): readonly EmailRecord[];
  /** Done with all messages of a conversation, wherever they lie. */
  isOfConversations?(action: Action): boolean;
  /** Whether what it is done with leaves the list of a folder by it. `role`: of the folder; `undefined` of other lists. */
  leaves?(action: Action, role: MailboxRole | null | undefined): boolean;
}

/** Into the folder of a role. */
const toRole = (role: MailboxRole, done: "archived" | "movedToTrash"): Verb<object> => ({
  folder: (_, mailboxes) => mailboxes.byRole(role),
  changes(_, mailboxes) {
    const id = mailboxes.byRole(role)?.id;
    return id === undefined ? undefined : into(id);
  },
  title: (_, folder) => t("bulkMove", { folder }),
  done: () => t(done),
  leaves: () => true,
});

const REPORTS = {
  junk: ["reportJunk", "reportedJunk"],
  phishing: ["reportPhishing", "reportedPhishing"],
  notJunk: ["notJunk", "markedNotJunk"],
} as const satisfies Record<ReportKind, readonly [title: string, done: string]>;

const VERBS: { readonly [K in Kind]: Verb<ActionOf<K>> } = {
  archive: toRole("archive", "archived"),
  trash: toRole("trash", "movedToTrash"),
  report: {
    changes: ({ as }, mailboxes) =>
      reported(as, { junk: mailboxes.byRole("junk")?.id, inbox: mailboxes.byRole("inbox")?.id }),
    title: ({ as }) => t(REPORTS[as][0]),
    done: ({ as }) => t(REPORTS[as][1]),
    leaves: ({ as }, role) =>
      as === "notJunk" ? role === "junk" || role === undefined : role !== "junk",
  },
  move: {
    folder: ({ folder }, mailboxes) => mailboxes.byId(folder),
    changes: ({ folder }, mailboxes) => mailboxes.byId(folder) && into(folder),
    title: (_, folder) => t("bulkMove", { folder }),
    done: (_, { folder }) => t("moved", { folder }),
    leaves: () => true,
  },
  file: {
    folder: ({ folder }, mailboxes) => mailboxes.byId(folder),
    changes: ({ folder }, mailboxes) => mailboxes.byId(folder) && alsoInto(folder),
    title: (_, folder) => t("bulkFile", { folder }),
    done: (_, { folder }) => t("filedToo", { folder }),
  },
  read: {
    changes: ({ isRead }) => seen(isRead),
    title: ({ isRead }) => t(isRead ? "bulkRead" : "bulkUnread"),
    done: ({ isRead }, { count }) =>
      isRead ? t("markedRead", { count }) : t("markedUnread", { count }),
  },
  star: {
    changes: ({ isOn }) => starred(isOn),
    title: ({ isOn }) => t(isOn ? "bulkStar" : "bulkUnstar"),
  },
  label: {
    changes: ({ label, isOn }) => keyword(label.keyword, isOn),
    title: ({ label: { name }, isOn }) => t(isOn ? "bulkLabel" : "bulkUnlabel", { name }),
    done: ({ label: { name }, isOn }) => t(isOn ? "labelled" : "unlabelled", { name }),
    isOfConversations: () => true,
  },
  pin: {
    changes: ({ isOn }) => pinned(isOn),
    title: ({ isOn }) => t(isOn ? "pin" : "unpin"),
    done: ({ isOn }) => (isOn ? t("pinned") : t("unpinned")),
    meant(emails, { isOn }, account) {
      if (!isOn) return wholeThreads(account, emails);
      const threads = Map.groupBy(emails, ({ threadId }) => threadId);
      return [...threads.values()].flatMap((thread) => thread.at(-1) ?? []);
    },
    isOfConversations: ({ isOn }) => !isOn,
  },
  mute: {
    changes: ({ isOn }, mailboxes) =>
      muted(isOn, mailboxes.byRole("inbox")?.id, mailboxes.byRole("archive")?.id),
    title: ({ isOn }) => t(isOn ? "mute" : "unmute"),
    done: ({ isOn }) => (isOn ? t("muted") : t("unmuted")),
    meant: (emails, _, account) => wholeThreads(account, emails),
    isOfConversations: () => true,
    leaves: ({ isOn }, role) => isOn && role === "inbox",
  },
  snooze: {
    changes: ({ until }, mailboxes) => snoozing(until, mailboxes),
    title: () => t("snooze"),
    done: ({ until }) => t("snoozedToast", { time: formatShortDateTime(until) }),
    meant: (emails, _, account) => worthSnoozing(emails, mailboxesOf(account)),
    leaves: (_, role) => role === null || role === "inbox" || role === "archive",
  },
  unsnooze: {
    changes: (_, mailboxes) => unsnoozing(mailboxes),
    title: () => t("unsnooze"),
    done: () => t("unsnoozed"),
    leaves: (_, role) => role === "snoozed",
  },
  followUp: {
    changes: ({ until }) => followedUp(until),
    title: () => t("followUp"),
    done: ({ until }) =>
      until === null ? t("followUpEnded") : t("followUpSet", { time: formatShortDateTime(until) }),
  },
  destroy: {
    changes: () => "destroy",
    title: () => t("bulkDestroy"),
    done: (_, { count }) => t("destroyed", { count }),
    leaves: () => true,
  },
  steps: {
    changes({ parts }, mailboxes) {
      const all = parts.map((part) => rowOf(part).changes(part, mailboxes));
      // One change of a message, so that there is one way back.
      return all.every((one) => typeof one === "object") ? all.flat() : undefined;
    },
    title: ({ name }) => name,
    done: ({ name }) => t("stepDone", { name }),
    leaves: ({ parts }, role) => parts.some((part) => leavesList(part, role)),
  },
};

/** The row of an action, which takes that action alone. */
const rowOf = (action: MailAction): Verb<MailAction> => VERBS[action.kind];

/** The verb of an action, with the action's arguments. */
export function verbOf(action: MailAction, mailboxes: Mailboxes) {
  const verb = rowOf(action);
  const found = verb.folder?.(action, mailboxes);
  const folder = found ? mailboxName(found) : "";
  return {
    changes: verb.changes(action, mailboxes),
    title: verb.title(action, folder),
    done: (count: number): string | undefined => verb.done?.(action, { count, folder }),
    meant: (emails: readonly EmailRecord[], account: Account): readonly EmailRecord[] =>
      verb.meant?.(emails, action, account) ?? emails,
  };
}

/** Whether it is done with whole conversations, not only what lies in the list's folder. */
export const isOfConversations = (action: MailAction): boolean =>
  rowOf(action).isOfConversations?.(action) ?? false;

/** Whether what an action is done with leaves the list of a folder by it. `role`: of the folder; `undefined` of other lists. */
export const leavesList = (action: MailAction, role: MailboxRole | null | undefined): boolean =>
  rowOf(action).leaves?.(action, role) ?? false;
