/** How many messages a dock holds. */
export const MOST = 3;
