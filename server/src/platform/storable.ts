/** A text as PostgreSQL can hold it: with neither NUL nor half a surrogate pair. */
export const storable = (text: string): string => text.replaceAll("\0", "").toWellFormed();
