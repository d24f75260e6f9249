import {
  defineType,
  shape,
  type Comparator,
  type CreateOf,
  type FilterOf,
  type RecordOf,
} from "./define.ts";
import { CAPABILITY } from "./wire.ts";

/** What the signed-in person may do with a mailbox (RFC 8621 §2). */
export interface MailboxRights {
  readonly mayReadItems: boolean;
  readonly mayAddItems: boolean;
  readonly mayRemoveItems: boolean;
  readonly maySetSeen: boolean;
  readonly maySetKeywords: boolean;
  readonly mayCreateChild: boolean;
  readonly mayRename: boolean;
  readonly mayDelete: boolean;
  readonly maySubmit: boolean;
}

/** Roles a mailbox may have: the attribute names registered for IMAP (RFC 8621 §2), lower-case. */
export const MAILBOX_ROLES = [
  "all",
  "archive",
  "drafts",
  "flagged",
  "important",
  "inbox",
  "junk",
  "memos",
  "scheduled",
  "sent",
  "snoozed",
  "subscribed",
  "trash",
] as const;

export type MailboxRole = (typeof MAILBOX_ROLES)[number];

/** The properties that change whenever mail does (RFC 8621 §2.2, `updatedProperties`). */
export const MAILBOX_COUNTS = [
  "totalEmails",
  "unreadEmails",
  "totalThreads",
  "unreadThreads",
] as const;

/** A folder of mail (RFC 8621 §2). */
export const Mailbox = defineType({
  name: "Mailbox",
  capability: CAPABILITY.mail,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    name: { type: "String" },
    parentId: { type: "Id", nullable: true, default: null },
    role: { type: { oneOf: MAILBOX_ROLES }, nullable: true, default: null },
    sortOrder: { type: "UnsignedInt", default: 0 },
    totalEmails: { type: "UnsignedInt", serverSet: true },
    unreadEmails: { type: "UnsignedInt", serverSet: true },
    totalThreads: { type: "UnsignedInt", serverSet: true },
    unreadThreads: { type: "UnsignedInt", serverSet: true },
    myRights: { type: shape<MailboxRights>("object"), serverSet: true },
    isSubscribed: { type: "Boolean", default: true },
  },
  filters: {
    parentId: { type: "Id", nullable: true },
    name: { type: "String" },
    role: { type: "String", nullable: true },
    hasAnyRole: { type: "Boolean" },
    isSubscribed: { type: "Boolean" },
  },
  sorts: ["sortOrder", "name"],
  updateDetails: { counts: MAILBOX_COUNTS },
  arguments: {
    set: { onDestroyRemoveEmails: { type: "Boolean", default: false } },
    query: {
      sortAsTree: { type: "Boolean", default: false },
      filterAsTree: { type: "Boolean", default: false },
    },
    queryChanges: {
      sortAsTree: { type: "Boolean", default: false },
      filterAsTree: { type: "Boolean", default: false },
    },
  },
});

export type MailboxRecord = RecordOf<typeof Mailbox>;
export type MailboxCreate = CreateOf<typeof Mailbox>;
export type MailboxFilter = FilterOf<typeof Mailbox>;
export type MailboxSort = Comparator<(typeof Mailbox)["sorts"][number]>;
