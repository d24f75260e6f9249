import type { Engine } from "../../engine/index.ts";
import { job, type Job } from "../../platform/jobs/index.ts";
import { trimUploads } from "./file-upload/trim-uploads.ts";
import { trimTrash, type TrashOptions } from "./file-node/trim-trash.ts";

export const driveJobs = (engine: Engine, options: TrashOptions): readonly Job[] => [
  job("drive.trim-trash", {
    every: "27 * * * *",
    run: async ({ log, signal }) => {
      const done = await trimTrash(engine, options, signal);
      if (done > 0) log.info({ done }, "deleted files and folders that were in the trash too long");
    },
  }),
  job("drive.trim-uploads", {
    every: "41 * * * *",
    run: async ({ log }) => {
      const done = await trimUploads(engine);
      if (done > 0) log.info({ done }, "deleted uploads that were not continued");
    },
  }),
];
