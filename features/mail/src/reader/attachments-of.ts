import type { EmailBodyPart, EmailRecord } from "@atrium/contract/types/email";
import { isShownByHtml, MAX_PICTURES, namedParts } from "@atrium/mail-html";

import { isStructure } from "./protection/protection.ts";
import { isReceipt } from "./report-parts.ts";

type Bodies = Pick<EmailRecord, "attachments" | "htmlBody" | "bodyValues">;

const namesOf = ({ htmlBody, bodyValues }: Bodies): ReadonlySet<string> =>
  namedParts(
    htmlBody
      .filter(({ type }) => type === "text/html")
      .map(({ partId }) => (partId === null ? "" : (bodyValues[partId]?.value ?? ""))),
  );

/** The files that came with a message. Pictures that its text shows itself are not among them. */
export function attachmentsOf(email: Bodies): readonly EmailBodyPart[] {
  const names = namesOf(email);
  return email.attachments.filter(
    (part) =>
      !isReceipt(part) &&
      !isStructure(part, email) &&
      (part.disposition === "attachment" || !isShownByHtml(part, names)) &&
      !isTwice(part, email.attachments),
  );
}

/** The pictures that its text shows itself. */
export function heldParts(email: Bodies): readonly EmailBodyPart[] {
  const names = namesOf(email);
  return [...email.htmlBody, ...email.attachments]
    .filter((part) => isShownByHtml(part, names))
    .slice(0, MAX_PICTURES);
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
