import { defineRefusals, meaning } from "../../engine/index.ts";

/** RFC 8621 §6.3, §7.5. */
export const SUBMISSION_REFUSALS = defineRefusals({
  forbiddenFrom: meaning("forbiddenFrom", "forbidden", "forbidden"),
  forbiddenMailFrom: meaning("forbiddenMailFrom", "forbidden", "forbidden"),
  tooManyRecipients: meaning("tooManyRecipients", "requestTooLarge", "tooLarge"),
  noRecipients: meaning("noRecipients", "invalidArguments", "invalid"),
  invalidRecipients: meaning("invalidRecipients", "invalidArguments", "invalid"),
  // RFC 9007 §2.1.
  mdnAlreadySent: meaning("mdnAlreadySent", "forbidden", "invalid"),
  cannotUnsend: meaning("cannotUnsend", "forbidden", "invalid"),
});
