import { afterPaint } from "./after-paint.ts";

/** Milliseconds in sight after which a conversation that opened without being asked for was looked at. */
const LOOK = 2000;
const TICK = 250;

/** The conversation that took the place of one that left the list, until it was looked at. */
let wentOnTo: { readonly threadId: string; left: number } | undefined;
let waiting: (() => void) | undefined;

/** Says what the window opens next: by going on to it, or `undefined` because a person opened something. */
export function goesOnTo(threadId: string | undefined): void {
  wentOnTo = threadId === undefined ? undefined : { threadId, left: LOOK };
}

/**
 * Does something once an open conversation was looked at, and answers what calls it off. What a person opened is looked at
 * as soon as it is painted; what the window went on to after its time in sight, or when the person goes on from there.
 */
export function onceLookedAt(threadId: string, act: () => void): () => void {
  const look = wentOnTo;
  if (look?.threadId !== threadId) return afterPaint(act);
  const timer = setInterval(() => {
    if (!document.hidden) look.left -= TICK;
    if (look.left <= 0) done();
  }, TICK);
  const stop = (): void => {
    clearInterval(timer);
    if (waiting === done) waiting = undefined;
  };
  function done(): void {
    stop();
    if (wentOnTo === look) wentOnTo = undefined;
    act();
  }
  waiting = done;
  return stop;
}

/** A person goes on from the open conversation, or does something with it: it was looked at. */
export function wasLookedAt(): void {
  waiting?.();
}
