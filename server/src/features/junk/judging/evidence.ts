import type { EmailAuthentication } from "@atrium/contract/types/email";
import type { WordsVerdict } from "../words/judge-words.ts";

/** What is known of a message's author in one account. */
export interface Acquaintance {
  /** The account has written to the author, or kept mail from them. */
  readonly isKnown: boolean;
  /** What was last said in the account of mail from the author; `null`: nothing. */
  readonly ownReport: "junk" | "wanted" | null;
  /** People elsewhere in the organisation who reported mail from the author as junk, less those who said that it is not. */
  readonly othersReports: number;
}

/** What a message is judged by. */
export interface Evidence {
  /** `null`: nothing is known. */
  readonly authentication: EmailAuthentication | null;
  /** The author has an address of ours, which is proven. */
  readonly isOwn: boolean;
  /** The domain of ours that the author's looks like; `null`: none. */
  readonly lookAlike: string | null;
  /** Sent to many, and says no way to unsubscribe. */
  readonly isBulkWithoutUnsubscribe: boolean;
  readonly words: WordsVerdict;
}
