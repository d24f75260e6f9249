import type { Engine } from "../../engine/index.ts";
import { job, type Job } from "../../platform/jobs/index.ts";
import { trimQueue } from "./queue/index.ts";

export const outboundJobs = (engine: Engine): readonly Job[] => [
  job("queue.trim", { every: "53 3 * * *", run: () => trimQueue(engine) }),
];
