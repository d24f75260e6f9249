export { RefusedMessage } from "./inspect.ts";
export type { MessageFault } from "./inspect.ts";
export { mailDate } from "./mail-date.ts";
export { createInbound } from "./receive.ts";
export type { Inbound, Received } from "./receive.ts";
export type { Route } from "./route.ts";
export type { Envelope, EnvelopeRecipient } from "./trace.ts";
export { importInto } from "./import/import-into.ts";
export type { ImportProgress, ImportReport, ImportSource } from "./import/import-into.ts";
export { trimSubmissions } from "./email-submission/trim-submissions.ts";
export { syncIdentities } from "./identity/sync-identities.ts";
export { submissionCapabilities, submissionTypes } from "./types.ts";
export { createHandIn } from "./sending/hand-in.ts";
export type { HandIn } from "./sending/hand-in.ts";
export type { SendingLimits } from "./sending/sending-limits.ts";
export { mailboxesAt } from "./import/mailbox-at.ts";
export { createDkim } from "./dkim/keys.ts";
export type { Dkim, KeyRecord } from "./dkim/keys.ts";
export { createOutgoing } from "./outgoing.ts";
export {
  cancelMessage,
  dropQueued,
  enqueueMessage,
  listQueue,
  noteReport,
  retryQueued,
  trimQueue,
} from "./queue/index.ts";
export type { IncomingReport, NewMessage, QueuedMessage } from "./queue/index.ts";
export { addressesOfHost, checkRecord, leadsBack, wantedRecords } from "./domain-check/index.ts";
export type { CheckedRecord } from "./domain-check/index.ts";
