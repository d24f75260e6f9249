import {
  asAddresses,
  asMessageIds,
  asText,
  findHeader,
  findHeaders,
  parseMessage,
} from "@atrium/formats/mime";
import { parseAddress } from "../../accounts/index.ts";
import { MAX_MDN_RECIPIENTS } from "./limits.ts";

/** What a message asks for that wants a receipt, and what the receipt says of it. */
export interface MdnRequest {
  /** Where receipts go: one or a few addresses. */
  readonly to: readonly { readonly name: string | null; readonly email: string }[];
  readonly subject: string | null;
  /** Without angle brackets. */
  readonly messageId: string | null;
  readonly references: readonly string[];
  /** As the sender wrote the recipient (RFC 8098 §2.3), with its type. */
  readonly originalRecipient: string | null;
  /** They go where errors go, and so to whom the message is from (RFC 8098 §2.1). */
  readonly isToReturnPath: boolean;
}

/** The receipt that a message asks for (RFC 8098 §2); null when it asks for none, or for one that must not be sent. */
export function readMdnRequest(header: Uint8Array): MdnRequest | null {
  const message = parseMessage(header);
  const { headers, bytes, charset } = message;
  const text = (name: string): string | null => {
    const field = findHeader(headers, name);
    return field === undefined ? null : asText(bytes, field, charset).trim();
  };
  const ids = (name: string): readonly string[] => {
    const field = findHeader(headers, name);
    return (field === undefined ? null : asMessageIds(bytes, field)) ?? [];
  };
  const asked = findHeaders(headers, "disposition-notification-to");
  if (asked.length !== 1) return null;
  // RFC 8098 §2.1: none about a receipt or a report, nor about what has nobody to return it to.
  if (/^multipart\/report\b/i.test(text("content-type") ?? "")) return null;
  const returnPath = text("return-path");
  if (returnPath !== null && /^<\s*>$/.test(returnPath)) return null;
  // RFC 8098 §2.2: what has to be understood is not.
  if (/=\s*required\b/i.test(text("disposition-notification-options") ?? "")) return null;
  const to = new Map<string, MdnRequest["to"][number]>();
  for (const { name, email } of asAddresses(bytes, asked[0]!, charset)) {
    const canonical = parseAddress(email)?.canonical;
    if (canonical === undefined) return null;
    if (!to.has(canonical)) to.set(canonical, { name, email });
  }
  if (to.size === 0 || to.size > MAX_MDN_RECIPIENTS) return null;
  const returned = parseAddress((returnPath ?? "").replace(/^<(.*)>$/, "$1"))?.canonical;
  const [messageId = null] = ids("message-id");
  return {
    to: [...to.values()],
    subject: text("subject"),
    messageId,
    references: ids("references"),
    originalRecipient: text("original-recipient"),
    isToReturnPath: to.size === 1 && returned !== undefined && to.has(returned),
  };
}
