/** What one account may hold, as the capability says it to clients. */
export const MAX_NODES = 100_000;
export const MAX_DEPTH = 50;
/** Octets of a name in UTF-8: what file systems take. */
export const MAX_NAME = 255;
export const MAX_TYPE = 255;
