import type { Engine } from "../../engine/index.ts";
import { job, type Job } from "../../platform/jobs/index.ts";
import { trimDeliveries } from "./delivery/trim-deliveries.ts";
import { forgetDeleted } from "./deleted-email/forget-deleted.ts";
import { TELL_PEOPLE } from "../accounts/index.ts";
import { followUpDue } from "./follow-up/follow-up-due.ts";
import { REMOVE_KEYWORD, removeKeyword, removeLeftKeywords } from "./label/remove-keywords.ts";
import { tellPeople } from "./notices/tell-people.ts";
import { reindexMail } from "./search/reindex.ts";
import { bringBackDue } from "./snooze/bring-back.ts";

export const mailJobs = (engine: Engine): readonly Job[] => [
  job("deliveries.trim", { every: "33 3 * * *", run: () => trimDeliveries(engine) }),
  job("mail.forget-deleted", {
    every: "47 3 * * *",
    run: async ({ log, signal }) => {
      const done = await forgetDeleted(engine, signal);
      if (done > 0) log.info({ done }, "purged deleted messages");
    },
  }),
  job("mail.reindex", {
    // After an update there may be much to do; else it only looks.
    every: "*/10 * * * *",
    run: async ({ log, signal }) => {
      const done = await reindexMail(engine, signal);
      if (done > 0) log.info({ done }, "rebuilt the search index");
    },
  }),
  job(REMOVE_KEYWORD.name, {
    ...REMOVE_KEYWORD,
    run: async ({ log, signal }, removal) => {
      const done = await removeKeyword(engine, removal, signal);
      if (done > 0) log.info({ done }, "removed the keyword of a deleted label");
    },
  }),
  job("labels.remove-keywords", { every: "19 3 * * *", run: () => removeLeftKeywords(engine) }),
  job(TELL_PEOPLE.name, {
    retry: TELL_PEOPLE.retry,
    // Queued when there is a notice; otherwise it only checks for notices left by a server that stopped.
    every: "*/5 * * * *",
    run: async ({ log, signal }) => {
      const told = await tellPeople(engine, signal);
      if (told > 0) log.info({ told }, "notified users of changes to their accounts");
    },
  }),
  job("mail.follow-up", {
    // People choose minutes.
    every: "* * * * *",
    run: async ({ log, signal }) => {
      const done = await followUpDue(engine, signal);
      if (done > 0) log.info({ done }, "reminded of messages that nobody has answered");
    },
  }),
  job("mail.snoozed", {
    // People choose minutes.
    every: "* * * * *",
    run: async ({ log, signal }) => {
      const done = await bringBackDue(engine, signal);
      if (done > 0) log.info({ done }, "returned snoozed messages");
    },
  }),
];
