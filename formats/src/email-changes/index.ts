export { reversalOf } from "./email-changes.ts";
export type { MailboxRoles, Marked, Reversal } from "./email-changes.ts";
