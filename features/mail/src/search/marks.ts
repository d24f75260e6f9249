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
  return html
    .split(/(<mark>.*?<\/mark>)/s)
    .filter((part) => part !== "")
    .map((part) => {
      const inside = /^<mark>(.*)<\/mark>$/s.exec(part)?.[1];
      return { text: plain(inside ?? part), isMarked: inside !== undefined };
    });
}

const plain = (html: string): string =>
  html.replace(/&(\w+|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole);
