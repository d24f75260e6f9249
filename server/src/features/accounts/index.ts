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
export { notify, TELL_PEOPLE } from "./notices/notices.ts";
export {
  deleteNotices,
  readAdministrators,
  readNotices,
  readReaders,
  type Notice,
  type Reader,
} from "./notices/notices.store.ts";
export type { Domain } from "./organisation/organisation.store.ts";
export { hasDomain, ORGANISATION } from "./organisation/organisation.store.ts";
export { accentStyle } from "./organisation/accent-style.ts";
export { LOGO_PATH } from "./organisation/look.store.ts";
export { readPolicies } from "./organisation/policies.store.ts";
export { openSharedSecrets } from "./organisation/shared-secrets.ts";
export { accountCapabilities, accountTypes } from "./types.ts";
export { hashPassword, isHashingBusy, isPassword } from "./passwords/password.ts";
export type { AccountRemoved, HandOver, Person, PrepareAccount } from "./persons/persons.ts";
export { may } from "./policy.ts";
export type { ActorOrSystem } from "./policy.ts";
export type { Client } from "./sessions/sessions.ts";
export type { SharedAccount } from "./shared/shared-accounts.ts";
export { actorOfPerson } from "./identity/actor-of-person.ts";
export { asInBrowser } from "./identity/identity.ts";
export type { SignedIn } from "./identity/identity.ts";
export {
  forgetFormer,
  giveCode,
  giveLink,
  newRecoveryCode,
  newRecoveryToken,
  readRecovery,
  RECOVERY_MAIL,
  type RecoveryMail,
} from "./recovery/recovery-mail.ts";
export { readShared, shareRecord, type Shareable } from "./sharing/share-record.ts";
export { createReadShares } from "./sharing/shared-with.ts";
export { settleShares, settleUnsettled } from "./sharing/settle.ts";
export { resumeShares, suspendShares } from "./sharing/suspend.ts";
export { endShares } from "./sharing/shares.ts";
export { tellOfShares } from "./sharing/tell-of-shares.ts";
export { isShared, nameShares, removeShares, sharedIn } from "./sharing/shares.store.ts";
export { networkOf } from "./throttle/throttle.ts";
export { ACCOUNT_REFUSALS } from "./refusals.ts";
