export { outboundJobs } from "./jobs.ts";
export { outboundMetrics } from "./metrics.ts";
export { createDkim } from "./dkim/keys.ts";
export type { Dkim, KeyRecord } from "./dkim/keys.ts";
export { createOutgoing } from "./outgoing.ts";
export type { LocalDelivery, LocalMessage } from "./queue/local-delivery.ts";
export { noteReport } from "./queue/note-report.ts";
export type { IncomingReport } from "./queue/note-report.ts";
export {
  cancelMessage,
  dropQueued,
  enqueueMessage,
  listQueue,
  queueByDomain,
  readQueue,
  releaseSubmissions,
  retryQueued,
  submissionProgress,
} from "./queue/index.ts";
export type { NewMessage, Parameters, Queued, QueuedMessage } from "./queue/index.ts";
export { ownOutcome } from "./transport/outcome.ts";
export type { Outcome } from "./transport/outcome.ts";
export { startOfBody } from "./transport/outgoing-message.ts";
export { buildReport } from "./dsn/build.ts";
export { checkDomain, checkHost } from "./domain-check/index.ts";
export type { CheckedRecord, CheckedServer } from "./domain-check/index.ts";
export { createDomainChecks } from "./domain-checks.ts";
export type { DomainChecks, DomainReport } from "./domain-checks.ts";
export { queuedMailType } from "./queued-mail.ts";
