import { taskKinds, type TaskKind } from "../features/background-tasks/index.ts";
import { joinUpload } from "../features/drive/index.ts";
import { applyRule } from "../features/filters/index.ts";
import { changeEmails, destroyEmails } from "../features/mail/index.ts";
import type { Platform } from "./platform.ts";

/** What tasks there are: each feature exports its own kinds. */
export const createTaskKinds = ({
  db,
  blobs,
  log,
  workers,
}: Pick<Platform, "db" | "blobs" | "log" | "workers">): readonly TaskKind[] =>
  taskKinds([
    changeEmails,
    destroyEmails,
    applyRule({ db, services: { blobs, log, workers } }),
    joinUpload({ db, blobs }),
  ]);
