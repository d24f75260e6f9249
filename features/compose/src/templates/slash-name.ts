import type { Squire } from "@atrium/rich-text";

/** A slash that no word or path ends with, and letters of a name up to the caret. */
const TYPED = /(?:^|[\s\u200b])(\/[\p{L}\p{N}][\p{L}\p{N}_-]{0,30})$/u;
/** More characters than such a name has. */
const LOOKED_AT = 40;

/** `/offer` that ends at the caret. */
export function slashName(squire: Squire): Range | undefined {
  const { startContainer: node, startOffset: caret, collapsed } = squire.getSelection();
  if (!collapsed || !(node instanceof Text) || !squire.getRoot().contains(node)) return undefined;
  const name = TYPED.exec(node.data.slice(Math.max(0, caret - LOOKED_AT), caret))?.[1];
  if (name === undefined) return undefined;
  const range = document.createRange();
  range.setStart(node, caret - name.length);
  range.setEnd(node, caret);
  return range;
}
