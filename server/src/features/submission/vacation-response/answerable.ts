import {
  asAddresses,
  asMessageIds,
  asText,
  findHeader,
  findHeaders,
  parseMessage,
} from "@atrium/formats/mime";
import { parseAddress } from "../../accounts/index.ts";
import { MAX_RECIPIENTS } from "./limits.ts";

/** What an answer needs to know of the mail that it answers. */
export interface Answerable {
  /** Canonical: where the answer goes (RFC 3834 §4). */
  readonly sender: string;
  /** Whom the header names as recipients: each once, and of very many the first. */
  readonly recipients: readonly string[];
  readonly subject: string | null;
  readonly messageId: string | null;
  readonly references: readonly string[];
}

/** Local parts behind which nobody reads (RFC 3834 §2, and what is usual). Details after a plus sign are taken off. */
const NOBODY = [
  /^(mailer-daemon|postmaster|hostmaster|abuse|listserv|majordomo|mailman|daemon|nobody|news|uucp|system|root)$/,
  /^(no|do[-_.]?not|dont)[-_.]?reply/,
  /^(owner|bounces?|return|returns|errors?|notifications?|prvs|sentto|srs[01])([-_.=]|$)/,
  /[-_](owner|request|bounces?|errors?|noreply|no-reply|daemon|confirm|approval|subscribe|unsubscribe)$/,
];

/** Fields that only mailing lists and other machines write. */
const LIST_FIELDS = [
  "list-id",
  "list-help",
  "list-subscribe",
  "list-unsubscribe",
  "list-post",
  "list-owner",
  "list-archive",
  "feedback-id",
  "x-autoreply",
  "x-autorespond",
  "x-loop",
];

/**
 * Whether a person may have written this mail to persons, so that it may be answered by a machine (RFC 3834 §2);
 * null when not, or when that is unknown.
 */
export function answerable(mailFrom: string, header: Uint8Array): Answerable | null {
  const address = parseAddress(mailFrom);
  if (address === null || isNobody(address.local)) return null;
  const { headers, bytes, problems } = parseMessage(header);
  if (problems.includes("maxHeaders") || problems.includes("maxHeaderBytes")) return null;
  const text = (name: string): string => {
    const field = findHeader(headers, name);
    return field === undefined ? "" : asText(bytes, field).trim();
  };
  const ids = (name: string): readonly string[] => {
    const field = findHeader(headers, name);
    return (field === undefined ? null : asMessageIds(bytes, field)) ?? [];
  };
  if (LIST_FIELDS.some((name) => findHeader(headers, name) !== undefined)) return null;
  // RFC 3834 §5: whatever it says but "no", it was no person.
  if (!/^(no)?(\s*[;(].*)?$/i.test(text("auto-submitted"))) return null;
  if (/^(bulk|list|junk|auto_reply)/i.test(text("precedence"))) return null;
  if (/\b(all|oof|autoreply)\b/i.test(text("x-auto-response-suppress"))) return null;
  if (/^yes/i.test(text("x-spam-flag"))) return null;
  if (/^multipart\/report/i.test(text("content-type"))) return null;
  const named = ["to", "cc", "bcc", "resent-to", "resent-cc", "resent-bcc"].flatMap((name) =>
    findHeaders(headers, name).flatMap((field) =>
      asAddresses(bytes, field).map(({ email }) => email),
    ),
  );
  const [messageId = null] = ids("message-id");
  const inReplyTo = ids("in-reply-to");
  const references = ids("references");
  return {
    sender: address.canonical,
    recipients: [...new Set(named)].slice(0, MAX_RECIPIENTS),
    subject: text("subject") || null,
    messageId,
    // RFC 5322 §3.6.4.
    references: references.length > 0 ? references : inReplyTo.length === 1 ? inReplyTo : [],
  };
}

function isNobody(local: string): boolean {
  const [name = ""] = local.split("+");
  return NOBODY.some((pattern) => pattern.test(name));
}
