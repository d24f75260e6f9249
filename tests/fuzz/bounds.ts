import { MIB } from "../soak/memory.ts";

/** Of an event loop's own CPU time, in one turn, without the collections of garbage in it (milliseconds). */
export const MOST_TURN = 50;
/** What the process may hold at any time, and what it may still need, after a collection, beyond its needs at the start (octets). */
export const MOST_HELD = 900 * MIB;
export const MOST_KEPT = 64 * MIB;
/** How long an answer may take; then the item is a failure by itself (milliseconds). */
export const PATIENCE = 60_000;
/** Of each kind of failure so many are reduced to the smallest reproducer; the rest is counted. */
export const MOST_REDUCED = 3;
/** Failures that are looked into at all. */
export const MOST_EXAMINED = 40;
