import { defineType, shape, type CreateOf, type FilterOf, type RecordOf } from "./define.ts";
import type { JsonObject } from "./wire.ts";
import { CAPABILITY } from "./wire.ts";

/** An address of an envelope with its ESMTP parameters, values without their xtext encoding (RFC 8621 §7). */
export interface EnvelopeAddress {
  readonly email: string;
  readonly parameters?: Readonly<Record<string, string | null>> | null;
}

/** RFC 8621 §7. */
export interface SubmissionEnvelope {
  readonly mailFrom: EnvelopeAddress;
  readonly rcptTo: readonly EnvelopeAddress[];
}

/** What became of one recipient (RFC 8621 §7). */
export interface DeliveryStatus {
  readonly smtpReply: string;
  readonly delivered: "queued" | "yes" | "no" | "unknown";
  readonly displayed: "unknown" | "yes";
}

/** A mail on its way out (RFC 8621 §7). */
export const EmailSubmission = defineType({
  name: "EmailSubmission",
  capability: CAPABILITY.submission,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    identityId: { type: "Id", immutable: true },
    emailId: { type: "Id", immutable: true },
    threadId: { type: "Id", immutable: true, serverSet: true },
    envelope: {
      type: shape<SubmissionEnvelope>("object"),
      nullable: true,
      default: null,
      immutable: true,
    },
    sendAt: { type: "UTCDate", immutable: true, serverSet: true },
    // The server's when it is made; clients may only change it to "canceled".
    undoStatus: { type: { oneOf: ["pending", "final", "canceled"] }, default: undefined },
    deliveryStatus: {
      type: shape<Readonly<Record<string, DeliveryStatus>>>("object"),
      nullable: true,
      serverSet: true,
    },
    dsnBlobIds: { type: { list: "Id" }, serverSet: true },
    mdnBlobIds: { type: { list: "Id" }, serverSet: true },
  },
  filters: {
    identityIds: { type: { list: "Id" } },
    emailIds: { type: { list: "Id" } },
    threadIds: { type: { list: "Id" } },
    undoStatus: { type: "String" },
    before: { type: "UTCDate" },
    after: { type: "UTCDate" },
  },
  // RFC 8621 §7.3 says "sentAt" where erratum and property say "sendAt": both are taken.
  sorts: ["emailId", "threadId", "sentAt", "sendAt"],
  arguments: {
    set: {
      onSuccessUpdateEmail: {
        type: { map: shape<JsonObject>("object") },
        nullable: true,
        default: null,
      },
      onSuccessDestroyEmail: { type: { list: "Id" }, nullable: true, default: null },
    },
  },
});

export type EmailSubmissionRecord = RecordOf<typeof EmailSubmission>;
export type EmailSubmissionCreate = CreateOf<typeof EmailSubmission>;
export type EmailSubmissionFilter = FilterOf<typeof EmailSubmission>;
