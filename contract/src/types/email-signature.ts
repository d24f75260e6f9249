import type { Properties } from "./define.ts";

/** Of Atrium: what `Email/verifySignature` takes beyond the account. */
export const EMAIL_SIGNATURE_METHODS = {
  verifySignature: { emailId: { type: "Id" } },
} as const satisfies Readonly<Record<string, Properties>>;

/** What is known of the S/MIME signature of a message. */
export interface EmailSignature {
  /** The message is as it was signed with the key of the certificate. */
  readonly isRight: boolean;
  /** Why that cannot be said: what cannot be read, what is too weak or unknown, or no certificate for it. */
  readonly unchecked: "unreadable" | "algorithm" | "certificate" | null;
  /** By the certificate, which nobody has vouched for; null where there is none. */
  readonly signer: {
    readonly name: string;
    readonly emails: readonly string[];
    readonly issuer: string;
    readonly isSelfSigned: boolean;
    /** The only author of the message, by its From, is one of `emails`. */
    readonly isAuthor: boolean;
    /** A UTCDate. */
    readonly validUntil: string;
    readonly isExpired: boolean;
  } | null;
}
