import { type Address, type AddressGroup, parseAddresses, parseGroups } from "./addresses.ts";
import { parseMessageIds, parseUrls } from "./angle-lists.ts";
import { decodeHeaderOctets } from "./charset.ts";
import { parseDate } from "./date.ts";
import { decodeWords } from "./encoded-words.ts";
import type { ParsedHeader } from "./header-fields.ts";

/**
 * The forms of RFC 8621 §4.1.2, of a header field in its message. None throws. Octets that are not UTF-8 become U+FFFD
 * (§4.1.2.1), unless the caller names the charset that they are probably in: old mail has its body's charset there.
 */

/** §4.1.2.1: as it stands, folds and all. */
export function asRaw(bytes: Uint8Array, header: ParsedHeader): string {
  const octets = bytes.subarray(header.valueStart, header.valueEnd);
  return decodeHeaderOctets(octets).replaceAll("\0", "");
}

/** §4.1.2.2: unfolded, encoded words decoded. */
export function asText(bytes: Uint8Array, header: ParsedHeader, charset?: string | null): string {
  return parseText(unfolded(bytes, header, charset));
}

export function asAddresses(
  bytes: Uint8Array,
  header: ParsedHeader,
  charset?: string | null,
): Address[] {
  return parseAddresses(unfolded(bytes, header, charset));
}

export function asGroupedAddresses(
  bytes: Uint8Array,
  header: ParsedHeader,
  charset?: string | null,
): AddressGroup[] {
  return parseGroups(unfolded(bytes, header, charset));
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

function unfolded(bytes: Uint8Array, header: ParsedHeader, charset?: string | null): string {
  const octets = bytes.subarray(header.valueStart, header.valueEnd);
  return decodeHeaderOctets(octets, charset).replace(/\r?\n/g, "");
}
