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

/** Ids in one answer to `/query`; a client that asks for more is told the limit. */
export const MAX_QUERY_PAGE = 5000;

/** Changes in one answer to `/changes` when the client names no limit. */
export const MAX_CHANGES = 5000;

/** How long the change log remembers, in days. A client that stayed away longer starts anew. */
export const CHANGE_LOG_DAYS = 90;
