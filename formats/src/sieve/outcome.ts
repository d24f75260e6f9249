import type { ParsedHeader } from "../mime/index.ts";

/** A target mailbox. `id`, then `specialUse`, take precedence over the name if such a mailbox exists. */
export interface Target {
  readonly name: string;
  /** Whether it is created if it does not exist. */
  readonly create: boolean;
  readonly id?: string;
  /** An attribute such as `\Archive`. */
  readonly specialUse?: string;
}

/** A copy of the message that is filed. */
export interface Filed {
  /** `null` for the mailbox that it would be delivered to without a script. */
  readonly mailbox: Target | null;
  /** IMAP flags: `\Seen`, and keywords. */
  readonly flags: readonly string[];
  /** Header edits of this copy; `null` for the original header. */
  readonly edits: HeaderEdits | null;
}

export interface Redirect {
  readonly address: string;
  readonly edits: HeaderEdits | null;
}

/** RFC 5230. */
export interface Vacation {
  /** Minimum time between two replies to the same sender. */
  readonly seconds: number;
  readonly subject?: string;
  readonly from?: string;
  /** Further addresses of the user. */
  readonly addresses: readonly string[];
  /** Whether the reason is a MIME entity with a header. */
  readonly isMime: boolean;
  /** Replies with different handles are counted separately. */
  readonly handle: string;
  readonly reason: string;
}

/** A `duplicate` test (RFC 7352): was a message with this key seen before? */
export interface DuplicateQuestion {
  readonly key: string;
  /** How long it is remembered. */
  readonly seconds: number;
  /** Whether a further message with this key restarts that time. */
  readonly isLast: boolean;
}

/** RFC 5293. */
export interface HeaderEdits {
  readonly removed: readonly ParsedHeader[];
  /** Added before all other fields, in this order. */
  readonly first: readonly AddedField[];
  readonly last: readonly AddedField[];
}

export interface AddedField {
  readonly name: string;
  /** One line without control characters; neither encoded nor folded. */
  readonly value: string;
}

/** The result of a run. */
export interface Outcome {
  /** If empty, the message is discarded, unless it is rejected or redirected. */
  readonly filed: readonly Filed[];
  readonly redirects: readonly Redirect[];
  readonly reject: { readonly reason: string; readonly isRefused: boolean } | null;
  readonly vacation: Vacation | null;
  /** To be remembered after successful delivery. */
  readonly duplicates: readonly DuplicateQuestion[];
  /** The outcome is not final until these are answered: run again with the answers. */
  readonly unanswered: readonly DuplicateQuestion[];
  /** Lines of the script, but not of included ones, whose commands have changed what becomes of the message. */
  readonly acted: readonly number[];
  /** Where and why the run failed; the message is then kept. */
  readonly error: { readonly line: number; readonly message: string } | null;
}

/** Implicit keep after an error (RFC 5228 §2.10.6). */
export const KEPT: Outcome = {
  filed: [{ mailbox: null, flags: [], edits: null }],
  redirects: [],
  reject: null,
  vacation: null,
  duplicates: [],
  unanswered: [],
  acted: [],
  error: null,
};
