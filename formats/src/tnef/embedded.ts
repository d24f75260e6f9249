import {
  addressField,
  buildMessage,
  dateField,
  messageIdField,
  parameterField,
  textField,
  type BuiltPart,
} from "../mime-build/index.ts";
import type { TnefAttachment, TnefContent } from "./read.ts";

/** A message that stood in a winmail.dat, written as one that every program reads. The same content, the same octets. */
export function embeddedMessage(content: TnefContent, depth: number): Uint8Array {
  const fields = [
    ...(content.from === null ? [] : [addressField("From", [content.from])]),
    // Names alone, as Outlook keeps them beside the message.
    ...namesField("To", content.to),
    ...namesField("Cc", content.cc),
    ...(content.subject === null ? [] : [textField("Subject", content.subject)]),
    ...(content.sentAt === null
      ? []
      : [dateField("Date", content.sentAt.toISOString().replace(/\.\d+Z$/, "Z"))]),
    ...(content.messageId === null
      ? []
      : [messageIdField("Message-ID", [content.messageId.replace(/^<|>$/g, "")])]),
    "MIME-Version: 1.0\r\n",
  ];
  let boundaries = 0;
  // "=_" stands in no part that is encoded; messages within messages are not.
  return buildMessage(fields, rootOf(content), () => `=_winmail_${depth}_${(boundaries += 1)}`);
}

function namesField(name: string, names: string | null): string[] {
  const list = (names ?? "").split(";").map((one) => one.trim());
  const addresses = list.filter((one) => one !== "").map(addressOf);
  return addresses.length === 0 ? [] : [addressField(name, addresses)];
}

function addressOf(text: string): { name: string | null; email: string } {
  return /^[^\s@]+@[^\s@]+$/.test(text) ? { name: null, email: text } : { name: text, email: "" };
}

function rootOf({ text, html, attachments }: TnefContent): BuiltPart {
  const body = bodyPart(text, html);
  if (attachments.length === 0) return body;
  return {
    fields: [],
    type: "multipart/mixed",
    parameters: {},
    children: [body, ...attachments.map(filePart)],
  };
}

function bodyPart(text: string | null, html: string | null): BuiltPart {
  const plain: BuiltPart = { fields: [], type: "text/plain", parameters: {}, text: text ?? "" };
  if (html === null) return plain;
  const rich: BuiltPart = { fields: [], type: "text/html", parameters: {}, text: html };
  if (text === null) return rich;
  return { fields: [], type: "multipart/alternative", parameters: {}, children: [plain, rich] };
}

function filePart({ name, type, cid, bytes }: TnefAttachment): BuiltPart {
  const fields = [
    parameterField("Content-Disposition", cid === null ? "attachment" : "inline", {
      filename: name,
    }),
    ...(cid === null ? [] : [messageIdField("Content-ID", [cid])]),
  ];
  return { fields, type, parameters: {}, file: bytes };
}
