import { RefusedMessage, type MessageFault } from "../../features/mail/index.ts";
import { diskFault } from "../../platform/disk-error.ts";

/** An answer to the client: basic code (RFC 5321 §4.2) and enhanced code (RFC 3463) at the start of the text. */
export class Reply extends Error {
  override readonly name = "Reply";
  /** Read by smtp-server. */
  readonly responseCode: number;

  constructor(code: number, text: string) {
    super(text);
    this.responseCode = code;
  }
}

const FAULTS: Readonly<Record<MessageFault, readonly [code: number, text: string]>> = {
  tooLarge: [552, "5.3.4 Message is too large"],
  bareNewline: [554, "5.6.0 Message contains a bare CR or LF, see RFC 5321 section 2.3.8"],
  headerTooLarge: [552, "5.3.4 Header is too large"],
  authors: [
    554,
    "5.6.0 From must be one field with one address per author, see RFC 5322 section 3.6",
  ],
  unproven: [550, "5.7.1 Mail from this domain must pass SPF or DKIM"],
  policy: [550, "5.7.1 Refused by the DMARC policy of the domain in From"],
  rejected: [550, "5.7.1 The recipient does not take this message"],
  unverified: [451, "4.7.1 The domain in From could not be verified: DNS did not answer"],
  unscanned: [451, "4.7.1 The message could not be scanned for viruses, please try again later"],
  loop: [554, "5.4.6 Mail loop detected"],
};

/** What a failure means for the client. All that is not the message's fault may work later. */
export function replyTo(error: unknown): Reply {
  if (error instanceof Reply) return error;
  if (error instanceof RefusedMessage) return new Reply(...FAULTS[error.fault]);
  if (diskFault(error) === "full") return new Reply(452, "4.3.1 Insufficient system storage");
  return new Reply(451, "4.3.0 Temporary failure, please try again later");
}
