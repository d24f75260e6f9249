import { stripComments } from "./parameters.ts";

/** The message ids of a field such as References, without brackets (RFC 8621 §4.1.2.5); `null` when there is none. */
export function parseMessageIds(value: string): string[] | null {
  const text = stripComments(value.replaceAll("\0", ""));
  const ids = insideBrackets(text);
  if (ids.length > 0) return ids;
  // Some senders leave the brackets out.
  const bare = text.trim();
  return /^[^\s<>,]+@[^\s<>,]+$/.test(bare) ? [bare] : null;
}

/** The URLs of a field such as List-Unsubscribe (RFC 2369), without brackets; `null` when there is none. */
export function parseUrls(value: string): string[] | null {
  const urls = insideBrackets(stripComments(value.replaceAll("\0", "")));
  return urls.length > 0 ? urls : null;
}

function insideBrackets(text: string): string[] {
  const found: string[] = [];
  let at = 0;
  for (;;) {
    const open = text.indexOf("<", at);
    const close = open === -1 ? -1 : text.indexOf(">", open);
    if (close === -1) return found;
    const inside = text.slice(open + 1, close).replace(/\s+/g, "");
    if (inside !== "") found.push(inside);
    at = close + 1;
  }
}
