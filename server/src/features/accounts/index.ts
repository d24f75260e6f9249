export { createAccounts } from "./accounts.ts";
export type { Accounts } from "./accounts.ts";
export { parseAddress, withoutDetail } from "./addresses/address.ts";
export { addressesOf, ownerNameOf, ownersOf } from "./addresses/addresses.store.ts";
export { findRecipient } from "./addresses/find-recipient.ts";
export { reachable } from "./addresses/reachable.ts";
export { lastAct, recordAct } from "./history/admin-acts.store.ts";
export { accountJobs } from "./jobs.ts";
export { accountMetrics } from "./metrics.ts";
export { LIMITS } from "./limits.ts";
export type { Domain } from "./organisation/organisation.store.ts";
export { hasDomain, ORGANISATION } from "./organisation/organisation.store.ts";
export { openSharedSecrets } from "./organisation/shared-secrets.ts";
export { accountCapabilities, accountTypes } from "./types.ts";
export type { Person, PrepareAccount } from "./persons/persons.ts";
export { may } from "./policy.ts";
export type { ActorOrSystem } from "./policy.ts";
export type { Client } from "./sessions/sessions.ts";
export type { SharedAccount } from "./shared/shared-accounts.ts";
export { asInBrowser } from "./identity/identity.ts";
export type { SignedIn } from "./identity/identity.ts";
export { checkShares, endShares } from "./sharing/shares.ts";
export {
  removeShares,
  sharedIn,
  sharesOf,
  writeShares,
  type Share,
} from "./sharing/shares.store.ts";
export { ACCOUNT_REFUSALS } from "./refusals.ts";
