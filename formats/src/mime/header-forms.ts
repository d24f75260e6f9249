import {
  type Address,
  type AddressGroup,
  domainAfter,
  parseAddresses,
  parseGroups,
} from "./addresses.ts";
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
  return inCharset(bytes, header, charset, parseAddresses, (addresses) => addresses);
}

export function asGroupedAddresses(
  bytes: Uint8Array,
  header: ParsedHeader,
  charset?: string | null,
): AddressGroup[] {
  return inCharset(bytes, header, charset, parseGroups, (groups) =>
    groups.flatMap(({ addresses }) => addresses),
  );
}

/**
 * Addresses in a charset that was guessed, unless it makes other addresses of them: names may be in it, but a body's
 * charset does not decide who the author is.
 */
function inCharset<T>(
  bytes: Uint8Array,
  header: ParsedHeader,
  charset: string | null | undefined,
  parse: (value: string) => T,
  addressesOf: (parsed: T) => readonly Address[],
): T {
  const plain = unfolded(bytes, header);
  const guessed = charset === undefined ? plain : unfolded(bytes, header, charset);
  const parsed = parse(guessed);
  if (guessed === plain) return parsed;
  const certain = parse(plain);
  const domains = (of: T): string =>
    addressesOf(of)
      .map(({ email }) => `@${domainAfter(email) ?? ""}`)
      .join();
  return domains(parsed) === domains(certain) ? parsed : certain;
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

/** All of them, by the names that JMAP has for them. */
export const HEADER_FORMS = {
  asRaw,
  asText,
  asAddresses,
  asGroupedAddresses,
  asMessageIds,
  asDate,
  asURLs: asUrls,
} as const;

/** The Text form of an unfolded value. */
export function parseText(value: string): string {
  return decodeWords(value.trim()).replaceAll("\0", "").normalize("NFC");
}

export function unfolded(bytes: Uint8Array, header: ParsedHeader, charset?: string | null): string {
  const octets = bytes.subarray(header.valueStart, header.valueEnd);
  return decodeHeaderOctets(octets, charset).replace(/\r?\n/g, "");
}
