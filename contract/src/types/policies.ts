import { defineType, type RecordOf } from "./define.ts";
import { CAPABILITY } from "./wire.ts";

/** The id of the one record that the organisation has. */
export const POLICIES_ID = "singleton";

/** Whom an organisation may ask for a second factor. */
export const SECOND_FACTOR_FOR = ["nobody", "administrators", "everybody"] as const;

/** Of a reason, in UTF-16 code units. */
export const POLICY_REASON_MAX_LENGTH = 500;

/** Days that `publicLinkExpiry` may be: some ten years. */
export const PUBLIC_LINK_MAX_DAYS = 3660;

const REASON = { type: "String", default: "" } as const;

/**
 * What the organisation decides for its members, in its account: they read it, administrators change it. Each policy has
 * the properties that `POLICIES` names, and a reason in one paragraph of plain text, which those it concerns read.
 */
export const Policies = defineType({
  name: "Policies",
  capability: CAPABILITY.policies,
  access: "browserSession",
  proof: true,
  persist: false,
  offline: false,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    /** Seconds after which a session ends that is not used; `null`: `sessionIdleLimit`. */
    sessionIdle: { type: "UnsignedInt", nullable: true, default: null },
    /** Seconds after which a session ends in any case; `null`: `sessionMaxLimit`. */
    sessionMax: { type: "UnsignedInt", nullable: true, default: null },
    sessionsReason: REASON,
    /** Beyond which no session lasts, in seconds. */
    sessionIdleLimit: { type: "UnsignedInt", serverSet: true },
    sessionMaxLimit: { type: "UnsignedInt", serverSet: true },
    /** Whether browsers may keep mail, so that windows open at once and read without network. */
    mayKeepOnDevice: { type: "Boolean", default: true },
    deviceReason: REASON,
    /** Whether filters may redirect mail to addresses of others. */
    mayForwardOutside: { type: "Boolean", default: true },
    forwardingReason: REASON,
    /** Whether people may share files by links that open without signing in. Without, none works. */
    publicLinks: { type: "Boolean", default: true },
    /** Days after which such a link ends at the latest; `null`: it need not end. */
    publicLinkExpiry: { type: "UnsignedInt", nullable: true, default: null },
    /** Whether each of them has to have a password. */
    publicLinkPassword: { type: "Boolean", default: false },
    publicLinksReason: REASON,
    secondFactorFor: { type: { oneOf: SECOND_FACTOR_FOR }, default: "nobody" },
    /** From then on who has no second factor gets in only to set one up. Where it is asked for, `null` means at once. */
    secondFactorFrom: { type: "UTCDate", nullable: true, default: null },
    secondFactorReason: REASON,
    /** How many people it means who have none yet; `null` to all but administrators. */
    secondFactorMissing: {
      type: "UnsignedInt",
      nullable: true,
      serverSet: true,
      onRequest: true,
    },
  },
});

export type PoliciesRecord = RecordOf<typeof Policies>;

/** Each policy: what it decides, and where its reason stands. */
export const POLICIES = {
  sessions: { decides: ["sessionIdle", "sessionMax"], reason: "sessionsReason" },
  device: { decides: ["mayKeepOnDevice"], reason: "deviceReason" },
  forwarding: { decides: ["mayForwardOutside"], reason: "forwardingReason" },
  "public-links": {
    decides: ["publicLinks", "publicLinkExpiry", "publicLinkPassword"],
    reason: "publicLinksReason",
  },
  "second-factor": {
    decides: ["secondFactorFor", "secondFactorFrom"],
    reason: "secondFactorReason",
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly decides: readonly (keyof PoliciesRecord)[];
      readonly reason: keyof PoliciesRecord;
    }
  >
>;

export type PolicyName = keyof typeof POLICIES;
