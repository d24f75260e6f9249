import type { CoreCapability } from "@atrium/contract/types/wire";

export type Limits = CoreCapability;

/** What one client may ask for at once (RFC 8620 §2). Sizes in octets. */
export const DEFAULT_LIMITS: Limits = {
  maxSizeUpload: 250_000_000,
  maxConcurrentUpload: 8,
  maxSizeRequest: 10_000_000,
  maxConcurrentRequests: 16,
  maxCallsInRequest: 64,
  maxObjectsInGet: 1000,
  maxObjectsInSet: 1000,
  collationAlgorithms: ["i;ascii-casemap", "i;unicode-casemap"],
};

/** What all calls of one request may use together, however they share it. Octets are decimal. */
export const REQUEST_BUDGET = {
  /** Values that result references look at (RFC 8620 §3.7). */
  visited: 200_000,
  /** Conditions of filters; one with a long text or list counts for several. */
  conditions: 1000,
  /** Comparators of sorts. */
  comparators: 100,
  /** Messages that are read because no index knows what a filter asks about their header fields, once for each such condition. */
  headerReads: 10_000,
  /** Passwords that it sets, each of which takes time that all sign-ins share. */
  passwords: 100,
  /** Octets of messages and blobs that are read, decoded or written. */
  octetsRead: 1_000_000_000,
  /** Octets of what is answered. */
  octetsAnswered: 100_000_000,
} as const;

/** Characters, or members of a list, in one condition of a filter that count as one more condition. */
export const CONDITION_SIZE = 20;
/** As how many more a text counts at most. */
export const MAX_TEXT_CONDITIONS = 100;

/** Conditions of one filter, and how deep they lie in one another. */
export const MAX_FILTER_CONDITIONS = 500;
export const MAX_FILTER_DEPTH = 20;

/** Comparators of one sort. */
export const MAX_COMPARATORS = 20;

/** Paths in the patch of one record. */
export const MAX_PATCH_PATHS = 2000;

/** Properties that one call may name. */
export const MAX_PROPERTIES = 100;

/** Ids in one answer to `/query`; a client that asks for more gets this limit in the answer. */
export const MAX_QUERY_PAGE = 5000;

/** Changes in one answer to `/changes` when the client names no limit. */
export const MAX_CHANGES = 5000;

/** Accounts whose changes in other processes one process looks at, at the same time. */
export const RECEIVED_AT_ONCE = 4;

/** How long the change log remembers, in days. A client that stayed away longer starts again. */
export const CHANGE_LOG_DAYS = 90;
