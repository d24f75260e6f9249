import { isAscii } from "node:buffer";
import {
  allParts,
  findHeader,
  parseMessage,
  type ParsedMessage,
  type ParsedPart,
} from "@atrium/formats/mime";

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Messages inside of messages are followed so deep. */
const MAX_DEPTH = 8;

/**
 * The message for a server that takes seven bits alone (RFC 6152 §3): every body with more is put into base64. Null
 * when that cannot be: bodies of multipart/signed are under a signature that would not hold any more.
 */
export function inSevenBits(bytes: Buffer): Buffer | null {
  const edits: Edit[] = [];
  if (!convert(bytes, parseMessage(bytes), 0, edits)) return null;
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    pieces.push(bytes.subarray(from, start), Buffer.from(text));
    from = end;
  }
  return Buffer.concat([...pieces, bytes.subarray(from)]);
}

function convert(bytes: Buffer, message: ParsedMessage, depth: number, edits: Edit[]): boolean {
  if (depth > MAX_DEPTH || message.isTruncated) return false;
  for (const part of allParts(message.root)) {
    if (isAscii(bytes.subarray(part.start, part.end))) continue;
    if (part.type === "multipart/signed") return false;
    if (part.children !== null || part.type === "message/rfc822") {
      // RFC 2045 §6.4: what is made of parts says of what kind they are, and is never encoded itself.
      edits.push(...encodingField(part, "7bit", message));
      if (part.children !== null) continue;
      const inner = parseMessage(bytes, { start: part.start, end: part.end });
      if (headerIs8bit(bytes, inner) || !convert(bytes, inner, depth + 1, edits)) return false;
      continue;
    }
    if (part.encoding !== "identity") return false;
    edits.push(...encodingField(part, "base64", message));
    edits.push({
      start: part.start,
      end: part.end,
      text: base64(bytes.subarray(part.start, part.end)),
    });
  }
  return true;
}

function headerIs8bit(bytes: Buffer, { root }: ParsedMessage): boolean {
  return !isAscii(bytes.subarray(root.headerStart, root.start));
}

function encodingField(part: ParsedPart, encoding: string, message: ParsedMessage): Edit[] {
  const field = `Content-Transfer-Encoding: ${encoding}\r\n`;
  const there = findHeader(part.headers, "content-transfer-encoding");
  if (there !== undefined) return [{ start: there.start, end: there.end, text: field }];
  const isMime = part !== message.root || findHeader(part.headers, "mime-version") !== undefined;
  return [
    {
      start: part.headerStart,
      end: part.headerStart,
      // RFC 1428 §3: text from before MIME, of which nobody knows the character set.
      text: isMime
        ? field
        : `MIME-Version: 1.0\r\nContent-Type: text/plain; charset=unknown-8bit\r\n${field}`,
    },
  ];
}

function base64(bytes: Buffer): string {
  const lines = bytes.toString("base64").match(/.{1,76}/g) ?? [];
  return lines.map((line) => `${line}\r\n`).join("");
}
