import { defineType, type RecordOf } from "./define.ts";
import { CAPABILITY } from "./wire.ts";

/** A limit on what an account may keep, and how much of it is used (RFC 9425 §4). */
export const Quota = defineType({
  name: "Quota",
  capability: CAPABILITY.quota,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    resourceType: { type: { oneOf: ["count", "octets"] }, serverSet: true },
    used: { type: "UnsignedInt", serverSet: true },
    hardLimit: { type: "UnsignedInt", serverSet: true },
    scope: { type: { oneOf: ["account", "domain", "global"] }, serverSet: true },
    name: { type: "String", serverSet: true },
    types: { type: { list: "String" }, serverSet: true },
    warnLimit: { type: "UnsignedInt", nullable: true, serverSet: true },
    softLimit: { type: "UnsignedInt", nullable: true, serverSet: true },
    description: { type: "String", nullable: true, serverSet: true },
  },
  filters: {
    name: { type: "String" },
    scope: { type: "String" },
    resourceType: { type: "String" },
    type: { type: "String" },
  },
  sorts: ["name", "used"],
  // RFC 9425 §4.3: nothing else changes while the server runs.
  updateDetails: { used: ["used"] },
});

export type QuotaRecord = RecordOf<typeof Quota>;
