import type { UnitOfWork } from "../../../engine/index.ts";
import { deleteSessions, type WhichSessions } from "./sessions.store.ts";

/** What is sent for each session that ended, by any process. */
export const SESSION_ENDED = "session-ended";

/** Ends a person's sessions: all of them unless told which. Announced after the commit. */
export async function endSessions(
  w: Pick<UnitOfWork, "tx" | "log" | "hint" | "afterCommit">,
  personId: string,
  which: WhichSessions = {},
): Promise<void> {
  const ended = await deleteSessions(w.tx, personId, which);
  if (ended.length === 0) return;
  w.afterCommit(() => w.log.info({ person: personId, sessions: ended }, "sessions ended"));
  for (const id of ended) w.hint(SESSION_ENDED, id);
}
