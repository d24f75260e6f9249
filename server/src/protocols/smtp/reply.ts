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
  tooLarge: [552, "5.3.4 Message is larger than this server takes"],
  bareNewline: [554, "5.6.0 Message has a CR or LF alone, see RFC 5321 section 2.3.8"],
  headerTooLarge: [552, "5.3.4 Header is larger than this server takes"],
  authors: [
    554,
    "5.6.0 From has to be one field with one address per author, see RFC 5322 section 3.6",
  ],
  unproven: [550, "5.7.1 Mail from a domain of ours has to pass SPF or DKIM for it"],
  policy: [550, "5.7.1 Refused as the DMARC policy of the domain in From asks"],
  unverified: [451, "4.7.1 DNS did not answer whether this mail is from the domain in From"],
  loop: [554, "5.4.6 Message goes round in a loop"],
};

/** What a failure means for the client. All that is not the message's fault may work later. */
export function replyTo(error: unknown): Reply {
  if (error instanceof Reply) return error;
  if (error instanceof RefusedMessage) return new Reply(...FAULTS[error.fault]);
  if (diskFault(error) === "full") return new Reply(452, "4.3.1 Insufficient system storage");
  return new Reply(451, "4.3.0 Temporary failure, please try again later");
}
