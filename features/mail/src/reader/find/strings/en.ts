/** The bar that finds words in a conversation. */
export const en = {
  find: "Find in conversation",
  none: "No matches",
  noneInBeginning: "No matches in the searched part",
  placeOf: "{number} of {count}",
  placeOfMore: "{number} of {count}+",
  previous: "Previous match",
  next: "Next match",
  close: "Close",
} as const;
