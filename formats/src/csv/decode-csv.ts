/**
 * The text of a file of values. Excel writes what the system's language is written with: UTF-8 with a mark in front, UTF-16
 * for "Unicode text", and the old Korean or Western set for plain "CSV".
 */
export function decodeCsv(octets: Uint8Array): string {
  const [first, second] = octets;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(octets);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(octets);
  for (const charset of ["utf-8", "euc-kr"])
    try {
      return new TextDecoder(charset, { fatal: true }).decode(octets);
    } catch {
      // Another one, then.
    }
  return new TextDecoder("windows-1252").decode(octets);
}
