import type { Engine } from "../../engine/index.ts";
import { job, type Job } from "../../platform/jobs/index.ts";
import { RECOVERY_MAIL } from "../accounts/index.ts";
import { trimSubmissions } from "./email-submission/trim-submissions.ts";
import { sendRecoveryMail } from "./recovery/send-recovery-mail.ts";

export const submissionJobs = (engine: Engine, origin: string): readonly Job[] => [
  job(RECOVERY_MAIL.name, {
    ...RECOVERY_MAIL,
    run: (_context, mail) => sendRecoveryMail(engine, origin, mail),
  }),
  job("submissions.trim", { every: "3 4 * * *", run: () => trimSubmissions(engine) }),
];
