import { CAPABILITY } from "./wire.ts";

/** What all types share that are ways into someone's account: seen and changed by that person in a browser, and nowhere kept. */
export const WAYS_IN = {
  capability: CAPABILITY.security,
  access: "browserSession",
  persist: false,
  offline: false,
} as const;
