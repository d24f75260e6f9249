export { submissionJobs } from "./jobs.ts";
export { submissionMetrics } from "./metrics.ts";
export { RefusedMessage } from "./inspect.ts";
export type { MessageFault } from "./inspect.ts";
export { mailDate } from "./mail-date.ts";
export { createInbound } from "./receive.ts";
export type { Inbound, Received } from "./receive.ts";
export type { Route } from "./route.ts";
export type { Envelope, EnvelopeRecipient } from "./trace.ts";
export { importInto } from "./import/import-into.ts";
export type { ImportProgress, ImportReport, ImportSource } from "./import/import-into.ts";
export { syncIdentities } from "./identity/sync-identities.ts";
export { submissionCapabilities, submissionTypes } from "./types.ts";
export { createSubmit } from "./sending/submit.ts";
export type { Submit } from "./sending/submit.ts";
export type { SendingLimits } from "./sending/sending-limits.ts";
export { mailboxesAt } from "./import/mailbox-at.ts";
export { createDkim } from "./dkim/keys.ts";
export type { Dkim, KeyRecord } from "./dkim/keys.ts";
export { createOutgoing } from "./outgoing.ts";
export {
  dropQueued,
  enqueueMessage,
  listQueue,
  queueByDomain,
  readQueue,
  retryQueued,
} from "./queue/index.ts";
export type { NewMessage, Queued, QueuedMessage } from "./queue/index.ts";
export { checkDomain, checkHost } from "./domain-check/index.ts";
export type { CheckedRecord, CheckedServer } from "./domain-check/index.ts";
export { createMailAdministration } from "./mail-administration.ts";
export type { DomainReport, MailAdministration } from "./mail-administration.ts";
