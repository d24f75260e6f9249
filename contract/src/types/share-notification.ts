import { defineType, shape, type FilterOf, type RecordOf } from "./define.ts";
import { CAPABILITY } from "./wire.ts";

const RIGHTS = shape<Readonly<Record<string, boolean>>>("object");

/**
 * What others have shared with a person, changed or taken back (RFC 9670 §3). Everyone sees their own alone, in the account where
 * the principals are; clients destroy them and do nothing else.
 */
export const ShareNotification = defineType({
  name: "ShareNotification",
  capability: CAPABILITY.principals,
  // It names what may be out of reach by now.
  persist: false,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    created: { type: "UTCDate", immutable: true, serverSet: true },
    /** Whoever did it; what ended by itself is the organisation's, which is no principal. */
    changedBy: {
      type: shape<{
        readonly name: string;
        readonly email: string | null;
        readonly principalId: string | null;
      }>("object"),
      immutable: true,
      serverSet: true,
    },
    objectType: { type: "String", immutable: true, serverSet: true },
    objectAccountId: { type: "Id", immutable: true, serverSet: true },
    objectId: { type: "Id", immutable: true, serverSet: true },
    /** As it was called when it was shared; of what is taken back, as it was called while it was in reach. */
    name: { type: "String", immutable: true, serverSet: true },
    /** What the person could do with it before, by all shares together; `null`: it was out of reach. */
    oldRights: { type: RIGHTS, nullable: true, immutable: true, serverSet: true },
    newRights: { type: RIGHTS, nullable: true, immutable: true, serverSet: true },
  },
  filters: {
    after: { type: "UTCDate", nullable: true },
    before: { type: "UTCDate", nullable: true },
    objectType: { type: "String" },
    objectAccountId: { type: "Id" },
  },
  sorts: ["created"],
});

export type ShareNotificationRecord = RecordOf<typeof ShareNotification>;
export type ShareNotificationFilter = FilterOf<typeof ShareNotification>;
