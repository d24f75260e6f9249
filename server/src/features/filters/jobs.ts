import type { Engine } from "../../engine/index.ts";
import { job, type Job } from "../../platform/jobs/index.ts";
import "./tables.ts";

export const filterJobs = (engine: Engine): readonly Job[] => [
  job("filters.trim", { every: "8 4 * * *", run: () => trimRemembered(engine) }),
];

/** Forgets what is not counted any more. */
async function trimRemembered({ db, services }: Engine): Promise<void> {
  const now = services.clock.now();
  await db.deleteFrom("sieve_duplicate").where("expires_at", "<=", now).execute();
  await db.deleteFrom("sieve_answer").where("expires_at", "<=", now).execute();
}
