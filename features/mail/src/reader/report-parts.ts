import type { EmailBodyPart } from "@atrium/contract/types/email";

type Typed = Pick<EmailBodyPart, "type">;

/** The part of a delivery report that machines read (RFC 3464, RFC 6533). */
export const isReport = ({ type }: Typed): boolean =>
  /^message\/(?:global-)?delivery-status$/.test(type);

/** The part of a read receipt that machines read (RFC 8098, RFC 6533). */
export const isReceipt = ({ type }: Typed): boolean =>
  /^message\/(?:global-)?disposition-notification$/.test(type);

/** Only the header of a message that came back. */
export const isHeader = ({ type }: Typed): boolean =>
  type === "text/rfc822-headers" || type === "message/global-headers";

/** The message that a report brings back, or its header. */
export const isReturned = (part: Typed): boolean =>
  isHeader(part) || part.type === "message/rfc822" || part.type === "message/global";
