import { job, type Job } from "../../platform/jobs/index.ts";
import type { Engine } from "../../engine/index.ts";
import type { Accounts } from "./accounts.ts";
import { endShares } from "./sharing/shares.ts";

export const accountJobs = (accounts: Accounts, engine: Engine): readonly Job[] => [
  job("shares.end", { every: "*/5 * * * *", run: () => endShares(engine) }),
  job("people.delete", { every: "41 2 * * *", run: () => accounts.persons.deleteRemoved() }),
  job("sessions.sweep", { every: "23 * * * *", run: () => accounts.sweep() }),
];
