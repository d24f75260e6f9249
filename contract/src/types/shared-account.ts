import { ADMINISTERED } from "./administered.ts";
import { OWN_QUOTA } from "./storage.ts";
import { defineType, type FilterOf, type RecordOf } from "./define.ts";

/** What a member of a shared account may do there. */
export const SHARED_ACCOUNT_RIGHTS = ["read", "write"] as const;
export type SharedAccountRight = (typeof SHARED_ACCOUNT_RIGHTS)[number];

/**
 * Of Atrium: an account that several people work in, such as support@, as administrators see it. Besides,
 * `SharedAccount/storage` takes `accountId` and `id`.
 */
export const SharedAccount = defineType({
  name: "SharedAccount",
  ...ADMINISTERED,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    /** One line, trimmed. */
    name: { type: "String" },
    address: { type: "String", immutable: true },
    /** Other addresses whose mail it gets; at most 100. */
    aliases: { type: { set: "String" }, default: {} },
    /** What each person may do, by the person's id; at most 1,000. */
    members: { type: { map: { oneOf: SHARED_ACCOUNT_RIGHTS } }, default: {} },
    /** Then nobody gets in, and mail to it is refused; one that is not restored until `deletedAt` is deleted for good, with all that lies in it. */
    isRemoved: { type: "Boolean", default: false },
    /** When that is; `null` unless removed. */
    deletedAt: { type: "UTCDate", nullable: true, serverSet: true },
    ...OWN_QUOTA,
    memberCount: { type: "UnsignedInt", serverSet: true },
    createdAt: { type: "UTCDate", serverSet: true },
  },
  filters: {
    /** In the name or the address, whatever its case. */
    text: { type: "String" },
    isRemoved: { type: "Boolean" },
  },
  sorts: ["name", "address"],
});

export type SharedAccountRecord = RecordOf<typeof SharedAccount>;
export type SharedAccountFilter = FilterOf<typeof SharedAccount>;
