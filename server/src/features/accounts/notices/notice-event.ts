/** What was done to someone's account by others, or may have been. */
export type NoticeEvent =
  | "password"
  | "second-factor"
  | "sessions"
  | "enabled"
  /** A link lets someone set another password; with `invitation-used`, it was. */
  | "invited"
  | "invitation-used"
  /** A link to set another password went to the recovery address; with `recovered`, it was used. */
  | "recovery-sent"
  | "recovered"
  /** There is a recovery address, another one, or none any more. */
  | "recovery-address"
  | "recovery-address-removed"
  /** Mail is redirected to further addresses, which the detail names. */
  | "forwarding"
  /** A filter failed, as the detail says, and mail stays in the inbox. */
  | "filter-failed"
  | "roles"
  /** Someone is new who may more than a member: only administrators are notified. */
  | "created";
