import { type Address, type AddressGroup, parseAddresses, parseGroups } from "./addresses.ts";
import { parseMessageIds, parseUrls } from "./angle-lists.ts";
import { decodeOctets } from "./charset.ts";
import { parseDate } from "./date.ts";
import { decodeWords } from "./encoded-words.ts";
import type { ParsedHeader } from "./header-fields.ts";

/** The forms of RFC 8621 §4.1.2, of a header field in its message. None throws. */

const replacing = new TextDecoder("utf-8", { ignoreBOM: true });

/** §4.1.2.1: as it stands, folds and all; octets that are not UTF-8 become U+FFFD. */
export function asRaw(bytes: Uint8Array, header: ParsedHeader): string {
  const octets = bytes.subarray(header.valueStart, header.valueEnd);
  return replacing.decode(octets).replaceAll("\0", "");
}

/** §4.1.2.2: unfolded, encoded words decoded. Raw octets that are not UTF-8 are read as windows-1252. */
export function asText(bytes: Uint8Array, header: ParsedHeader): string {
  return parseText(unfolded(bytes, header));
}

export function asAddresses(bytes: Uint8Array, header: ParsedHeader): Address[] {
  return parseAddresses(unfolded(bytes, header));
}

export function asGroupedAddresses(bytes: Uint8Array, header: ParsedHeader): AddressGroup[] {
  return parseGroups(unfolded(bytes, header));
}

export function asMessageIds(bytes: Uint8Array, header: ParsedHeader): string[] | null {
  return parseMessageIds(unfolded(bytes, header));
}

export function asDate(bytes: Uint8Array, header: ParsedHeader): string | null {
  return parseDate(unfolded(bytes, header));
}

export function asUrls(bytes: Uint8Array, header: ParsedHeader): string[] | null {
  return parseUrls(unfolded(bytes, header));
}

/** The Text form of an unfolded value. */
export function parseText(value: string): string {
  return decodeWords(value.trim()).replaceAll("\0", "").normalize("NFC");
}

function unfolded(bytes: Uint8Array, header: ParsedHeader): string {
  const octets = bytes.subarray(header.valueStart, header.valueEnd);
  return decodeOctets(octets, null).value.replace(/\r?\n/g, "");
}
