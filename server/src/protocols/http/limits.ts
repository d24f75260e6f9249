/** Octets of a REST request. JMAP has limits of its own. */
export const BODY_LIMIT = 64 * 1024;
/** Milliseconds in which the header of a request must have come. */
export const HEADER_TIMEOUT = 30_000;
/** Milliseconds in which the body of a REST request must have come. */
export const BODY_TIMEOUT = 30_000;
/** Milliseconds in which any request must have come whole: the largest upload over a slow line. */
export const REQUEST_TIMEOUT = 3_600_000;
/** Octets a second that an upload or a JMAP request has to bring on the average, once the first time is over … */
export const LEAST_RATE = 5000;
/** … which is so many milliseconds. A line that breaks off for as long, and then goes on, is let go on. */
export const RATE_GRACE = 30_000;
/** Milliseconds for the agreement on encryption. */
export const HANDSHAKE_TIMEOUT = 10_000;
/** Milliseconds that a document waits to name who is signed in; after that the window requests it. */
export const EMBEDDED_SESSION_TIME = 500;
/** Characters of a `mailto:` link, or of each part of what another app shares, that opens a new message; what is beyond is left out. */
export const MAILTO_LENGTH = 8000;
/** Addresses in each of its fields. */
export const MAILTO_ADDRESSES = 100;
/** Characters of one part of a path: long enough for blob ids, and for file names in percent-encoding. */
export const PARAM_LIMIT = 4096;

/** Milliseconds that the manifest of a remote elsewhere may take when an administrator asks for its version. */
export const MANIFEST_TIME = 10_000;

/** … and octets that it may have. */
export const MANIFEST_MAX_SIZE = 1_000_000;
