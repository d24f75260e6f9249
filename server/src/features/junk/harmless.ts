/** Characters of what a stranger wrote. */
const MAX_SHOWN = 100;

/** What a stranger wrote, on one line, and in which nothing is made a link of: a message of ours would vouch for it. */
export const harmless = (text: string): string =>
  text
    .slice(0, MAX_SHOWN)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .replaceAll(/:(?=\/\/)|www(?=\.)/gi, "$&\u200b")
    .trim();
