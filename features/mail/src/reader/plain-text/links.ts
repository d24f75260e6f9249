/** A stretch of plain text, and where it leads when it is a link. */
export interface TextPiece {
  readonly text: string;
  readonly href?: string;
}

/** Bounded everywhere, and a mail address starts only where a word starts: no text makes it search twice. */
const LINK =
  /(?:https?:\/\/|www\.)[^\s<>"'`{}|\\^]{1,2048}|(?<![\w.!#$%&*+/=?^~-])[\w.!#$%&*+/=?^~-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/giu;

/** Finds web and mail addresses in plain text, so many at most. The end of the sentence around one is not part of it. */
export function findLinks(text: string, most = Infinity): TextPiece[] {
  const pieces: TextPiece[] = [];
  let last = 0;
  let found = 0;
  for (const match of text.matchAll(LINK)) {
    if (found >= most) break;
    const address = trimEnd(match[0]);
    const href = hrefOf(address);
    if (href === undefined) continue;
    if (match.index > last) pieces.push({ text: text.slice(last, match.index) });
    pieces.push({ text: address, href });
    last = match.index + address.length;
    found += 1;
  }
  if (last < text.length) pieces.push({ text: text.slice(last) });
  return pieces;
}

/** Closing marks belong to the sentence unless they were opened inside the address. */
function trimEnd(address: string): string {
  const open = (opening: string, closing: string): number =>
    address.split(opening).length - address.split(closing).length;
  // How many more of each are opened than closed.
  const balance = { ")": open("(", ")"), "]": open("[", "]") };
  for (let length = address.length; ; length -= 1) {
    const end = address[length - 1] ?? "";
    const isBracket = end === ")" || end === "]";
    if (isBracket && balance[end] >= 0) return address.slice(0, length);
    if (!/[.,;:!?)\]*_~'"…。，、»”’]/u.test(end)) return address.slice(0, length);
    if (isBracket) balance[end] += 1;
  }
}

function hrefOf(text: string): string | undefined {
  const isMail = !/^(?:https?:|www\.)/i.test(text);
  if (isMail) return `mailto:${text}`;
  const href = /^www\./i.test(text) ? `https://${text}` : text;
  return URL.canParse(href) ? href : undefined;
}
