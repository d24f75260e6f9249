/** A piece of a snippet's text. */
export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  "#39": "'",
};

/** Reads a snippet (RFC 8621 §5), in which nothing but `<mark>` is HTML. It never becomes HTML here, whatever it holds. */
export function marksOf(html: string): Piece[] {
  const [before = "", ...rest] = html.split("<mark>");
  const pieces = rest.flatMap((piece) => {
    const end = piece.indexOf("</mark>");
    if (end < 0) return [{ text: `<mark>${piece}`, isMarked: false }];
    return [
      { text: piece.slice(0, end), isMarked: true },
      { text: piece.slice(end + "</mark>".length), isMarked: false },
    ];
  });
  return [{ text: before, isMarked: false }, ...pieces]
    .filter(({ text }) => text !== "")
    .map(({ text, isMarked }) => ({ text: plain(text), isMarked }));
}

/** Letters that may stand before the first mark, so that it is in sight in a narrow row. */
const LEAD = 9;

/** The same, begun shortly before its first mark, at a word. */
export function nearMark(pieces: readonly Piece[]): readonly Piece[] {
  const [first, ...rest] = pieces;
  if (!first || first.isMarked || first.text.length <= LEAD) return pieces;
  const end = first.text.slice(-LEAD);
  const word = end.search(/\s/);
  return [{ text: `…${word < 0 ? end : end.slice(word + 1)}`, isMarked: false }, ...rest];
}

const plain = (html: string): string =>
  html.replace(/&(\w+|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole);
