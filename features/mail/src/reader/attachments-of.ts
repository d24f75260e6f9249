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
    (part) =>
      (part.disposition === "attachment" || !isShownByHtml(part, html)) &&
      !isTwice(part, attachments),
  );
}

/** Invitations come twice, for programs that know them and as a file: the file is enough. */
function isTwice(part: EmailBodyPart, all: readonly EmailBodyPart[]): boolean {
  return (
    part.type === "text/calendar" &&
    part.disposition !== "attachment" &&
    all.some(
      (other) => other !== part && other.disposition === "attachment" && other.size === part.size,
    )
  );
}
