import { ADMINISTERED } from "./administered.ts";
import { defineType, type FilterOf, type RecordOf } from "./define.ts";

/**
 * Of Atrium: a mail in which the virus scanner found something, as administrators see it: from whom, for whom, and never what
 * it says. It is kept for 30 days. `isReleased: true` delivers it to its recipients all the same, which cannot be undone;
 * `destroy` deletes it. Clients create none.
 */
export const QuarantinedMail = defineType({
  name: "QuarantinedMail",
  ...ADMINISTERED,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    receivedAt: { type: "UTCDate", immutable: true, serverSet: true },
    /** Of the envelope; empty for the null sender. */
    mailFrom: { type: "String", immutable: true, serverSet: true },
    /** As the sender wrote them; at most 20 of them. */
    recipients: { type: { list: "String" }, immutable: true, serverSet: true },
    /** The author's address, as the message has it; empty where it has none. */
    from: { type: "String", immutable: true, serverSet: true },
    subject: { type: "String", nullable: true, immutable: true, serverSet: true },
    /** Octets. */
    size: { type: "UnsignedInt", immutable: true, serverSet: true },
    /** What the scanner calls it, such as `Win.Test.EICAR_HDB-1`. */
    threat: { type: "String", immutable: true, serverSet: true },
    by: { type: { oneOf: ["clamd"] }, immutable: true, serverSet: true },
    /** Once true, it stays that. */
    isReleased: { type: "Boolean", default: false },
  },
  filters: {
    /** In the sender's address, a recipient's, the subject or the threat, whatever its case. */
    text: { type: "String" },
  },
  sorts: ["receivedAt"],
});

export type QuarantinedMailRecord = RecordOf<typeof QuarantinedMail>;
export type QuarantinedMailFilter = FilterOf<typeof QuarantinedMail>;
