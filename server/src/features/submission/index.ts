export { submissionJobs } from "./jobs.ts";
export { syncIdentities } from "./identity/sync-identities.ts";
export { submissionCapabilities, submissionTypes } from "./types.ts";
export { createSubmit } from "./sending/submit.ts";
export type { Submit } from "./sending/submit.ts";
export type { SendingLimits } from "./sending/sending-limits.ts";
export { answerVacations } from "./vacation-response/answer-vacations.ts";
export { SUBMISSION_REFUSALS } from "./refusals.ts";
