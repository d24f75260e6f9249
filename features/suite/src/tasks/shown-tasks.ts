import type { BackgroundTaskRecord } from "@atrium/contract/types/background-task";
import { isProvisional } from "@atrium/jmap";

/** How long before the window opened a task may have ended that it shows (milliseconds): a window may be loaded again. */
const LATELY = 60_000;
/** The same of a task that did not do all of it. */
const WITH_PROBLEMS = 86_400_000;

export const isUnderWay = ({ state }: BackgroundTaskRecord): boolean =>
  state === "waiting" || state === "running";

/** The person's own tasks that are under way, and those that ended lately. What was taken back is over. */
export function shownTasks(
  all: readonly BackgroundTaskRecord[],
  { personId, openedAt }: { readonly personId: string; readonly openedAt: number },
): readonly BackgroundTaskRecord[] {
  return all.filter((task) => {
    if (!isProvisional(task.id) && task.createdBy !== personId) return false;
    if (task.undoneBy) return false;
    if (isUnderWay(task) || !task.endedAt) return true;
    const isGood = task.failed === 0 && task.state !== "failed";
    return Date.parse(task.endedAt) > openedAt - (isGood ? LATELY : WITH_PROBLEMS);
  });
}
