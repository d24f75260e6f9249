import { ADMINISTERED } from "./administered.ts";
import { defineType, type RecordOf } from "./define.ts";
import { CAPABILITY } from "./wire.ts";

/** What a version may be called: it is a part of an address. */
export const REMOTE_VERSION = /^[\w.+-]{1,64}$/;

/**
 * Of Atrium: a part that is built and served on its own (module federation), in the organisation's account. There is one
 * for each that this release knows. Everyone signed in with a browser reads it; administrators change it.
 */
export const Remote = defineType({
  name: "Remote",
  ...ADMINISTERED,
  capability: CAPABILITY.organisation,
  properties: {
    /** Its name in federation, such as `drive`. */
    id: { type: "Id", immutable: true, serverSet: true },
    /** Switched off, no window fetches its code. */
    isEnabled: { type: "Boolean" },
    /** Why it is switched off, in words for everyone; `null` while it is on. */
    reason: { type: "String", nullable: true, default: null },
    /** The only version that windows load; `null` for any. */
    pinnedVersion: { type: "String", nullable: true, default: null },
  },
});

export type RemoteRecord = RecordOf<typeof Remote>;
