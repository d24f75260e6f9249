import { job, type Job } from "../../platform/jobs/index.ts";
import type { Push } from "./index.ts";

export const pushJobs = (push: Push): readonly Job[] => [
  job("push.sweep", { every: "27 * * * *", run: () => push.sweep() }),
];
