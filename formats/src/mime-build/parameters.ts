import { latin1 } from "../mime/octets.ts";
import { field, octetsOf, oneLine } from "./fold.ts";

/** So much of a value stands on one line. */
const SECTION = 60;
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`{|}~-]+$/;

/** Content-Type and Content-Disposition: a value with parameters (RFC 2045 §5.1, RFC 2231 for what is not ASCII). */
export function parameterField(
  name: string,
  value: string,
  parameters: Readonly<Record<string, string>>,
): string {
  const sections = Object.entries(parameters).flatMap(([key, text]) => sectionsOf(key, text));
  const tokens = [value, ...sections].map((token, index, all) =>
    index < all.length - 1 ? ` ${token};` : ` ${token}`,
  );
  return field(name, tokens);
}

function sectionsOf(key: string, value: string): string[] {
  const text = oneLine(value).trim();
  if (text.length <= SECTION && /^[\x20-\x7e]*$/.test(text)) {
    if (TOKEN.test(text)) return [`${key}=${text}`];
    return [`${key}="${text.replace(/["\\]/g, "\\$&")}"`];
  }
  const pieces: string[] = [""];
  for (const character of text) {
    const escaped = percentEncode(character);
    if (pieces.at(-1)!.length + escaped.length > SECTION) pieces.push("");
    pieces[pieces.length - 1] += escaped;
  }
  if (pieces.length === 1) return [`${key}*=utf-8''${pieces[0]}`];
  return pieces.map((piece, index) => `${key}*${index}*=${index === 0 ? "utf-8''" : ""}${piece}`);
}

/** RFC 2231 §7 `attribute-char`, less what some readers trip over. */
function percentEncode(character: string): string {
  if (/[A-Za-z0-9._-]/.test(character)) return character;
  return latin1(octetsOf(character)).replace(
    /[^]/g,
    (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}
