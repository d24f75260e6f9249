import { defineType, type CreateOf, type Properties, type RecordOf } from "./define.ts";
import { CAPABILITY } from "./wire.ts";

/**
 * Of Atrium: someone outside of the organisation to whom the owner of an account gives something in it. Its id stands in
 * `shareWith` as a person's does; it gets in by a secret, which `ShareGuest/newSecret` makes and answers once, and reaches what
 * is shared with it and nothing else.
 */
export const ShareGuest = defineType({
  name: "ShareGuest",
  capability: CAPABILITY.guests,
  access: "browserSession",
  persist: false,
  offline: false,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    /** One line, trimmed; the guest sees it too. */
    name: { type: "String" },
    /** Where to reach the guest, for the owner to remember. */
    email: { type: "String", nullable: true, default: null },
    /** When the guest, and what is shared with it, ends; `null` until it is destroyed. */
    until: { type: "UTCDate", nullable: true, default: null },
    createdAt: { type: "UTCDate", immutable: true, serverSet: true },
  },
});

/** What the methods of a guest take beyond the account. */
export const SHARE_GUEST_METHODS = {
  newSecret: { id: { type: "String" } },
} as const satisfies Record<string, Properties>;

export type ShareGuestRecord = RecordOf<typeof ShareGuest>;
export type ShareGuestCreate = CreateOf<typeof ShareGuest>;
