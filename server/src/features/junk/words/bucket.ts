import { createHash } from "node:crypto";
import { JUNK_BUCKETS } from "../limits.ts";

/** The number under which a token is counted. */
export const bucketOf = (token: string): number =>
  createHash("sha256").update(token).digest().readUInt32BE(0) % JUNK_BUCKETS;
