import type { EmailAddress } from "@atrium/contract/types/email";

const ADDRESS =
  /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/** Whether mail can be sent there, as far as its form shows. */
export function isAddress(email: string): boolean {
  return email.length <= 254 && !email.includes("..") && ADDRESS.test(email);
}

/**
 * Addresses as people type and paste them: `Ann <ann@x>, bob@y`, with semicolons, tabs or a line each, out of a
 * table or another mail program. What is no address is kept, to be marked and mended.
 */
export function readAddresses(text: string): EmailAddress[] {
  return outsideQuotes(text).flatMap((piece) => {
    const words = piece.split(/\s+/);
    // Nothing but addresses with spaces between.
    if (words.length > 1 && words.every(isAddress))
      return words.map((email) => ({ name: null, email }));
    const found = written(piece);
    if (found && isAddress(found.email)) return [found];
    // A name in front of an address without brackets, as tables have it.
    const last = words.at(-1) ?? "";
    if (words.length > 1 && isAddress(last))
      return [{ name: words.slice(0, -1).join(" "), email: last }];
    return [{ name: null, email: piece }];
  });
}

/** `Ann Archer <ann@x>`, `"Archer, Ann" <ann@x>`, `<ann@x>`, `ann@x (Ann Archer)`: as RFC 5322 §3.4 and people write one. */
function written(piece: string): EmailAddress | undefined {
  const angle = /^([^<]*)<\s*(?:mailto:)?([^<>\s]+)\s*>$/i.exec(piece);
  const bare = /^(?:mailto:)?([^\s<>()"]+)(?:\s*\(([^()]*)\))?$/i.exec(piece);
  const email = angle?.[2] ?? bare?.[1];
  return email === undefined ? undefined : { name: nameOf(angle?.[1] ?? bare?.[2] ?? ""), email };
}

function nameOf(text: string): string | null {
  const name = text.trim();
  // Outlook puts single quotes around what it takes for a name.
  const quoted = /^(["'])(.*)\1$/s.exec(name)?.[2];
  return (quoted ?? name).replace(/\\(.)/g, "$1").replace(/\s+/g, " ").trim() || null;
}

/** Pieces between commas, semicolons and line ends that stand outside of quotes and angle brackets. */
function outsideQuotes(text: string): string[] {
  const pieces: string[] = [];
  let piece = "";
  let isQuoted = false;
  let isAngle = false;
  const take = (): void => {
    if (piece.trim() !== "") pieces.push(piece.trim());
    piece = "";
    isQuoted = false;
    isAngle = false;
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    if (char === "\\" && isQuoted) piece += char + (text[(at += 1)] ?? "");
    else if (/[\r\n\t]/.test(char)) take();
    else if (/[,;，；]/.test(char) && !isQuoted && !isAngle) take();
    else {
      if (char === '"') isQuoted = !isQuoted;
      if (char === "<" && !isQuoted) isAngle = true;
      if (char === ">" && !isQuoted) isAngle = false;
      piece += char;
    }
  }
  take();
  return pieces;
}

export const sameAddress = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

/** Each address once, the first with a name wins. */
export function distinct(list: readonly EmailAddress[]): EmailAddress[] {
  const byEmail = new Map<string, EmailAddress>();
  for (const address of list) {
    const key = address.email.toLowerCase();
    const known = byEmail.get(key);
    if (!known) byEmail.set(key, address);
    else if (known.name === null && address.name !== null) byEmail.set(key, address);
  }
  return [...byEmail.values()];
}

/** As a person writes it. */
export function writeAddress({ name, email }: EmailAddress): string {
  if (!name) return email;
  return /[",;<>@()[\]\\:]/.test(name)
    ? `"${name.replace(/["\\]/g, "\\$&")}" <${email}>`
    : `${name} <${email}>`;
}
