import { BLOCK_BREAK, type Match } from "./matches-in.ts";

/** The texts of several documents as one, and where each of its characters is. */
export interface TextIndex {
  readonly text: string;
  readonly pieces: readonly { readonly node: Text; readonly start: number }[];
  /** There is more than may be searched. */
  readonly isCut: boolean;
}

const BLOCKS =
  "address, article, blockquote, body, caption, center, dd, details, div, dt, figcaption, footer, h1, h2, h3, h4, h5, h6, header, li, p, pre, section, summary, td, th";

/** Reads the text below these elements in their order, as much of it as may be searched. */
export function indexOf(roots: readonly Element[], most: number): TextIndex {
  const parts: string[] = [];
  const pieces: { node: Text; start: number }[] = [];
  let length = 0;
  let block: Element | null = null;
  const add = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  for (const root of roots) {
    add(BLOCK_BREAK);
    const nodes = root.ownerDocument.createTreeWalker(
      root,
      NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    );
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      if (node.nodeType !== Node.TEXT_NODE) {
        if (node.nodeName === "BR") add("\n");
        continue;
      }
      const { data, parentElement } = node as Text;
      if (length + data.length > most) return { text: parts.join(""), pieces, isCut: true };
      const its = parentElement?.closest(BLOCKS) ?? null;
      if (its !== block) add(BLOCK_BREAK);
      block = its;
      pieces.push({ node: node as Text, start: length });
      add(data);
    }
  }
  return { text: parts.join(""), pieces, isCut: false };
}

/** Where a match is in its document; `undefined` where nobody can see it, as in a folded quotation. */
export function rangeOf({ pieces }: TextIndex, { start, end }: Match): Range | undefined {
  const first = pieceAt(pieces, start);
  const last = pieceAt(pieces, end - 1);
  if (!first || !last || !first.node.parentElement?.checkVisibility({ visibilityProperty: true }))
    return undefined;
  const range = first.node.ownerDocument.createRange();
  range.setStart(first.node, start - first.start);
  range.setEnd(last.node, end - last.start);
  return range;
}

function pieceAt(
  pieces: TextIndex["pieces"],
  place: number,
): TextIndex["pieces"][number] | undefined {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pieces[middle]!.start <= place) low = middle + 1;
    else high = middle;
  }
  return pieces[low - 1];
}
