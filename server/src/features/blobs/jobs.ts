import { job, type Job } from "../../platform/jobs/index.ts";
import { sweepBlobs } from "./sweep.ts";

export const blobJobs = (parts: Parameters<typeof sweepBlobs>[0]): readonly Job[] => [
  job("blobs.sweep", {
    every: "43 3 * * *",
    run: async ({ log, signal }) => {
      const removed = await sweepBlobs(parts, signal);
      if (removed === null) log.info("blob sweep skipped: a backup is running");
      else log.info({ removed }, "removed unreferenced blobs");
    },
  }),
];
