/** Resolves after so many milliseconds; after 0 when what is under way is done. */
export const after = (ms: number): Promise<unknown> =>
  new Promise((resolve) => setTimeout(resolve, ms));
