import { defineRefusals, meaning } from "../../engine/index.ts";

/** Requests that are refused for where they come from, or how. */
export const HTTP_REFUSALS = defineRefusals({
  wrongOrigin: meaning("forbidden", "forbidden", "wrongOrigin"),
  unencrypted: meaning("forbidden", "forbidden", "unencrypted"),
});
