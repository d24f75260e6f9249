import type { EmailAddress } from "@atrium/contract/types/email";
import { htmlToText } from "@atrium/formats/mail-html";
import { isAddress } from "../draft/addresses.ts";
import { recipientsOf, type Draft } from "../draft/draft.ts";
import { speaksOfAttachment } from "../draft/forgotten.ts";
import { SIGNATURE_CLASS } from "../draft/signature.ts";
import { t } from "../strings/index.ts";

export type Doubt = "noSubjectDoubt" | "noAttachmentDoubt";

/** What stands in the way, and with which recipients it does. */
export interface Problem {
  readonly title: string;
  readonly text: string;
  readonly to?: readonly EmailAddress[];
}

export function sameRecipients(
  one: readonly EmailAddress[],
  other: readonly EmailAddress[],
): boolean {
  return one.length === other.length && one.every(({ email }, at) => email === other[at]!.email);
}

/** What keeps a message from being sent, and what is asked about before. */
export function doubts(draft: Draft): {
  readonly stop?: string;
  readonly kinds: readonly Doubt[];
} {
  const recipients = recipientsOf(draft);
  const wrong = recipients.filter(({ email }) => !isAddress(email));
  if (recipients.length === 0) return { stop: t("noRecipients"), kinds: [] };
  if (wrong.length > 0) {
    const addresses = wrong.map(({ email }) => email).join(", ");
    return { stop: t("wrongRecipients", { addresses }), kinds: [] };
  }
  const hasNoFile = draft.attachments.length === 0;
  return {
    kinds: [
      ...(draft.subject.trim() === "" ? (["noSubjectDoubt"] as const) : []),
      ...(hasNoFile && speaksOfAttachment(draft.subject, ownWords(draft))
        ? (["noAttachmentDoubt"] as const)
        : []),
    ],
  };
}

/** What the person wrote, without signature and quotation. */
function ownWords({ mode, body }: Draft): string {
  if (mode === "plain") return body.split("\n-- \n")[0]!;
  const page = new DOMParser().parseFromString(body, "text/html");
  for (const one of page.querySelectorAll(`.${SIGNATURE_CLASS}, blockquote`)) one.remove();
  return htmlToText(page.body.innerHTML);
}
