export const en = {
  isFull: "Your mailbox is full",
  isFullMore:
    "{used}. New messages are returned to their senders. Delete what you no longer need, then empty Trash and Junk.",
  isNearlyFull: "Your mailbox is almost full",
  isNearlyFullMore: "{used}. Delete what you no longer need: a full mailbox receives nothing.",
  usedOctets: "{used} of {limit} used",
  usedMessages: "{used} of {limit} messages",
  seeStorage: "See storage",
} as const;
