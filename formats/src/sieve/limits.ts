/** Octets of one script, as UTF-8. */
export const MAX_SCRIPT_OCTETS = 131_072;
/** Nesting of blocks and tests; RFC 5228 §2.10.5 asks for 15. */
export const MAX_NESTING = 32;
/** Strings of one script, including each string of a list. */
export const MAX_STRINGS = 10_000;
/** Commands, tests and loop iterations of one run, including those of included scripts. */
export const MAX_STEPS = 20_000;
/** Characters that one run reads, expands and compares. */
export const MAX_COMPARED = 20_000_000;
/** Characters of one value, such as a header field or a body, that are read. */
export const MAX_VALUE = 500_000;
/** Characters of a variable's value, which is truncated; RFC 5229 §6 asks for 4,000. */
export const MAX_VARIABLE = 8_192;
/** Variables of one run, including those of included scripts. */
export const MAX_VARIABLES = 256;
/** Match variables, including `${0}`. */
export const MAX_CAPTURES = 32;
/** Mailboxes that one run files a message into. */
export const MAX_FILED = 32;
/** Characters of a mailbox's name. */
export const MAX_MAILBOX_NAME = 1_000;
/** Addresses to which one run redirects a message. */
export const MAX_REDIRECTS = 5;
/** Flags that one run gives a message. */
export const MAX_FLAGS = 64;
/** Header fields that one run adds and deletes. */
export const MAX_EDITS = 64;
/** Nesting of included scripts. */
export const MAX_INCLUDED = 10;
/** Different ids that `duplicate` asks for in one run. */
export const MAX_DUPLICATES = 16;
/** Characters of one regular expression. */
export const MAX_EXPRESSION = 1_000;
/** Instructions of one compiled regular expression. */
export const MAX_EXPRESSION_SIZE = 5_000;
/** Instructions of all regular expressions of one script, and of those that one run creates from variables. */
export const MAX_EXPRESSIONS_SIZE = 50_000;
/** Nesting of attached messages that are read. */
export const MAX_ATTACHED = 5;
/** Seconds between two answers of `vacation` to the same sender, at most. */
export const MAX_VACATION = 31_536_000;
/** Seconds for which `duplicate` remembers an id, at most. */
export const MAX_REMEMBERED = 7_776_000;
