import { defineType, shape, type FilterOf, type Properties, type RecordOf } from "./define.ts";
import type { EmailAddress } from "./email.ts";
import { CAPABILITY } from "./wire.ts";

/**
 * Of Atrium: a message that was destroyed, as long as it can be brought back: for 30 days, unless an account destroys so much
 * that the oldest makes room. Its id was the Email's; an Email that is brought back is another one. Of drafts only those are among them
 * that were in the trash. Whoever may change the account's mail sees them. `DeletedEmail/restore` takes `ids`, and answers by them
 * `restored` (ids of the Emails) and `notRestored` (`notFound`, `overQuota`): a message returns to where it was, also before the trash.
 * What is destroyed here is gone at once.
 */
export const DeletedEmail = defineType({
  name: "DeletedEmail",
  capability: CAPABILITY.atriumMail,
  persist: false,
  offline: false,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    subject: { type: "String", nullable: true, serverSet: true },
    from: { type: shape<readonly EmailAddress[]>("list"), nullable: true, serverSet: true },
    preview: { type: "String", serverSet: true },
    /** Octets. */
    size: { type: "UnsignedInt", serverSet: true },
    hasAttachment: { type: "Boolean", serverSet: true },
    receivedAt: { type: "UTCDate", serverSet: true },
    deletedAt: { type: "UTCDate", serverSet: true },
  },
  filters: {
    /** In the sender or the subject, whatever its case. */
    text: { type: "String" },
  },
  sorts: ["deletedAt"],
});

/** What its own methods take beyond the account. */
export const DELETED_EMAIL_METHODS = {
  restore: { ids: { type: { list: "Id" } } },
} as const satisfies Readonly<Record<string, Properties>>;

export interface DeletedEmailRestored {
  readonly accountId: string;
  /** Ids of Emails. */
  readonly restored: Readonly<Record<string, string>> | null;
  readonly notRestored: Readonly<Record<string, { readonly type: string }>> | null;
}

export type DeletedEmailRecord = RecordOf<typeof DeletedEmail>;
export type DeletedEmailFilter = FilterOf<typeof DeletedEmail>;
