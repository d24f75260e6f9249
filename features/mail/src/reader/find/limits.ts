/** What finding in a conversation costs the window at most. What is beyond is not searched, and the bar says so. */
export const FIND_LIMITS = {
  /** Messages that are unfolded to be searched, the newest. */
  maxMessagesSearched: 100,
  /** Characters of all of them. */
  maxCharactersSearched: 2_000_000,
  /** Places that are marked. */
  maxMatchesMarked: 1000,
  /** Characters that are looked for. */
  maxFindLength: 200,
} as const;
