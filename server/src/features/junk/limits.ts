/** How long mail with a virus is kept, in milliseconds. */
export const QUARANTINED_FOR = 30 * 24 * 3_600_000;
/** Mail in quarantine at most; the oldest makes room for the next. */
export const MAX_QUARANTINED = 10_000;
/** Octets of mail in quarantine at most, with the same way out. */
export const MAX_QUARANTINED_OCTETS = 10_000_000_000;
/** Recipients of a mail in quarantine that administrators see. */
export const RECIPIENTS_SHOWN = 20;
/** One who was told of mail in quarantine is not told again for so long, in milliseconds. */
export const NOTICE_PAUSE = 3_600_000;
/** Numbers under which words are counted: the vocabulary of an organisation is no larger, whatever is reported. */
export const JUNK_BUCKETS = 262_144;
/** Octets at a message's beginning that are looked at when it is reported. */
export const MAX_JUDGED_OCTETS = 1_000_000;
/** Reports of one person within a day that teach; more move their mail and teach nothing. */
export const MAX_REPORTS_LEARNED = 100;
/** How long it is known what was reported, in milliseconds. */
export const REPORTS_KEPT = 365 * 24 * 3_600_000;
/** Reasons of a verdict. */
export const MAX_REASONS = 8;
/** Milliseconds that a scanner has for a message; a sender waits ten minutes (RFC 5321 §4.5.3.2.6). */
export const SCAN_TIME = 20_000;
/** Octets of rspamd's answer. */
export const MAX_ANSWER = 1_000_000;
/** Octets of clamd's answer. */
export const MAX_CLAMD_ANSWER = 4096;
/** Symbols of rspamd that a verdict names. */
export const SYMBOLS_NAMED = 6;
/** Messages that a list of new junk names. */
export const MAX_DIGEST = 50;
