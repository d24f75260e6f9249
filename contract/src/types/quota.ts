import { defineType, type Properties, type RecordOf } from "./define.ts";
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

/** What the methods take beyond the account. */
export const QUOTA_METHODS = { usage: {} } as const satisfies Readonly<Record<string, Properties>>;

/** What an account keeps, as `Quota/usage` answers. Unlike a Quota record it is there without a limit too. */
export interface QuotaUsage {
  /** Octets of messages and files. */
  readonly octets: number;
  /** Those of files alone. */
  readonly fileOctets: number;
  /** Messages. */
  readonly emails: number;
}

/** With less than this left, or a hundredth of the limit, hardly a message finds room (octets). */
export const QUOTA_FULL_LEFT = 100_000;

/** Whether mail is refused for lack of room, or soon will be. Usage never exceeds its limit: what would is refused. */
export function fullnessOf({
  used,
  hardLimit,
  warnLimit,
  resourceType,
}: Pick<QuotaRecord, "used" | "hardLimit" | "warnLimit" | "resourceType">):
  | "fine"
  | "near"
  | "full" {
  const spare = resourceType === "octets" ? Math.min(QUOTA_FULL_LEFT, hardLimit / 100) : 0;
  if (hardLimit - used <= spare) return "full";
  return used >= (warnLimit ?? hardLimit) ? "near" : "fine";
}
