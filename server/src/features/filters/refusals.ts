import { defineRefusals, meaning } from "../../engine/index.ts";

/** RFC 9661 §2.4. */
export const FILTER_REFUSALS = defineRefusals({
  invalidSieve: meaning("invalidSieve", "invalidArguments", "invalid"),
  sieveIsActive: meaning("sieveIsActive", "forbidden", "invalid"),
});
