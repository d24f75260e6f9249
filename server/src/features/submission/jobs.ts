import type { Engine } from "../../engine/index.ts";
import { job, type Job } from "../../platform/jobs/index.ts";
import { trimSubmissions } from "./email-submission/trim-submissions.ts";

export const submissionJobs = (engine: Engine): readonly Job[] => [
  job("submissions.trim", { every: "3 4 * * *", run: () => trimSubmissions(engine) }),
];
