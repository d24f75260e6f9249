import { job, type Job } from "../../platform/jobs/index.ts";
import type { Accounts } from "./accounts.ts";

export const accountJobs = (accounts: Accounts): readonly Job[] => [
  job("sessions.sweep", { every: "23 * * * *", run: () => accounts.sweep() }),
];
