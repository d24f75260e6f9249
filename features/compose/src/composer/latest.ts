/** The longest that the server holds a message back, in milliseconds. */
const LONGEST = 60 * 86_400_000;

/** Until when a message can be sent later. */
export const latest = (): Date => new Date(Date.now() + LONGEST);
