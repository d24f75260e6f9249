import { decodeOctets } from "./charset.ts";
import type { Limits } from "./limits.ts";
import { type ParsedMessage, parseMessage } from "./parse.ts";
import type { ParsedPart } from "./part.ts";
import { decodedLength, decodeTransfer, looksLikeBase64 } from "./transfer.ts";

/** Where a body stands and how it is written. */
export type Encoded = Pick<ParsedPart, "start" | "end" | "encoding" | "charset">;

/** A part's content, its transfer encoding undone. A view of `bytes` where there was nothing to undo. */
export function decodeBody(bytes: Uint8Array, part: Encoded): Uint8Array {
  return decodeTransfer(bytes.subarray(part.start, part.end), part.encoding);
}

/** Octets of the content, JMAP's `size`. */
export function decodedSize(bytes: Uint8Array, part: ParsedPart): number {
  return decodedLength(bytes.subarray(part.start, part.end), part.encoding);
}

export interface BodyText {
  /** With LF line ends and without NUL. */
  readonly value: string;
  /** RFC 8621 §4.1.4: the charset is unknown or does not fit, or the transfer encoding is unknown or broken. */
  readonly isEncodingProblem: boolean;
}

/** A text part as text. */
export function decodeText(bytes: Uint8Array, part: Encoded): BodyText {
  const body = bytes.subarray(part.start, part.end);
  const isBroken =
    part.encoding === "unknown" || (part.encoding === "base64" && !looksLikeBase64(body));
  const text = decodeOctets(decodeTransfer(body, part.encoding), part.charset);
  return {
    value: withLineFeeds(text.value).split("\0").join(""),
    isEncodingProblem: isBroken || text.isEncodingProblem,
  };
}

/** With LF line ends. Not by `replaceAll`, which takes ten times the memory where there is a line end every few characters. */
export function withLineFeeds(text: string): string {
  return text.split("\r\n").join("\n");
}

/**
 * The beginning of a text in at most `maxBytes` octets of UTF-8 (RFC 8621 §4.2, `maxBodyValueBytes`; 0 means all),
 * never ending inside a character or, with `isHtml`, inside a tag.
 */
export function cutText(
  value: string,
  maxBytes: number,
  isHtml = false,
): { value: string; isTruncated: boolean } {
  // A UTF-16 unit needs three octets at most.
  if (maxBytes <= 0 || value.length * 3 <= maxBytes) return { value, isTruncated: false };
  const room = new Uint8Array(maxBytes);
  const { read } = new TextEncoder().encodeInto(value, room);
  if (read >= value.length) return { value, isTruncated: false };
  const cut = value.slice(0, read);
  const tag = isHtml ? cut.lastIndexOf("<") : -1;
  const isInTag = tag !== -1 && !cut.includes(">", tag);
  return { value: isInTag ? cut.slice(0, tag) : cut, isTruncated: true };
}

/**
 * The message inside a part of type message/rfc822 or message/global, else `null`. Offsets count in the returned
 * message's own `bytes`, which are those given unless the part was encoded.
 */
export function attachedMessage(
  bytes: Uint8Array,
  part: Encoded & Pick<ParsedPart, "type">,
  limits?: Partial<Limits>,
): ParsedMessage | null {
  if (part.type !== "message/rfc822" && part.type !== "message/global") return null;
  if (part.encoding === "identity" || part.encoding === "unknown") {
    return parseMessage(bytes, { limits, start: part.start, end: part.end });
  }
  return parseMessage(decodeBody(bytes, part), { limits });
}
