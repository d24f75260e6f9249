import { diskFault } from "../disk-error.ts";

/** Of several servers none takes writes now: the one that did is gone, and no other has taken over yet. */
export class NoPrimary extends Error {}

/**
 * 57P01–57P03: shut down by command, crash of another backend, cannot connect now. 25006: only reads are taken, since
 * another server takes the writes by now. 08…: the connection broke.
 */
const CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EAI_AGAIN|57P0[123]|25006|08\w{3})$/;
/** The last is what the rollback says after a connection died, in the place of what ended the transaction. */
const MESSAGES = /Connection terminated|timeout exceeded|timeout expired|is not queryable/;

/** The server is not there now, but may be in a moment: it starts, recovers, shuts down, or hands over to another. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof NoPrimary) return true;
  const { code, message, syscall } = error as { code?: string; message?: string; syscall?: string };
  // Of a socket; a file that is missing is none.
  if (code === "ENOENT") return syscall === "connect";
  return code === undefined ? MESSAGES.test(message ?? "") : CODES.test(code);
}

/**
 * 40…: others were in the way of the transaction. 53…: no room, no memory, no connections left. 55P03: a lock was not free.
 * 57014: it was ended from outside, or took too long.
 */
const PASSING = /^(40\w{3}|53\w{3}|55P03|57014)$/;

/** The same work may succeed later, since what was in its way was not the work itself. */
export function mayPass(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return (
    isUnavailable(error) ||
    diskFault(error) !== null ||
    (typeof code === "string" && PASSING.test(code))
  );
}
