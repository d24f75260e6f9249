import { LIMITS } from "../limits.ts";
import type { RecoveryRow } from "../persons/recovery-address.store.ts";

type Sent = Pick<RecoveryRow, "sentCount" | "sentSince">;

/** Milliseconds until another message may go to one's recovery addresses; 0: now. */
export function waitForMail({ sentCount, sentSince }: Sent, now: Date): number {
  const over = sentSince.getTime() + LIMITS.recoveryMailsWindow;
  const wait = over - now.getTime();
  // Of a clock that was put back the window is over, too.
  const isOver = wait <= 0 || wait > LIMITS.recoveryMailsWindow;
  return isOver || sentCount < LIMITS.recoveryMails ? 0 : wait;
}

/** With one more. */
export function oneMore(sent: Sent, now: Date): Sent {
  const age = now.getTime() - sent.sentSince.getTime();
  const isOver = age < 0 || age >= LIMITS.recoveryMailsWindow;
  return isOver
    ? { sentCount: 1, sentSince: now }
    : { sentCount: sent.sentCount + 1, sentSince: sent.sentSince };
}
