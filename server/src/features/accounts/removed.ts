import { utcSeconds } from "@atrium/contract/types/utc-date";
import { LIMITS } from "./limits.ts";

/** When what was removed is deleted for good; `null` for what is not removed. */
export const deletedAt = (removedAt: Date | null): string | null =>
  removedAt && utcSeconds(new Date(removedAt.getTime() + LIMITS.removedKept));
