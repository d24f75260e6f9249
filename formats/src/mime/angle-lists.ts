/** The message ids of a field such as References, without brackets (RFC 8621 §4.1.2.5); `null` when there is none. */
export function parseMessageIds(value: string): string[] | null {
  const { inside, outside } = readAngles(value);
  if (inside.length > 0) return inside;
  // Some senders leave the brackets out.
  const bare = outside.trim();
  return /^[^\s<>,@]+@[^\s<>,]+$/.test(bare) ? [bare] : null;
}

/** The URLs of a field such as List-Unsubscribe (RFC 2369), without brackets; `null` when there is none. */
export function parseUrls(value: string): string[] | null {
  const { inside } = readAngles(value);
  return inside.length > 0 ? inside : null;
}

/**
 * What stands in angle brackets, its white space gone, and the rest. Comments count only between the brackets: a
 * parenthesis in an address is part of it.
 */
function readAngles(value: string): { inside: string[]; outside: string } {
  const text = value.replaceAll("\0", "");
  const inside: string[] = [];
  const outside: string[] = [];
  const special = /[<("\\]/g;
  let mayComment = true;
  let isQuoted = false;
  let done = 0;
  for (;;) {
    const at = special.exec(text)?.index;
    if (at === undefined) break;
    const char = text[at];
    if (char === "\\") special.lastIndex = at + 2;
    else if (char === '"') isQuoted = !isQuoted;
    else if (char === "<") {
      const close = text.indexOf(">", at);
      if (close === -1) break;
      const found = text.slice(at + 1, close).replace(/\s+/g, "");
      if (found !== "") inside.push(found);
      outside.push(text.slice(done, at), " ");
      done = close + 1;
      special.lastIndex = done;
    } else if (mayComment && !isQuoted) {
      const end = commentEnd(text, at);
      // A parenthesis that is never closed opens no comment, nor does one behind it.
      if (end === -1) mayComment = false;
      else {
        outside.push(text.slice(done, at), " ");
        done = end;
        special.lastIndex = end;
      }
    }
  }
  outside.push(text.slice(done));
  return { inside, outside: outside.join("") };
}

/** Where the comment that starts at `start` ends (RFC 5322 §3.2.2, they nest); -1 when it does not. */
function commentEnd(text: string, start: number): number {
  const special = /[()\\]/g;
  special.lastIndex = start;
  let depth = 0;
  for (let found = special.exec(text); found !== null; found = special.exec(text)) {
    if (found[0] === "\\") special.lastIndex = found.index + 2;
    else if (found[0] === "(") depth += 1;
    else {
      depth -= 1;
      if (depth === 0) return found.index + 1;
    }
  }
  return -1;
}
