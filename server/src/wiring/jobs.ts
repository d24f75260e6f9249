import type { Engine } from "../engine/index.ts";
import { accountJobs, actorOfPerson, type Accounts } from "../features/accounts/index.ts";
import { backgroundTaskJobs, type TaskKind } from "../features/background-tasks/index.ts";
import { blobJobs } from "../features/blobs/index.ts";
import { driveJobs } from "../features/drive/index.ts";
import { filterJobs } from "../features/filters/index.ts";
import { junkJobs } from "../features/junk/index.ts";
import { mailJobs } from "../features/mail/index.ts";
import { operationsJobs } from "../features/operations/index.ts";
import { outboundJobs } from "../features/outbound/index.ts";
import { pushJobs, type Push } from "../features/push/index.ts";
import { submissionJobs } from "../features/submission/index.ts";
import type { BlobStore } from "../platform/blobs/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { Db } from "../platform/db/index.ts";
import { ownOrigin } from "../platform/config/own-origin.ts";
import { job, type Job } from "../platform/jobs/index.ts";

/** What is done in the background: each feature exports its own. */
export const createJobs = (parts: {
  db: Db;
  blobs: BlobStore;
  clock: Clock;
  engine: Engine;
  accounts: Accounts;
  push: Push;
  taskKinds: readonly TaskKind[];
  config: Parameters<typeof ownOrigin>[0] &
    Parameters<typeof junkJobs>[1] &
    Parameters<typeof driveJobs>[1];
}): Job[] => [
  job("change-log.trim", { every: "13 3 * * *", run: () => parts.engine.trim() }),
  ...accountJobs(parts.accounts, parts.engine),
  ...blobJobs(parts),
  ...mailJobs(parts.engine),
  ...filterJobs(parts.engine),
  ...backgroundTaskJobs({
    engine: parts.engine,
    kinds: parts.taskKinds,
    actorOf: actorOfPerson,
  }),
  ...driveJobs(parts.engine, parts.config),
  ...junkJobs(parts.engine, parts.config, ownOrigin(parts.config)),
  ...operationsJobs(parts),
  ...pushJobs(parts.push),
  ...outboundJobs(parts.engine),
  ...submissionJobs(parts.engine, ownOrigin(parts.config)),
];
