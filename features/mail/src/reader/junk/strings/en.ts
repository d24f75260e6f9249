/** What is said of mail in Junk, and of what was reported. */
export const en = {
  isPhishing: "This message was reported as phishing",
  isPhishingWhat: "Don’t reply, and don’t enter a password. Links ask before they open.",
  inJunk: "This message is in Junk",
  inJunkUnverified: "It was moved there because its sender could not be verified.",
  inJunkMoved: "You or someone with access moved it there. Its images stay blocked.",
  hasVirus: "A virus was found in this message",
} as const;
