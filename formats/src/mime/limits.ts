/** What one message may cost. Beyond a limit parsing goes on without the rest and says so in `problems`. */
export interface Limits {
  /** Multiparts inside one another. A deeper one is kept as one opaque part. */
  readonly maxDepth: number;
  /** Parts in the whole message. What follows the last one is left out. */
  readonly maxParts: number;
  /** Header fields of all parts together. */
  readonly maxHeaders: number;
  /** Octets of all header fields together. */
  readonly maxHeaderBytes: number;
}

export const LIMITS: Limits = {
  maxDepth: 100,
  maxParts: 2_000,
  maxHeaders: 20_000,
  maxHeaderBytes: 2 * 1024 * 1024,
};

/** Octets of a From field that is read for its authors; a longer one names nobody clearly. */
export const MAX_FROM = 65_536;

/** What was wrong with a message; it was read as well as possible all the same. */
export type Problem =
  | "maxDepth"
  | "maxParts"
  | "maxHeaders"
  | "maxHeaderBytes"
  /** A multipart that names no boundary, or whose boundary never comes; it is read as text. */
  | "missingBoundary"
  /** A multipart whose closing delimiter never comes. */
  | "unclosedMultipart"
  /** A line among the header fields that is none. */
  | "malformedHeader";
