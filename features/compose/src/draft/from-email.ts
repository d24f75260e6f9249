import type { Email, EmailAddress, EmailRecord } from "@atrium/contract/types/email";
import type { IdentityRecord } from "@atrium/contract/types/identity";
import type { Want } from "@atrium/jmap";
import { cleanHtml, namedParts } from "@atrium/mail-html";
import { sameAddress } from "./addresses.ts";
import { ANSWERED, asAttachment } from "./answer.ts";
import { newMessageId, type Draft, type Quote } from "./draft.ts";
import { htmlOf } from "./html.ts";
import { unflow } from "./flowed.ts";
import { t } from "../strings/index.ts";
import { FORWARDS, QUOTE_CLASS, RECEIPT_TO } from "./to-email.ts";

/** What going on with a draft needs of it. */
export const STORED: Want<typeof Email> = {
  ...ANSWERED,
  properties: [...ANSWERED.properties, FORWARDS, RECEIPT_TO, "followUpAt"],
};

/** A stored draft, taken apart for going on with it. */
export function storedDraft(
  email: EmailRecord,
  accountId: string,
  identities: readonly IdentityRecord[],
): Draft {
  const from = email.from?.[0]?.email ?? "";
  const identity = identities.find((one) => sameAddress(one.email, from)) ?? identities[0];
  const html = htmlOf(email);
  const names = namedParts([html]);
  const plain = email.textBody
    .filter(({ type }) => type === "text/plain")
    .map(({ partId }) => (partId === null ? "" : (email.bodyValues[partId]?.value ?? "")))
    .join("\n");
  const { body, quote } = html ? split(html) : { body: unflow(plain), quote: null };
  const messageId = email.messageId?.[0] ?? newMessageId(identity?.email);
  return {
    key: messageId,
    accountId,
    identityId: identity?.id ?? null,
    messageId,
    to: email.to ?? [],
    cc: email.cc ?? [],
    bcc: email.bcc ?? [],
    replyTo: ownReplyTo(email, identity),
    subject: email.subject ?? "",
    mode: html ? "rich" : "plain",
    body,
    quote: quote === null ? null : { html: quote, text: quotedText(plain, quote) },
    attachments: email.attachments.flatMap((part) => asAttachment(part, names)),
    inReplyTo: email.inReplyTo ?? null,
    references: email.references ?? null,
    original: null,
    forwards: (email as { readonly [FORWARDS]?: Quote["text"][] | null })[FORWARDS] ?? null,
    ...(email.followUpAt != null && { followUpAt: email.followUpAt }),
    ...((email as { readonly [RECEIPT_TO]?: unknown[] | null })[RECEIPT_TO]?.length && {
      asksReceipt: true,
    }),
  };
}

/** Where answers to it go, unless that is what the identity says anyway. */
function ownReplyTo(
  { replyTo }: EmailRecord,
  identity: IdentityRecord | undefined,
): Draft["replyTo"] {
  const [given, usual] = [replyTo ?? [], identity?.replyTo ?? []].map((list) =>
    list.map(({ email }) => email.toLowerCase()).join(" "),
  );
  return given === usual ? null : (replyTo ?? []);
}

/** What was sent, as a draft of its own to some of its recipients; `undefined` for what somebody else wrote. */
export function resentDraft(
  email: EmailRecord,
  accountId: string,
  identities: readonly IdentityRecord[],
  to: readonly EmailAddress[],
): Draft | undefined {
  const isIn = (list: readonly { readonly email: string }[], address: EmailAddress): boolean =>
    list.some((one) => sameAddress(one.email, address.email));
  if (!email.from?.some((address) => isIn(identities, address))) return undefined;
  const sent = storedDraft(email, accountId, identities);
  const messageId = newMessageId(email.from[0]?.email);
  const missed = (list: readonly EmailAddress[]): EmailAddress[] =>
    list.filter((address) => isIn(to, address));
  return {
    ...sent,
    key: messageId,
    messageId,
    followUpAt: null,
    to: missed(sent.to),
    cc: missed(sent.cc),
    bcc: missed(sent.bcc),
  };
}

function split(html: string): { readonly body: string; readonly quote: string | null } {
  const page = new DOMParser().parseFromString(cleanHtml(html, t("draftCut")), "text/html");
  const original = page.body.querySelector(`.${QUOTE_CLASS}`);
  original?.remove();
  return { body: page.body.innerHTML, quote: original?.innerHTML ?? null };
}

/** The text version's end that stands for the quoted original. */
function quotedText(plain: string, quote: string): string {
  const page = new DOMParser().parseFromString(quote, "text/html");
  const first = page.body.textContent.trim().slice(0, 12);
  const at = first === "" ? -1 : plain.indexOf(first);
  return at < 0 ? page.body.textContent : plain.slice(at).replace(/\r\n/g, "\n");
}
