/** Names of the highlights (CSS Custom Highlight API): all that is found, and where one is. */
const ALL = "mail-find";
const NOW = "mail-find-now";

/** A mail has its own document, which has none of the page's styles; its paper is light, and may be darkened. */
const IN_FRAME = `
::highlight(${ALL}) { background-color: #ffe89a; color: #1a1e26; }
::highlight(${NOW}) { background-color: #e8710a; color: #fff; }
@media (forced-colors: active) {
  ::highlight(${ALL}) { background-color: Mark; color: MarkText; }
  ::highlight(${NOW}) { background-color: Highlight; color: HighlightText; }
}`;

type View = Window & typeof globalThis;

/** Marks what is found in the documents it is in, and takes away what was marked there before. */
export function mark(
  documents: readonly Document[],
  found: readonly Range[],
  now: Range | undefined,
): void {
  for (const document of documents) {
    const view = document.defaultView;
    if (!view) continue;
    const isHere = (range: Range): boolean => range.startContainer.ownerDocument === document;
    const here = found.filter(isHere);
    if (!("highlights" in view.CSS)) {
      // The browser cannot mark several places: it selects the one.
      if (now && isHere(now)) select(view, now);
      continue;
    }
    const { highlights } = view.CSS;
    highlights.delete(ALL);
    highlights.delete(NOW);
    if (here.length === 0) continue;
    if (view !== window) addStyle(document);
    highlights.set(ALL, new view.Highlight(...here));
    if (!now || !isHere(now)) continue;
    const one = new view.Highlight(now);
    one.priority = 1;
    highlights.set(NOW, one);
  }
}

function select(view: View, range: Range): void {
  const selection = view.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

function addStyle(document: Document): void {
  if (document.querySelector("style[data-find]")) return;
  const style = document.createElement("style");
  style.dataset["find"] = "";
  style.textContent = IN_FRAME;
  document.head.append(style);
}
