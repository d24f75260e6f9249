import { defineType, shape, type FilterOf, type RecordOf } from "./define.ts";
import { CAPABILITY, type SessionAccount } from "./wire.ts";

/** A person, group, resource or place of the organisation (RFC 9670 §2). Read-only for clients. */
export const Principal = defineType({
  name: "Principal",
  capability: CAPABILITY.principals,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    type: {
      type: { oneOf: ["individual", "group", "resource", "location", "other"] },
      immutable: true,
      serverSet: true,
    },
    name: { type: "String", serverSet: true },
    description: { type: "String", nullable: true, serverSet: true },
    email: { type: "String", nullable: true, serverSet: true },
    timeZone: { type: "String", nullable: true, serverSet: true },
    /** Of whoever is away there is a `PrincipalAbsence` under the capability of vacation responses. */
    capabilities: { type: shape<Readonly<Record<string, object>>>("object"), serverSet: true },
    accounts: {
      type: shape<Readonly<Record<string, SessionAccount>>>("object"),
      nullable: true,
      serverSet: true,
    },
  },
  filters: {
    accountIds: { type: { list: "Id" } },
    email: { type: "String" },
    name: { type: "String" },
    text: { type: "String" },
    type: { type: "String" },
    timeZone: { type: "String" },
  },
  sorts: ["name", "email", "type"],
});

/** That someone is away, as colleagues see it while it is so. What is answered, and since when, only its person reads. */
export interface PrincipalAbsence {
  /** UTCDate; `null` without an end. */
  readonly toDate: string | null;
  /** Of the automatic reply. */
  readonly subject: string | null;
}

export type PrincipalRecord = RecordOf<typeof Principal>;
export type PrincipalFilter = FilterOf<typeof Principal>;
