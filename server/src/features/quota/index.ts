import { CAPABILITY } from "@atrium/contract/types/wire";
import type { Capability, Served } from "../../engine/index.ts";
import { hasQuota, quota } from "./quota.ts";

/** What accounts may keep (RFC 9425). The engine counts and refuses; this shows it to clients. */
export const quotaTypes: readonly Served[] = [quota];

export const quotaCapabilities: readonly Capability[] = [
  {
    urn: CAPABILITY.quota,
    server: {},
    account: (actor, accountId) => (hasQuota(actor, accountId) ? {} : null),
  },
];
