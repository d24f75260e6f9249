/**
 * How long the recovery of the embedded PostgreSQL may stand still before it is ended (milliseconds). None of its processes
 * then computes, waits for the disk, or has read or written anything, so a recovery that is merely slow never comes here.
 */
export const RECOVERY_STALLED = 2 * 60_000;
