import type { EmailBodyPart, EmailRecord } from "@atrium/contract/types/email";
import { isShownByHtml } from "./html-mail/held-parts.ts";

/** The files that came with a message. Pictures that its text shows itself are not among them. */
export function attachmentsOf({
  attachments,
  htmlBody,
  bodyValues,
}: EmailRecord): readonly EmailBodyPart[] {
  const html = htmlBody
    .filter(({ type }) => type === "text/html")
    .map(({ partId }) => (partId === null ? "" : (bodyValues[partId]?.value ?? "")));
  return attachments.filter(
    (part) => part.disposition === "attachment" || !isShownByHtml(part, html),
  );
}
