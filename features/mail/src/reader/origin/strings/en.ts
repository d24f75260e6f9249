/** What was checked of where a message comes from. */
export const en = {
  verifiedWhy: "This message really comes from {domain}.",
  unverifiedWhy:
    "Nothing proves that this message comes from {domain}. Most honest senders prove it.",
  checks: "What was checked",
  checkDmarc: "Sender’s domain (DMARC)",
  checkDkim: "Signature (DKIM)",
  checkSpf: "Sending server (SPF)",
  checkPass: "passed",
  checkFail: "failed",
  checkNone: "nothing to check",
  checkError: "could not be checked",
} as const;
