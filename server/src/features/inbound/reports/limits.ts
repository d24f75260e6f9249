/** Octets of a report's part for machines, and of what came back of the message, that are looked at, as they are encoded. */
export const MAX_REPORT_OCTETS = 1_000_000;
/** Fields and empty lines of each that are looked at. */
export const MAX_REPORT_FIELDS = 20_000;
/** Octets of one field; a longer one is passed over. */
export const MAX_REPORT_FIELD = 10_000;
/** Recipients that are read: each is looked for in the database, with the account locked; a message of ours has fewer. */
export const MAX_REPORT_RECIPIENTS = 1000;
