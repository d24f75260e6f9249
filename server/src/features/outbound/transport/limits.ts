/** How long is waited for what, in milliseconds (RFC 5321 §4.5.3.2). */
export interface Timeouts {
  readonly connect: number;
  readonly greeting: number;
  readonly hello: number;
  readonly tls: number;
  readonly signIn: number;
  readonly mail: number;
  readonly rcpt: number;
  readonly data: number;
  /** Until the other side takes a piece of the message. */
  readonly block: number;
  /** After the final dot: ended too early, the same message would be sent twice (§4.5.3.2.6). */
  readonly end: number;
  readonly quit: number;
  /** One try in all, however steadily a server goes on being slow: it keeps others' mail waiting. */
  readonly delivery: number;
}

const MINUTE = 60_000;

export const TIMEOUTS: Timeouts = {
  connect: 0.5 * MINUTE,
  greeting: 5 * MINUTE,
  hello: 5 * MINUTE,
  tls: MINUTE,
  signIn: MINUTE,
  mail: 5 * MINUTE,
  rcpt: 5 * MINUTE,
  data: 2 * MINUTE,
  block: 3 * MINUTE,
  end: 10 * MINUTE,
  quit: 0.1 * MINUTE,
  delivery: 30 * MINUTE,
};

/** Of the many addresses that a domain's servers may have, so many are tried each time (RFC 5321 §5.1 asks for two). */
export const MAX_TARGETS = 8;
/** RFC 5321 §4.5.3.1.8: what every server takes in one transaction. */
export const MAX_RECIPIENTS = 100;
/** Messages over one connection. */
export const MAX_USES = 50;
/** How long a connection stays open for another message, in milliseconds. */
export const IDLE = 10_000;
/** Octets of messages that are held in memory at once. */
export const MAX_HELD_OCTETS = 256_000_000;
/** Octets that are written at once. */
export const BLOCK = 65_536;
