import { refuseProperty } from "../../engine/index.ts";

/** RFC 8621 §2. */
export function checkSortOrder(sortOrder: number): void {
  if (sortOrder >= 2 ** 31) refuseProperty("sortOrder", "is below 2^31");
}
