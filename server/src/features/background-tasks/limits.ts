/** Tasks of one account that are under way at the same time; one more is `overQuota`. */
export const MAX_UNDER_WAY = 10;
/** Tasks that one account has at all: the oldest that have ended make room. */
export const MAX_TASKS = 100;
/** Records of the tasks that have ended whose way back an account keeps; the oldest tasks lose theirs. */
export const MAX_KEPT_ITEMS = 1_000_000;
/** Octets of a task's name, as UTF-8. */
export const MAX_TASK_NAME = 255;
/** Octets of a task's arguments, as JSON. */
export const MAX_ARGUMENTS = 1_000_000;
/** Records that could not be changed, of which a task keeps why. */
export const MAX_PROBLEMS = 1000;
/** Steps in a row that may go wrong before the task fails. */
export const MAX_FAULTS = 5;
/** So long a task works before others have their turn. */
export const TURN = 5000;
/** How long a task that has ended is shown. */
export const KEPT = 7 * 86_400_000;
/** How long it can be taken back. */
export const UNDO_TIME = 86_400_000;
