/** What the tests of a file have open: `close-all.ts` closes it after the last of them, the newest first. */
export const undo: (() => Promise<unknown>)[] = [];
