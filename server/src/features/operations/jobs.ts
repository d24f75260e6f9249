import { job, type Job } from "../../platform/jobs/index.ts";
import { sampleLevels, trimOperations } from "./sample.ts";

export const operationsJobs = (parts: Parameters<typeof sampleLevels>[0]): readonly Job[] => [
  job("operations.sample", { every: "* * * * *", run: () => sampleLevels(parts) }),
  job("operations.trim", { every: "37 * * * *", run: () => trimOperations(parts) }),
];
