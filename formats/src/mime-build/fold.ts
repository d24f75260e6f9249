/** RFC 5322 §2.1.1: how long a line should be at most; 998 octets is what it must not exceed. */
const LINE = 78;

/**
 * A header field with its line end. Each token starts with the white space in front of it, which is where a line may
 * be folded (RFC 5322 §2.2.3); none may hold a line end, so no value can begin a field of its own.
 */
export function field(name: string, tokens: readonly string[]): string {
  const lines: string[] = [];
  let line = `${name}:`;
  for (const [index, token] of tokens.entries()) {
    // The first line is never the name alone: some readers take such a field for an empty one.
    if (index > 0 && line.length + token.length > LINE && /^[ \t]/.test(token)) {
      lines.push(line);
      line = token;
    } else line += token;
  }
  return `${[...lines, line].join("\r\n")}\r\n`;
}

/** Text that fits into a header field: line ends and other control characters are spaces, tabs stay. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n/g, " ")
    .replace(/[^\P{Cc}\t]/gu, " ");
}

const encoder = new TextEncoder();

/** Octets in UTF-8. */
export function octetsOf(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}
