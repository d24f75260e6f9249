import { ADMINISTERED } from "./administered.ts";
import { defineType, shape, type FilterOf, type Properties, type RecordOf } from "./define.ts";

/** Someone who has not got a mail yet. */
export interface QueuedRecipient {
  readonly address: string;
  readonly attempts: number;
  /** RFC 3339. */
  readonly nextAt: string;
  /** Delivery is being tried right now. */
  readonly isBusy: boolean;
  /** What was heard last; `null` when nothing was tried. */
  readonly reply: string | null;
}

/**
 * Of Atrium: a mail that waits to leave, as administrators see it: for whom, and never what it says. What changed of the
 * queue is not logged: `/changes` is `cannotCalculateChanges` once the state has moved. `QueuedMail/retry` has mail tried
 * now (what is held back stays), `QueuedMail/giveUp` ends its delivery and tells its sender (not what is being tried right
 * now). Both take `accountId` and an `id`, or a `domain` for all that waits for it and is not held back; `retry` everything
 * when neither is given. They answer for how many `recipients` something was done; `code` is `notFound` where nothing of it waits.
 */
export const QueuedMail = defineType({
  name: "QueuedMail",
  ...ADMINISTERED,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    /** Empty for reports and automatic answers. */
    mailFrom: { type: "String", serverSet: true },
    /** Octets. */
    size: { type: "UnsignedInt", serverSet: true },
    createdAt: { type: "UTCDate", serverSet: true },
    /** Until then its sender can take it back. */
    notBefore: { type: "UTCDate", serverSet: true },
    /** Those who have not got it; at most 20 of them. */
    recipients: { type: shape<readonly QueuedRecipient[]>("list"), serverSet: true },
    recipientCount: { type: "UnsignedInt", serverSet: true },
  },
  filters: {
    /** In the sender's address or a recipient's, whatever its case. */
    text: { type: "String" },
  },
  sorts: ["createdAt"],
});

/** One mail, what waits for a domain, or neither for everything. */
const WHICH = {
  id: { type: "Id", nullable: true, default: null },
  domain: { type: "String", nullable: true, default: null },
} as const satisfies Properties;

/** What its own methods take beyond the account. */
export const QUEUED_MAIL_METHODS = { retry: WHICH, giveUp: WHICH } as const;

export type QueuedMailRecord = RecordOf<typeof QueuedMail>;
export type QueuedMailFilter = FilterOf<typeof QueuedMail>;
