export { submissionProgress } from "./delivery-status.ts";
export type { DeliveryStatus, SubmissionProgress } from "./delivery-status.ts";
export { cancelMessage, enqueueMessage, releaseSubmissions } from "./queue.store.ts";
export type { NewMessage } from "./queue.store.ts";
export type { Origin, Parameters } from "./tables.ts";
export {
  dropQueued,
  listQueue,
  readQueued,
  retryQueued,
  searchQueued,
  trimQueue,
} from "./administration.ts";
export type { Queued, QueuedMessage } from "./administration.ts";
export { queueByDomain, readQueue } from "./by-domain.ts";
