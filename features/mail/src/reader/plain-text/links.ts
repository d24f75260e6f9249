/** A stretch of plain text, and where it leads when it is a link. */
export interface TextPiece {
  readonly text: string;
  readonly href?: string;
}

/** Bounded everywhere, and a mail address starts only where a word starts: no text makes it search twice. */
const LINK =
  /(?:https?:\/\/|www\.)[^\s<>"'`{}|\\^]{1,2048}|(?<![\w.!#$%&*+/=?^~-])[\w.!#$%&*+/=?^~-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/giu;

/** Finds web and mail addresses in plain text. The end of the sentence around one is not part of it. */
export function findLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let last = 0;
  for (const match of text.matchAll(LINK)) {
    const found = trimEnd(match[0]);
    const href = hrefOf(found);
    if (href === undefined) continue;
    if (match.index > last) pieces.push({ text: text.slice(last, match.index) });
    pieces.push({ text: found, href });
    last = match.index + found.length;
  }
  if (last < text.length) pieces.push({ text: text.slice(last) });
  return pieces;
}

/** Closing marks belong to the sentence unless they were opened inside the address. */
function trimEnd(address: string): string {
  let found = address;
  for (;;) {
    const end = found.at(-1) ?? "";
    const opening = { ")": "(", "]": "[" }[end];
    const isClosed =
      opening !== undefined && found.split(opening).length >= found.split(end).length;
    if (isClosed || !/[.,;:!?)\]*_~'"…。，、»”’]/u.test(end)) return found;
    found = found.slice(0, -1);
  }
}

function hrefOf(text: string): string | undefined {
  const isMail = !/^(?:https?:|www\.)/i.test(text);
  if (isMail) return `mailto:${text}`;
  const href = /^www\./i.test(text) ? `https://${text}` : text;
  return URL.canParse(href) ? href : undefined;
}
