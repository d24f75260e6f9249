/** Tasks that were begun in this window: the key that undoes is for those alone. */
export const startedHere = new Set<string>();
