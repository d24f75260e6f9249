import type { Engine } from "../../engine/index.ts";
import { job, type Job } from "../../platform/jobs/index.ts";
import { trimDeliveries } from "./delivery/trim-deliveries.ts";
import { REMOVE_KEYWORDS, removeKeywords } from "./label/remove-keywords.ts";
import { reindexMail } from "./search/reindex.ts";
import { bringBackDue } from "./snooze/bring-back.ts";

export const mailJobs = (engine: Engine): readonly Job[] => [
  job("deliveries.trim", { every: "33 3 * * *", run: () => trimDeliveries(engine) }),
  job("mail.reindex", {
    // After an update there may be much to do; else it only looks.
    every: "*/10 * * * *",
    run: async ({ log, signal }) => {
      const done = await reindexMail(engine, signal);
      if (done > 0) log.info({ done }, "indexed messages again");
    },
  }),
  job(REMOVE_KEYWORDS.name, {
    retry: REMOVE_KEYWORDS.retry,
    // Asked for when a label goes; else it only looks whether a server stopped in the middle of it.
    every: "*/5 * * * *",
    run: async ({ log, signal }) => {
      const done = await removeKeywords(engine, signal);
      if (done > 0) log.info({ done }, "took the keywords of labels from messages");
    },
  }),
  job("mail.snoozed", {
    // People choose minutes.
    every: "* * * * *",
    run: async ({ log, signal }) => {
      const done = await bringBackDue(engine, signal);
      if (done > 0) log.info({ done }, "brought back snoozed mail");
    },
  }),
];
