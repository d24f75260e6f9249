/** Characters of a receipt's text for people. */
export const MAX_MDN_TEXT = 10_000;
/** Characters of its subject, of the name of the program that made it, and of an extension field. */
export const MAX_MDN_LINE = 1000;
/** Extension fields of one. */
export const MAX_MDN_EXTENSIONS = 20;
/** Addresses to which the sender of a message may ask for one to be sent. */
export const MAX_MDN_RECIPIENTS = 5;
/** Octets of one that comes in, of its part for people and of that for machines each, that are read. */
export const MAX_MDN_OCTETS = 400_000;
