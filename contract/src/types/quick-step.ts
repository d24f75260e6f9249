import { defineType, type CreateOf, type RecordOf } from "./define.ts";
import { CAPABILITY } from "./wire.ts";

/** Where a quick step puts a message, by the role of the mailbox. */
export const QUICK_STEP_ROLES = ["archive", "trash"] as const;
/** Typed after `q`. */
export const QUICK_STEP_KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

/**
 * Of Atrium: several actions on messages under one name, done together. At least one of them is there, and not both
 * `toRole` and `mailboxId`. A mailbox or label that is gone since is for the program that does the step to find.
 */
export const QuickStep = defineType({
  name: "QuickStep",
  capability: CAPABILITY.atriumMail,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    /** One line of at most 255 octets. */
    name: { type: "String" },
    toRole: { type: { oneOf: QUICK_STEP_ROLES }, nullable: true, default: null },
    mailboxId: { type: "Id", nullable: true, default: null },
    /** Of the label that it adds. */
    keyword: { type: "String", nullable: true, default: null },
    /** Marks as read, or as unread. */
    isRead: { type: "Boolean", nullable: true, default: null },
    /** Adds a star, or removes it. */
    isStarred: { type: "Boolean", nullable: true, default: null },
    key: { type: { oneOf: QUICK_STEP_KEYS }, nullable: true, default: null },
    /** Lower ones are shown first. */
    sortOrder: { type: "UnsignedInt", default: 0 },
  },
});

export type QuickStepRecord = RecordOf<typeof QuickStep>;
export type QuickStepCreate = CreateOf<typeof QuickStep>;
