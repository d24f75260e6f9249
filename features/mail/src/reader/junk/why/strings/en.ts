/** Why a message was taken for junk. */
export const en = {
  judged: "It was moved there automatically. {reasons}",
  reasonUnverified: "Its sender could not be verified.",
  reasonLookAlike: "The sender’s domain looks like a known one.",
  reasonLookAlikeOf: "The sender’s domain looks like {detail}.",
  reasonFirstContact: "You haven’t exchanged messages with this sender before.",
  reasonBulk: "It was sent to many people without a way to unsubscribe.",
  reasonWords: "It reads like junk.",
  reasonTheseWords: "Words often found in junk: {detail}.",
  reasonScanner: "The junk filter recognised it.",
  reasonScannerOf: "The junk filter recognised it: {detail}.",
  reasonReportedSender: "Messages from this sender were reported before.",
  reasonVirus: "A virus was found in it.",
  reasonVirusOf: "A virus was found in it: {detail}.",
  releasedAnyway:
    "An administrator released it anyway. Don’t open its attachments unless you expected them.",
  releasedWith:
    "{name}. An administrator released it anyway. Don’t open its attachments unless you expected them.",
} as const;
