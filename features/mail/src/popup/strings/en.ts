/** What an address of a kind of mail says that nobody has opened to this person. */
export const en = {
  shared: "This shared message can’t be opened",
  sharedWhy:
    "This address opens a message that someone shared. Nobody has shared one with you this way.",
  training: "This training message can’t be opened",
  trainingWhy:
    "This address belongs to security training. Your organisation has no training for you.",
  audit: "This message can’t be opened for review",
  auditWhy: "This address shows a message to an auditor. None of your matters contains it.",
  other: "There is nothing here for you",
  otherWhy: "The address is incomplete, or it isn’t for you.",
} as const;
