/** Characters of a report, or of a header that it brings back, that are read. */
export const MAX_REPORT = 256_000;
/** Recipients that one report may name; those beyond are left out. */
export const MAX_REPORTED = 200;
