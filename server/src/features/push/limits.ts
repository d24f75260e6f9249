const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What one person may have at the same time. */
export const MAX_SUBSCRIPTIONS = 100;
/** Of these, ones whose address nobody has confirmed: each is a request to somewhere. */
export const MAX_UNVERIFIED = 20;
/** An address that nobody confirms is forgotten after this time. */
export const UNVERIFIED_FOR = HOUR;

/** RFC 8620 §7.2: at least 7 days where what the person signed in with has no end itself. */
export const MAX_LIFETIME = 7 * DAY;

/** Characters. */
export const MAX_DEVICE_CLIENT_ID = 255;
export const MAX_URL = 2048;
export const MAX_TYPES = 100;

/** Changes that come within this time are one push. */
export const COALESCE = 250;
/** People whose subscriptions one process looks after at the same time, when what they may see has changed. */
export const LOOKED_AFTER_AT_ONCE = 4;
/** How often all subscriptions are looked through for what is due again. */
export const LOOK_AGAIN = 30_000;
/** A process that sends has a subscription to itself for so long; it is longer than a request may take. */
export const LEASE = MINUTE;
export const REQUEST_TIMEOUT = 20_000;
/** Requests of one process at the same time. */
export const AT_ONCE = 32;
/** Of these, so many for one person: whoever has slow addresses makes nobody else wait. */
export const AT_ONCE_TO_ONE = 2;

/** How long a push service keeps a push for a device that is away, in seconds. */
export const TTL = 7 * 24 * 3600;
/** Octets of one push: services take 4096 with encryption. What does not fit comes in a further one. */
export const MAX_PUSH = 3000;

/** Waits after failures: they double from the first to the last. */
export const FIRST_WAIT = 30_000;
export const LAST_WAIT = HOUR;
/** Failures in a row after which a subscription is given up. With the waits above these are about two days. */
export const MAX_FAILURES = 50;
/** The same before its address was confirmed. */
export const MAX_GREETINGS = 3;
/** How long a service that had too many requests is left alone, in seconds. */
export const FIRST_PAUSE = 60;
export const LAST_PAUSE = 3600;
