import type { SafeMail } from "@atrium/mail-html";
import { darken } from "./darken.ts";
import { foldQuotes } from "./quotes.ts";

/** What a mail is set on: readable without styles of its own, never wider than the window. */
const PAPER = `
html { height: auto !important; overflow: auto hidden; background: transparent; }
body { height: auto !important; margin: 0; padding: 2px; color: #1a1e26; overflow-wrap: break-word;
  font: 14px/1.5 "Inter Variable", Pretendard, "Apple SD Gothic Neo", "Malgun Gothic", system-ui, sans-serif; }
img { max-width: 100%; }
[data-blocked] { display: inline-block; box-sizing: border-box; max-width: 100%; overflow: hidden;
  border-radius: 4px; background: #e7e9ee; color: #565f6d; font: 12px/16px sans-serif; vertical-align: middle; text-align: center; }
[data-blocked]:not(:empty) { padding: 2px 6px; }
details[data-quote] > summary { display: inline-block; margin: 6px 0; padding: 0 10px; border-radius: 4px;
  background: #eff1f4; color: #565f6d; font: 8px/24px sans-serif; letter-spacing: 1px; cursor: pointer; list-style: none; }
details[data-quote] > summary::-webkit-details-marker { display: none; }
@media (pointer: coarse) { details[data-quote] > summary { padding: 0 18px; line-height: 40px; } }
a, summary { -webkit-touch-callout: none; }
:where(a[tabindex]) { text-decoration: underline; cursor: pointer; }
:focus-visible { outline: 2px solid #3653d0; outline-offset: 1px; }
html[data-narrow] :is(table, tbody, tr, td, th, div, section, p, center, img, [data-blocked]) { max-width: 100% !important; min-width: 0 !important; }
html[data-narrow] :is(table[width], table[style*=width], div[style*=width]) { width: 100% !important; }
html[data-narrow] :is(td[width], th[width], td[style*=width]) { width: auto !important; }
html[data-narrow] img { height: auto !important; }
html[data-narrow] table[data-scrolls] { display: block !important; overflow-x: auto; overscroll-behavior-x: contain; }
html[data-narrow] :is(td, th, a, p, span, div) { overflow-wrap: anywhere; }
html[data-narrow] tr:has(> :nth-child(4)) :is(td, th, a, p, span, div) { overflow-wrap: break-word; }
pre { white-space: pre-wrap; }
blockquote[type=cite], .gmail_quote { margin: 0 0 0 4px; padding: 0 0 0 12px; border-left: 2px solid #cdd2da; }
a { color: #304bc2; }`;

/** Without colours of its own a mail takes those of the page, so that it is no white hole in the dark. */
const PLAIN_DARK = `
body { color: #e7e9ee; } a { color: #a3b5ff; } blockquote[type=cite], .gmail_quote { border-color: #3d444f; }`;

/** Of our own, above whatever a darkened mail says. */
const ON_DARK = `
:root { color-scheme: dark; } :focus-visible { outline-color: #93a8ff; }
details[data-quote] > summary { background: #22262d !important; color: #a4abb8 !important; }
[data-blocked] { background: #22262d !important; color: #a4abb8 !important; }`;

/** Puts a mail into the frame's empty document. Nodes are imported, never written as text: it is not parsed twice. */
export function fillFrame(
  document: Document,
  { styles, body, isColoured }: SafeMail,
  { isDark, showQuote }: { readonly isDark: boolean; readonly showQuote: string },
): void {
  const dark = isDark ? [...(isColoured ? [] : [PLAIN_DARK]), ON_DARK] : [];
  const sheets = [PAPER, ...styles, ...dark];
  document.head.replaceChildren(
    ...sheets.map((text) => {
      const style = document.createElement("style");
      style.textContent = text;
      return style;
    }),
  );
  const page = document.importNode(body, true);
  foldQuotes(page, { show: showQuote });
  document.body.replaceWith(page);
  if (isDark && isColoured) darken(document);
}

/** Beyond this a mail scrolls inside its frame. */
const HIGHEST = 30_000;
/** Smaller than this the words of a wide mail would be no use; it scrolls sideways then. */
const SMALLEST = 0.55;

/** Keeps the frame as high as its mail, and a wide mail as wide as the frame. Returns the end of it. */
export function followHeight(frame: HTMLIFrameElement, document: Document): () => void {
  let isOver = false;
  // A mail whose height depends on the frame's would grow for ever.
  let grown = 0;
  let scrolling: readonly HTMLTableElement[] = [];
  const fit = (): void => {
    if (isOver || !document.body) return;
    const { body, documentElement } = document;
    const available = frame.clientWidth;
    if (available > 0) {
      body.style.zoom = "1";
      delete documentElement.dataset["narrow"];
      // First its tables give way, and those of figures, whose words stay whole, scroll; only what is too wide even so is
      // made smaller.
      for (const table of scrolling) delete table.dataset["scrolls"];
      scrolling = [];
      if (body.scrollWidth > available + 1) {
        documentElement.dataset["narrow"] = "";
        scrolling = tooWide(body, available);
        for (const table of scrolling) table.dataset["scrolls"] = "";
      }
      const wanted = body.scrollWidth;
      if (wanted > available + 1) body.style.zoom = String(Math.max(SMALLEST, available / wanted));
    }
    const height = Math.ceil(body.getBoundingClientRect().bottom + documentElement.scrollTop);
    const bar = documentElement.scrollWidth > documentElement.clientWidth ? 16 : 0;
    const next = Math.min(HIGHEST, Math.max(24, height + bar));
    const now = frame.clientHeight;
    if (next === now || (next > now && (grown += 1) > 40)) return;
    frame.style.blockSize = `${next}px`;
  };
  const watch = new ResizeObserver(fit);
  watch.observe(document.body);
  watch.observe(frame);
  // Many pictures that come at once are one change.
  let frameId = 0;
  const later = (): void => {
    cancelAnimationFrame(frameId);
    frameId = requestAnimationFrame(fit);
  };
  document.addEventListener("load", later, true);
  fit();
  return () => {
    isOver = true;
    cancelAnimationFrame(frameId);
    document.removeEventListener("load", later, true);
    watch.disconnect();
  };
}

/** The innermost tables that stay wider than there is room for. */
function tooWide(body: HTMLElement, available: number): HTMLTableElement[] {
  const wide = [...body.querySelectorAll("table")].filter(
    (table) => table.getBoundingClientRect().width > available + 1,
  );
  // In the order of the document the next one is inside, if any is.
  return wide.filter((table, index) => !table.contains(wide[index + 1] ?? null));
}
