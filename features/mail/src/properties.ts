import type { Want } from "@atrium/jmap";
import { LIST_PROPERTIES } from "./reader/message-menu/way-out.ts";
import { BUILD } from "./reader/protection/protection.ts";
import { RECEIPT_PROPERTIES } from "./reader/receipts/receipt-request.ts";

/** What a list's row, a folded message and every act need of a message. */
export const SUMMARY = [
  "threadId",
  "mailboxIds",
  "keywords",
  "snoozed",
  "from",
  "to",
  "subject",
  "receivedAt",
  "preview",
  "hasAttachment",
] as const;

/** What an open message shows. */
export const OPEN: Want = {
  properties: [
    ...SUMMARY,
    "blobId",
    "size",
    "sentAt",
    "sender",
    "cc",
    "bcc",
    "replyTo",
    // So that an answer can be begun without asking for anything.
    "messageId",
    "inReplyTo",
    "references",
    "textBody",
    "htmlBody",
    "attachments",
    "bodyValues",
    "authentication",
    "filteredBy",
    "junk",
    "followUpAt",
    "isPartlyRead",
    ...LIST_PROPERTIES,
    ...RECEIPT_PROPERTIES,
    BUILD,
  ],
  args: {
    bodyProperties: ["partId", "blobId", "size", "name", "type", "disposition", "cid"],
    fetchTextBodyValues: true,
    fetchHTMLBodyValues: true,
    maxBodyValueBytes: 1_000_000,
  },
};

export const SUMMARY_WANT: Want = { properties: SUMMARY };
export const THREAD_WANT: Want = { properties: ["emailIds"] };
