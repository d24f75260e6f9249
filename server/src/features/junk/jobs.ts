import type { Engine } from "../../engine/index.ts";
import { job, type Job } from "../../platform/jobs/index.ts";
import type { Log } from "../../platform/log/index.ts";
import { LEARN_JUNK } from "../mail/index.ts";
import { sendDigests } from "./digest/send-digests.ts";
import { learnReports, trimReports, type Teach } from "./learning/learn-reports.ts";
import { teachRspamd } from "./scanners/rspamd.ts";
import { TELL_OF_QUARANTINE } from "./quarantine/hold-mail.ts";
import { RELEASE_MAIL, releaseMail } from "./quarantine/release-mail.ts";
import { tellRecipients } from "./quarantine/tell-recipients.ts";
import { trimQuarantine } from "./quarantine/trim-quarantine.ts";

export const junkJobs = (
  engine: Engine,
  { rspamdController }: { readonly rspamdController: string | null },
  origin: string,
): readonly Job[] => [
  job("junk.digest", {
    every: "7 * * * *",
    async run({ log, signal }) {
      const sent = await sendDigests(engine, origin, signal);
      if (sent > 0) log.info({ sent }, "sent lists of new junk");
    },
  }),
  job(LEARN_JUNK.name, {
    retry: LEARN_JUNK.retry,
    // Queued when something is reported; otherwise it only checks for what a server left that stopped.
    every: "*/5 * * * *",
    async run({ log, signal }) {
      const done = await learnReports(engine, teacher(rspamdController, log), signal);
      if (done > 0) log.info({ done }, "learned from reports of junk");
    },
  }),
  job("junk.trim", { every: "29 4 * * *", run: () => trimReports(engine) }),
  job(RELEASE_MAIL.name, {
    ...RELEASE_MAIL,
    run: (_context, release) => releaseMail(engine, release),
  }),
  job(TELL_OF_QUARANTINE.name, {
    ...TELL_OF_QUARANTINE,
    async run({ log, signal }) {
      const told = await tellRecipients(engine, signal);
      if (told > 0) log.info({ told }, "told recipients of quarantined messages");
    },
  }),
  job("quarantine.trim", {
    every: "27 4 * * *",
    async run({ log }) {
      const done = await trimQuarantine(engine);
      if (done > 0) log.info({ done }, "deleted old quarantined messages");
    },
  }),
];

/** What rspamd does not learn is no reason to learn the rest twice. */
const teacher = (controller: string | null, log: Log): Teach | undefined =>
  controller === null
    ? undefined
    : async (bytes, isJunk, signal) => {
        try {
          await teachRspamd(controller, bytes, isJunk, signal);
        } catch (error) {
          log.warn({ err: error }, "rspamd did not learn a report");
        }
      };
