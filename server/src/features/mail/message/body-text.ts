import { decodeBody, decodeText, type ParsedMessage, type ParsedPart } from "@atrium/formats/mime";
import { htmlToText } from "@atrium/formats/mail-html";
import { readTnef, type TnefContent } from "@atrium/formats/tnef";
import { MAX_INDEXED_TEXT, MAX_TEXT_OCTETS } from "../limits.ts";

/** The message as text: its text parts in order, or what its HTML says, or what only a winmail.dat in it says. */
export function bodyText(
  message: ParsedMessage,
  tnef: readonly TnefContent[] = tnefOf(message),
): string {
  let text = "";
  for (const part of message.textBody) {
    if (text.length >= MAX_INDEXED_TEXT) break;
    if (!part.type.startsWith("text/")) continue;
    text += `${partText(message, part)}\n`;
  }
  if (text.trim() === "")
    for (const inside of tnef)
      text += inside.text ?? htmlToText(inside.html ?? "", { maxLength: MAX_INDEXED_TEXT });
  return text.slice(0, MAX_INDEXED_TEXT);
}

/** The names of all files, those in a winmail.dat too. */
export function fileNames(message: ParsedMessage, tnef: readonly TnefContent[]): string[] {
  const inside = tnef.flatMap(({ attachments }) => attachments.map((file) => file.name));
  return [...message.attachments.map((part) => part.name ?? ""), ...inside];
}

function partText(message: ParsedMessage, part: ParsedPart): string {
  const { value } = decodeText(message.bytes, beginningOf(part));
  return part.type === "text/html" ? htmlToText(value, { maxLength: MAX_INDEXED_TEXT }) : value;
}

/** As much of a part as is decoded for its words: what people write is shorter, and a string takes up to twice as much. */
export function beginningOf<Part extends Pick<ParsedPart, "start" | "end">>(part: Part): Part {
  return { ...part, end: Math.min(part.end, part.start + MAX_TEXT_OCTETS) };
}

/** What Outlook's winmail.dat in a message holds; a few more of them would not be one. */
export function tnefOf(message: ParsedMessage): readonly TnefContent[] {
  return message.attachments
    .filter(isTnef)
    .slice(0, 3)
    .map((part) => readTnef(decodeBody(message.bytes, part)));
}

export function isTnef(part: ParsedPart): boolean {
  return (
    part.type === "application/ms-tnef" ||
    part.type === "application/vnd.ms-tnef" ||
    (part.type === "application/octet-stream" && part.name?.toLowerCase() === "winmail.dat")
  );
}
