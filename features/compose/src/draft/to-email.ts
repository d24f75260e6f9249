import type { EmailBodyPartCreate, EmailCreate } from "@atrium/contract/types/email";
import type { IdentityRecord } from "@atrium/contract/types/identity";
import { htmlToText } from "@atrium/formats/mail-html";
import { isAddress } from "./addresses.ts";
import type { Attachment, Draft } from "./draft.ts";
import { flow } from "./flowed.ts";

/** Marks where what the person wrote ends, so that a draft can be taken apart again. */
export const QUOTE_CLASS = "atrium-quote";
/** By which other programs, too, know the original of a forward. */
export const FORWARDS = "header:X-Forwarded-Message-Id:asMessageIds";

/** Where read receipts go (RFC 8098 §2.1). */
export const RECEIPT_TO = "header:Disposition-Notification-To:asAddresses";

/** The message as it goes to the server. What is not uploaded yet is left out, and what is no address. */
export function toEmail(
  draft: Draft,
  identity: IdentityRecord | undefined,
  mailboxId: string,
): EmailCreate {
  const valid = (list: Draft["to"]) => list.filter(({ email }) => isAddress(email));
  const replyTo = valid(draft.replyTo ?? identity?.replyTo ?? []);
  return {
    mailboxIds: { [mailboxId]: true },
    keywords: { $draft: true, $seen: true },
    messageId: [draft.messageId],
    ...(identity && { from: [{ name: identity.name || null, email: identity.email }] }),
    ...(replyTo.length > 0 && { replyTo }),
    ...Object.fromEntries(
      (["to", "cc", "bcc"] as const)
        .filter((field) => valid(draft[field]).length > 0)
        .map((field) => [field, valid(draft[field])]),
    ),
    subject: draft.subject,
    ...(draft.inReplyTo && { inReplyTo: draft.inReplyTo }),
    ...(draft.references && { references: draft.references }),
    ...(draft.forwards && { [FORWARDS]: draft.forwards }),
    ...(draft.asksReceipt &&
      identity && { [RECEIPT_TO]: [{ name: identity.name || null, email: identity.email }] }),
    ...(draft.followUpAt != null && { followUpAt: draft.followUpAt }),
    ...bodies(draft),
  };
}

function bodies(draft: Draft): Partial<EmailCreate> {
  const { mode, body, quote } = draft;
  const attachments = draft.attachments
    .filter(({ blobId }) => blobId !== undefined)
    // What a plain message cannot show goes along as a file.
    .map((one) => asPart(mode === "plain" ? { ...one, cid: null } : one));
  if (mode === "plain") {
    const value = flow(quote ? `${body.trimEnd()}\n\n${quote.text}` : body);
    // RFC 3676: lines that programs may set again. A type with parameters has to be given as a header field.
    const text = {
      partId: "text",
      "header:Content-Type": " text/plain; format=flowed",
    } as EmailBodyPartCreate;
    return {
      bodyValues: { text: { value } },
      bodyStructure:
        attachments.length > 0
          ? { type: "multipart/mixed", subParts: [text, ...attachments] }
          : text,
    };
  }
  const html = documentOf(draft);
  return {
    bodyValues: { text: { value: textVersion(draft) }, html: { value: html } },
    textBody: [{ partId: "text", type: "text/plain" }],
    htmlBody: [{ partId: "html", type: "text/html" }],
    ...(attachments.length > 0 && { attachments }),
  };
}

function documentOf({ body, quote }: Draft): string {
  const original = quote
    ? `<div class="${QUOTE_CLASS}" style="margin-top:16px">${quote.html}</div>`
    : "";
  return `<!DOCTYPE html><html><body>${body}${original}</body></html>`;
}

/** What the person wrote, as text, and the original as text. */
export function textVersion({ body, quote }: Draft): string {
  const own = htmlToText(body, { keepsLayout: true }).trimEnd();
  return quote ? `${own}\n\n${quote.text}` : own;
}

function asPart({ name, type, cid, blobId }: Attachment): EmailBodyPartCreate {
  return {
    blobId: blobId!,
    name,
    type,
    ...(cid === null ? { disposition: "attachment" } : { cid, disposition: "inline" }),
  };
}
