/** Mails of the queue that administrators have listed, the oldest. */
export const MAILS_LISTED = 10_000;
/** Recipients of one of them that are shown. */
export const RECIPIENTS_SHOWN = 20;
