import type { IncomingMessage, ServerResponse } from "node:http";
import { BODY_TIMEOUT, LEAST_RATE, RATE_GRACE } from "./limits.ts";

/** How fast a body has to come. */
export interface BodyPace {
  /** Milliseconds for the body as a whole. */
  readonly timeout: number;
  /** Octets a second that make the time longer, as they come. */
  readonly rate: number;
}

/** Of REST requests. */
export const SMALL_BODY: BodyPace = { timeout: BODY_TIMEOUT, rate: Number.POSITIVE_INFINITY };
/** Of uploads and JMAP requests: slow lines succeed as long as they go on. */
export const LARGE_BODY: BodyPace = { timeout: RATE_GRACE, rate: LEAST_RATE };

/** How often it is looked, in a part of the time. */
const LOOKS = 6;

const TIMED_OUT = "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/** Whether a body that has brought so many octets in so many milliseconds is waited for no longer. */
export function isTooSlow(
  { timeout, rate }: BodyPace,
  { elapsed, octets }: { readonly elapsed: number; readonly octets: number },
): boolean {
  return elapsed > timeout + (octets / rate) * 1000;
}

/**
 * Ends a request whose body does not come, or comes drop by drop, with 408 (RFC 9110 §15.5.9): it would hold its
 * connection, and count among the person's requests, for as long as the largest upload may take. Time in which there is
 * something to read, and nobody has come to it, is not the client's.
 */
export function watchBody(
  request: IncomingMessage,
  response: ServerResponse,
  pace: BodyPace,
): void {
  const { headers, socket } = request;
  if (headers["transfer-encoding"] === undefined && !(Number(headers["content-length"]) > 0))
    return;
  const before = socket.bytesRead;
  let elapsed = 0;
  let looked = performance.now();
  const timer = setInterval(() => {
    if (request.complete || request.destroyed || socket.destroyed) return clearInterval(timer);
    const now = performance.now();
    if (request.readableLength === 0) elapsed += now - looked;
    looked = now;
    if (!isTooSlow(pace, { elapsed, octets: socket.bytesRead - before })) return undefined;
    clearInterval(timer);
    if (response.headersSent) socket.destroy();
    else socket.end(TIMED_OUT, () => socket.destroy());
    return undefined;
  }, pace.timeout / LOOKS);
  timer.unref();
  request.once("close", () => clearInterval(timer));
}
