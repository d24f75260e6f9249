/** A time as UTCDate (RFC 8620 §1.4): no fraction of a second when it is zero. */
export const utcDate = (time: Date): string => time.toISOString().replace(".000Z", "Z");

/** The same in whole seconds, for what clients compare as text. */
export const utcSeconds = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, "Z");
