/** Scripts of one account. */
export const MAX_SCRIPTS = 50;
/** Octets of a script's name, as UTF-8. */
export const MAX_SCRIPT_NAME = 512;
/** Copies of one message whose headers a script edits differently: each is stored whole. */
export const MAX_EDITED = 4;
/** Scripts that one task runs: together they stay far below what a task may take. */
export const RUNS_AT_ONCE = 6;
/** Rounds in which a script asks for duplicates; it can ask for a further key only after an answer. */
export const MAX_ROUNDS = 20;
/** Names of rules that a message keeps. */
export const MAX_ACTING_RULES = 20;
/** Messages that are read and filtered again in one step of a background task. */
export const APPLIED_AT_ONCE = 50;
