import type { Email, EmailAddress, EmailBodyPart, EmailRecord } from "@atrium/contract/types/email";
import type { IdentityRecord } from "@atrium/contract/types/identity";
import type { Want } from "@atrium/jmap";
import { isNamed, namedParts } from "@atrium/mail-html";
import { distinct, sameAddress } from "./addresses.ts";
import { newKey, newMessageId, type Attachment, type Draft } from "./draft.ts";
import { htmlOf } from "./html.ts";
import { quoteOf } from "./quote.ts";
import { forwardSubject, replySubject } from "./subject.ts";

/** What an answer needs of the message that it answers. */
export const ANSWERED: Want<typeof Email> = {
  properties: [
    "id",
    "threadId",
    "mailboxIds",
    "keywords",
    "messageId",
    "inReplyTo",
    "references",
    "from",
    "to",
    "cc",
    "bcc",
    "replyTo",
    "subject",
    "sentAt",
    "receivedAt",
    "textBody",
    "htmlBody",
    "attachments",
    "bodyValues",
  ],
  args: {
    bodyProperties: ["partId", "blobId", "size", "name", "type", "disposition", "cid"],
    fetchTextBodyValues: true,
    fetchHTMLBodyValues: true,
  },
};

export type AnswerKind = "reply" | "replyAll" | "forward";

/** A draft that answers a message or hands it on. The body has yet to get its signature. */
export function answerDraft(
  kind: AnswerKind,
  email: EmailRecord,
  accountId: string,
  identities: readonly IdentityRecord[],
): Draft {
  const own = (address: EmailAddress): boolean =>
    identities.some((identity) => isOf(identity, address.email));
  const identity = identityFor(email, identities);
  const isForward = kind === "forward";
  const { to, cc } = isForward ? { to: [], cc: [] } : answered(kind, email, own);
  const names = namedParts([htmlOf(email)]);
  const all = allParts(email);
  // An answer takes along only the pictures that the quoted text shows.
  const parts = isForward ? all : all.filter((part) => isNamed(part, names));
  const messageId = newMessageId(identity?.email);
  return {
    key: messageId,
    accountId,
    identityId: identity?.id ?? null,
    messageId,
    to,
    cc,
    bcc: [...(identity?.bcc ?? [])],
    replyTo: null,
    subject: (isForward ? forwardSubject : replySubject)(email.subject ?? ""),
    mode: "rich",
    body: "",
    quote: quoteOf(email, isForward),
    attachments: parts.flatMap((part) => asAttachment(part, names)),
    inReplyTo: isForward ? null : (email.messageId ?? null),
    references: isForward ? null : referencesTo(email),
    original: email.id,
    forwards: isForward ? (email.messageId ?? null) : null,
  };
}

/** Whether a draft is an answer of this kind to a message: where more people can be answered, by whether it goes to them. */
export function isAnswerTo(
  kind: "reply" | "replyAll",
  draft: Pick<EmailRecord, "inReplyTo" | "to" | "cc" | "bcc">,
  email: EmailRecord,
  identities: readonly IdentityRecord[],
): boolean {
  if (!email.messageId?.some((id) => draft.inReplyTo?.includes(id))) return false;
  const own = (address: EmailAddress): boolean =>
    identities.some((identity) => isOf(identity, address.email));
  const isIn = (list: readonly EmailAddress[], { email: address }: EmailAddress): boolean =>
    list.some((one) => sameAddress(one.email, address));
  const authors = answered("reply", email, own).to;
  const all = answered("replyAll", email, own);
  const others = [...all.to, ...all.cc].filter((address) => !isIn(authors, address));
  if (others.length === 0) return true;
  const written = [...(draft.to ?? []), ...(draft.cc ?? []), ...(draft.bcc ?? [])];
  return others.some((address) => isIn(written, address)) === (kind === "replyAll");
}

/** RFC 5322 §3.6.3: to whom an answer goes. Answering what oneself wrote goes on to whom that went. */
function answered(
  kind: "reply" | "replyAll",
  email: EmailRecord,
  own: (address: EmailAddress) => boolean,
): { readonly to: EmailAddress[]; readonly cc: EmailAddress[] } {
  const from = email.from ?? [];
  const isOwn = from.some(own);
  const replyTo = email.replyTo ?? [];
  const authors = isOwn ? (email.to ?? []) : replyTo.length > 0 ? replyTo : from;
  if (kind === "reply") return { to: distinct(authors), cc: [] };
  const others = distinct([...authors, ...(isOwn ? [] : (email.to ?? []))]).filter(
    (address) => !own(address),
  );
  const to = others.length > 0 ? others : distinct(authors);
  const cc = distinct(email.cc ?? []).filter(
    (address) => !own(address) && !to.some(({ email }) => sameAddress(email, address.email)),
  );
  return { to, cc };
}

/** The identity that the message was sent to, or that it came from. */
function identityFor(
  email: EmailRecord,
  identities: readonly IdentityRecord[],
): IdentityRecord | undefined {
  const named = [...(email.to ?? []), ...(email.cc ?? []), ...(email.from ?? [])];
  const found = named.flatMap(
    ({ email: address }) => identities.find((identity) => isOf(identity, address)) ?? [],
  );
  return found[0] ?? identities[0];
}

/** An identity's address, with a detail after a plus sign or without. */
export function isOf({ email }: IdentityRecord, address: string): boolean {
  return (
    sameAddress(email, address) || sameAddress(email, address.replace(/^([^+@]*)\+[^@]*@/, "$1@"))
  );
}

/** RFC 5322 §3.6.4: the chain of ids, the answered one last. */
function referencesTo({ references, inReplyTo, messageId }: EmailRecord): string[] | null {
  const before =
    references && references.length > 0 ? references : inReplyTo?.length === 1 ? inReplyTo : [];
  const all = [...new Set([...before, ...(messageId ?? [])])];
  // The header stays short enough for every server; the oldest and the newest tie the thread.
  return all.length === 0 ? null : all.length > 60 ? [all[0]!, ...all.slice(-59)] : all;
}

function allParts(email: EmailRecord): readonly EmailBodyPart[] {
  const shown = [...email.htmlBody, ...email.textBody].filter(
    ({ type }) => type !== "text/html" && type !== "text/plain",
  );
  const byBlob = new Map([...email.attachments, ...shown].map((part) => [part.blobId, part]));
  return [...byBlob.values()];
}

export function asAttachment(part: EmailBodyPart, names: ReadonlySet<string>): Attachment[] {
  if (part.blobId === null) return [];
  const { blobId, type, size } = part;
  return [
    {
      key: newKey(),
      name: part.name ?? (type === "message/rfc822" ? "message.eml" : "attachment"),
      type,
      size,
      cid: isNamed(part, names) ? part.cid : null,
      blobId,
    },
  ];
}
