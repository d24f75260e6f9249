/** What one account may hold, as the mail capability says it to clients (RFC 8621 §1.3.1). */
export const MAX_MAILBOXES_PER_EMAIL = 100;
export const MAX_KEYWORDS_PER_EMAIL = 100;
export const MAX_MAILBOX_DEPTH = 20;
/** Octets of a mailbox name in UTF-8. */
export const MAX_MAILBOX_NAME = 490;
export const MAX_MAILBOXES = 5000;
/** RFC 8621 §2: below 2^31. */
export const MAX_SORT_ORDER = 2_147_483_647;

/** Labels of one account. */
export const MAX_LABELS = 500;
/** Octets of a label's name in UTF-8. */
export const MAX_LABEL_NAME = 255;

/** Saved searches of one account. */
export const MAX_SAVED_SEARCHES = 200;
/** Quick steps of one account. */
export const MAX_QUICK_STEPS = 30;
/** Senders of one account whose pictures are shown without asking. */
export const MAX_TRUSTED_SENDERS = 5000;

/** Ids that say which messages, conversations or mailboxes a background task is about. */
export const MAX_SOURCE_IDS = 10_000;
/** Changes that a background task makes to each message. */
export const MAX_BULK_CHANGES = 20;

/** A longer conversation goes on in a new thread: every change to a thread reads all of it. */
export const MAX_EMAILS_PER_THREAD = 500;
/** Of a longer References field the first and the last ones count. */
export const MAX_THREAD_KEYS = 100;

/** Characters of text in one message that are looked at for words and the preview. */
export const MAX_INDEXED_TEXT = 2_000_000;
/** Events of one message by which it is found. */
export const MAX_INDEXED_EVENTS = 20;
/**
 * Octets of text parts and attached messages in one message that are read for them. What is in a message in a message
 * counts once for each.
 */
export const MAX_SEARCHED_OCTETS = 100_000_000;
/** Octets of one text in a message, as they stand in it, that are decoded for its words and the preview. */
export const MAX_TEXT_OCTETS = 16_000_000;

/** A mailbox or search is answered from the newest so many where they suffice. */
export const RECENT = 1000;

/** A mailbox with more messages on top than this (pinned, say) is sorted again for each page. */
export const MAX_MARKED = 500;
/** Keywords that may put messages on top of a mailbox without it being sorted again. */
export const MAX_MARKS = 8;
/** So many messages may be looked at to know which of their conversations those are. */
export const MAX_MARKED_LOOKS = 5000;

/** Of an account's messages so many are looked at, and so many read, to know whether it reads a mailing list. */
export const MAX_LIST_LOOKS = 1000;
export const MAX_LIST_READS = 20;

/** Characters of a name or subject that is sorted by: so many are brought into one form … */
export const MAX_SORT_TEXT = 1000;
/** … and so many of that are compared. The index by sender (migration 0107) holds no more. */
export const MAX_SORT_KEY = 200;
/** Messages of an account that are read in the order of their senders for one page of a mailbox sorted so. */
export const MAX_SENDER_LOOKS = 4096;

/** Octets of arriving messages that are held whole and parsed at the same time; a larger one is parsed alone. */
export const MAX_PREPARED_OCTETS = 64_000_000;

/** Octets of messages that one Email/set may read to compare what a client sends back of them. */
export const MAX_COMPARED_OCTETS = 64_000_000;

/** Octets of the files of a new message together, as the mail capability has them. */
export const MAX_ATTACHMENTS = 50_000_000;
/** Characters of a new message's header. */
export const MAX_HEADER = 1_000_000;

/** Account changes that one round notifies users of; one message tells administrators of so many roles. */
export const NOTICES_AT_ONCE = 100;

/** How long a message that was destroyed can be brought back, in milliseconds. */
export const DELETED_KEPT = 30 * 86_400_000;
/** Such messages of one account, in number and octets; they count in no quota. Beyond either the oldest make room. */
export const MAX_DELETED_EMAILS = 50_000;
export const MAX_DELETED_OCTETS = 5_000_000_000;
/** Characters of a message's text that are looked at to judge it. */
export const MAX_JUNK_TEXT = 100_000;
/** Words and other marks of one message by which it is judged. */
export const MAX_JUNK_TOKENS = 1500;
/** Links, and attached files, of one message that are looked at to judge it. */
export const MAX_LINKS = 200;
