import { splitQuoted, type TextBlock } from "@atrium/formats/mail-html";
import { MAX_BLOCKS, MAX_LINES, MAX_LINKS, runBreaker } from "@atrium/mail-html";
import { findLinks, type TextPiece } from "./links.ts";

/** A block of a plain text message. */
export interface ShownBlock {
  readonly kind: TextBlock["kind"];
  readonly text: string;
  /** With its links; none of a quote, which is folded. */
  readonly pieces: readonly TextPiece[];
}

/** A plain text message as a window can show it: what each block costs is bounded, and so is the number of blocks. */
export function boundText(written: string): {
  readonly blocks: readonly ShownBlock[];
  readonly isCut: boolean;
} {
  const lines = written.split("\n");
  const isCut = lines.length > MAX_LINES;
  const text = runBreaker()((isCut ? lines.slice(0, MAX_LINES).join("\n") : written).trimEnd());
  const all = splitQuoted(text);
  const rest = all.slice(MAX_BLOCKS).map((block) => block.text);
  const blocks: readonly TextBlock[] =
    rest.length === 0 ? all : [...all.slice(0, MAX_BLOCKS), { kind: "own", text: rest.join("\n") }];
  // A message that is nothing but a quotation would be an empty page.
  const isAllQuoted = blocks.every(({ kind, text }) => kind === "quote" || text.trim() === "");
  let room = MAX_LINKS;
  const shown = blocks.map(({ kind, text }): ShownBlock => {
    if (kind === "quote" && !isAllQuoted) return { kind, text, pieces: [] };
    // The line of two dashes says what the paler words show.
    const words = kind === "signature" ? text.replace(/^-- ?\n/, "") : text;
    const pieces = findLinks(words, room);
    room -= pieces.filter(({ href }) => href !== undefined).length;
    return { kind, text, pieces };
  });
  return { blocks: shown, isCut };
}
