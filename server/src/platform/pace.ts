import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds of work after which whatever else is waiting gets its turn. */
const TURN = 10;

/** Lets others in from time to time: to be awaited between the pieces of long work. */
export function createPace(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < TURN) return;
    await nextTurn();
    began = performance.now();
  };
}
