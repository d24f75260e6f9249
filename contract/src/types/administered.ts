import { CAPABILITY } from "./wire.ts";

/** What all types share that administrators look after: by hand in a browser, not long after a proof, and nowhere kept. */
export const ADMINISTERED = {
  capability: CAPABILITY.administration,
  access: "browserSession",
  proof: true,
  persist: false,
  offline: false,
} as const;
