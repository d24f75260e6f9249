/** Milliseconds by which the server's clock is ahead of this device's, as its answers showed. */
let ahead = 0;

/** Takes the time from an answer's Date field (RFC 9110 §6.6.1). */
export function noteServerTime(date: string | null): void {
  const time = Date.parse(date ?? "");
  if (!Number.isNaN(time)) ahead = time - Date.now();
}

/**
 * The server's time in milliseconds of the epoch, exact to about a second: for what is compared with times that the
 * server gave, on a device whose own clock may be wrong by years.
 */
export function serverTime(): number {
  return Date.now() + ahead;
}
