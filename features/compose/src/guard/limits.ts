/** An answer to so many people or more is asked about. */
export const MANY_RECIPIENTS = 10;
/** Characters at the start of a message among which names of people are looked for. */
export const READ_FOR_NAMES = 10_000;
/** Names that are looked up for one message. */
export const MOST_NAMES = 5;
/** Milliseconds for which the server is waited for before a message is sent. */
export const PATIENCE = 2000;
/** Other accounts of a person whose addresses are looked at. */
export const MOST_ACCOUNTS = 20;
