import { placesIn } from "@atrium/formats/placeholders";
import "./highlight.css";

const NAME = "compose-placeholder";
/** Characters of a message that are looked at; what stands behind is for the check before sending. */
export const MOST_LOOKED_AT = 200_000;

/** The placeholders that are left in a text, in its order. */
export function rangesIn(root: HTMLElement): readonly Range[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  let seen = 0;
  for (let node = walker.nextNode(); node && seen < MOST_LOOKED_AT; node = walker.nextNode()) {
    const text = node.nodeValue ?? "";
    seen += text.length;
    for (const [start, end] of placesIn(text)) {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      ranges.push(range);
    }
  }
  return ranges;
}

/**
 * Makes placeholders stand out while they are not filled, until the answer is called. Nothing of it gets into the message:
 * browsers paint it beside the text.
 */
export function followPlaceholders(root: HTMLElement): () => void {
  if (!("highlights" in CSS)) return () => undefined;
  let mine: readonly Range[] = [];
  const all = CSS.highlights.get(NAME) ?? new Highlight();
  CSS.highlights.set(NAME, all);
  const clear = (): void => {
    for (const range of mine) all.delete(range);
  };
  const draw = (): void => {
    clear();
    mine = rangesIn(root);
    for (const range of mine) all.add(range);
  };
  const observer = new MutationObserver(draw);
  observer.observe(root, { childList: true, characterData: true, subtree: true });
  draw();
  return () => {
    observer.disconnect();
    clear();
  };
}
