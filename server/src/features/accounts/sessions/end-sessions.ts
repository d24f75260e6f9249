import { SignInSession } from "@atrium/contract/types/sign-in-session";
import type { UnitOfWork } from "../../../engine/index.ts";
import { enqueue } from "../../../platform/jobs/index.ts";
import { noteWaysIn, type Owner } from "../organisation/note.ts";
import {
  deleteSessions,
  markOutlived,
  type EndedSession,
  type WhichSessions,
} from "./sessions.store.ts";

/** What is sent for each session that ended, by any process. */
export const SESSION_ENDED = "session-ended";
/** … and in the place of one, when very many have: whoever listens looks which still count. */
export const SESSIONS_ENDED = "*";

/** The job that notes for their persons which sessions are over, for whoever ended very many at once. */
export const NOTE_ENDED = { name: "sessions.note-ended", retry: 10 };

/** Ends a person's sessions: all of them unless told which. The unit has locked the person's account; announced after the commit. */
export async function endSessions(
  w: UnitOfWork,
  whose: Owner,
  which: WhichSessions = {},
): Promise<readonly EndedSession[]> {
  const ended = await deleteSessions(w.tx, whose.personId, which);
  noteEnded(w, whose, ended);
  return ended;
}

/** What follows when sessions were deleted: connections end, and open windows of the person follow. */
export function noteEnded(w: UnitOfWork, whose: Owner, ended: readonly EndedSession[]): void {
  if (ended.length === 0) return;
  const ids = ended.map(({ id }) => id);
  w.afterCommit(() => w.log.info({ person: whose.personId, sessions: ids }, "sessions ended"));
  for (const id of ids) w.hint(SESSION_ENDED, id);
  const seen = ended.filter(({ isListed }) => isListed).map(({ id }) => id);
  noteWaysIn(w, whose, SignInSession, seen, "destroyed");
}

/**
 * Ends for good all sessions that last longer than the policy lets them, as it is by now. Announced after the commit; a job
 * notes it for their persons, one by one, since very many accounts may be meant.
 */
export async function endOutlived(
  w: Pick<UnitOfWork, "tx" | "now" | "log" | "hint" | "afterCommit">,
): Promise<void> {
  const count = await markOutlived(w.tx, w.now);
  if (count === 0) return;
  w.afterCommit(() => w.log.info({ count }, "sessions ended by a policy"));
  w.hint(SESSION_ENDED, SESSIONS_ENDED);
  await enqueue(w.tx, NOTE_ENDED);
}
