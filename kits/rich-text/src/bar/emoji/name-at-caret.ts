import type { Squire } from "../../engine.ts";
import { typedName } from "./typed-name.ts";

/** The name that ends at the caret, where emoji are offered for it: not in code. */
export function nameAtCaret(squire: Squire): Range | undefined {
  const { startContainer: node, startOffset: caret, collapsed } = squire.getSelection();
  if (!collapsed || !(node instanceof Text) || !squire.getRoot().contains(node)) return undefined;
  const name = typedName(node.data, caret);
  if (name === undefined || isCode(node.parentElement!)) return undefined;
  const range = document.createRange();
  range.setStart(node, caret - name.length);
  range.setEnd(node, caret);
  return range;
}

const isCode = (element: Element): boolean =>
  element.closest("pre, code") !== null ||
  /mono|courier/i.test(getComputedStyle(element).fontFamily);
