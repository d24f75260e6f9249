/** Characters of a disposition notification that are read. */
export const MAX_NOTIFICATION = 100_000;
/** Characters of one of its fields; the rest is cut off. */
export const MAX_NOTIFICATION_FIELD = 2000;
/** Extension fields, and `Error` fields, of one. */
export const MAX_EXTENSION_FIELDS = 50;
