import { defineRefusals, meaning } from "../../engine/index.ts";

/** RFC 8621 §2.5, §4.6. */
export const MAIL_REFUSALS = defineRefusals({
  mailboxHasChild: meaning("mailboxHasChild", "forbidden", "invalid"),
  mailboxHasEmail: meaning("mailboxHasEmail", "forbidden", "invalid"),
  tooManyKeywords: meaning("tooManyKeywords", "requestTooLarge", "tooLarge"),
  tooManyMailboxes: meaning("tooManyMailboxes", "requestTooLarge", "tooLarge"),
  invalidEmail: meaning("invalidEmail", "invalidArguments", "invalid"),
});
