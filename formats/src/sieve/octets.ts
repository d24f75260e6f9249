const CHUNK = 8192;

/** Encodes a text as UTF-8, each octet as one character. */
export function toOctets(text: string): string {
  if (isAscii(text)) return text;
  const bytes = new TextEncoder().encode(text);
  let octets = "";
  for (let at = 0; at < bytes.length; at += CHUNK)
    octets += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return octets;
}

/** The inverse of `toOctets`; incomplete sequences become U+FFFD. */
export function fromOctets(octets: string): string {
  if (isAscii(octets)) return octets;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    Uint8Array.from(octets, (character) => character.charCodeAt(0)),
  );
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
