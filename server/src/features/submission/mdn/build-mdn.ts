import { randomBytes } from "node:crypto";
import type { MdnDisposition } from "@atrium/contract/types/mdn";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import { writeDispositionNotification } from "@atrium/formats/disposition-notification";
import {
  addressField,
  buildMessage,
  dateField,
  messageIdField,
  rawField,
  textField,
  type BuiltPart,
} from "@atrium/formats/mime-build";
import type { MdnRequest } from "./request.ts";

/** RFC 5322 §3.6.4 lets the middle of a long list be left out. */
const MAX_REFERENCES = 20;

export interface BuiltMdn {
  readonly from: { readonly name: string; readonly email: string; readonly domain: string };
  readonly request: MdnRequest;
  readonly subject: string;
  readonly text: string;
  readonly reportingUA: string | null;
  readonly disposition: MdnDisposition;
  /** With its type. */
  readonly finalRecipient: string;
  readonly extensionFields: Readonly<Record<string, string>> | null;
  /** All of the message that it is about, where that is to come along. */
  readonly original: Uint8Array | null;
  readonly now: Date;
}

/** A read receipt as a message (RFC 8098 §3, RFC 6522; RFC 6533 where an address needs it). */
export function buildMdn(mdn: BuiltMdn): Uint8Array {
  const { from, request, disposition, original, now } = mdn;
  const { messageId, references } = request;
  const fields = [
    addressField("From", [{ name: from.name || null, email: from.email }]),
    addressField("To", request.to),
    textField("Subject", mdn.subject),
    dateField("Date", utcSeconds(now)),
    messageIdField("Message-ID", [`${randomBytes(12).toString("hex")}@${from.domain}`]),
    ...(messageId === null
      ? []
      : [
          messageIdField("In-Reply-To", [messageId]),
          messageIdField("References", [...references.slice(-MAX_REFERENCES), messageId]),
        ]),
    // RFC 3834 §5: no machine is to answer it.
    rawField("Auto-Submitted", " auto-replied"),
    rawField("MIME-Version", " 1.0"),
  ];
  const notification = writeDispositionNotification({
    reportingUA: mdn.reportingUA,
    originalRecipient: request.originalRecipient,
    finalRecipient: mdn.finalRecipient,
    originalMessageId: messageId === null ? null : `<${messageId}>`,
    disposition,
    extensionFields: mdn.extensionFields,
  });
  const isAscii = /^[\0-\x7f]*$/.test(notification);
  const part = (type: string, content: { text: string } | { file: Uint8Array }): BuiltPart => ({
    fields: [],
    type,
    parameters: {},
    ...content,
  });
  const root: BuiltPart = {
    fields: [],
    type: "multipart/report",
    parameters: { "report-type": "disposition-notification" },
    children: [
      part("text/plain", { text: mdn.text }),
      part(`message/${isAscii ? "" : "global-"}disposition-notification`, {
        file: Buffer.from(notification),
      }),
      ...(original === null ? [] : [part("message/rfc822", { file: original })]),
    ],
  };
  return buildMessage(fields, root, () => randomBytes(18).toString("hex"));
}
