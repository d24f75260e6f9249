import type { Squire } from "../engine.ts";
import { ON_HIGHLIGHT } from "./palette.ts";

export type Heading = "H1" | "H2" | "H3";
type Alignment = "left" | "center" | "right";
/** What has a class of its own in the text, by which it is taken away again. */
export type Kind = "font" | "size" | "color" | "highlight";

const STYLES: Record<Kind, (value: string) => string> = {
  font: (value) => `font-family: ${value}`,
  size: (value) => `font-size: ${value}`,
  color: (value) => `color: ${value}`,
  highlight: (value) => `background-color: ${value}; color: ${ON_HIGHLIGHT}`,
};

/** Sets one of the text's looks where it is selected, or takes it away. */
export function setLook(squire: Squire, kind: Kind, value: string | null): void {
  const attributes = { class: kind };
  squire.changeFormat(
    value === null
      ? null
      : { tag: "SPAN", attributes: { ...attributes, style: STYLES[kind](value) } },
    { tag: "SPAN", attributes },
  );
}

/** Other mail programs have headings of their own sizes, and pages none. */
const HEADING_STYLES: Record<Heading, string> = {
  H1: "margin: 16px 0 8px; font-size: 24px; line-height: 1.3",
  H2: "margin: 14px 0 6px; font-size: 20px; line-height: 1.3",
  H3: "margin: 12px 0 4px; font-size: 16px; line-height: 1.4",
};

const LINES = "div, p, h1, h2, h3, h4, h5, h6";

/** Makes the selected lines headings, or text again. */
export function setHeading(squire: Squire, heading: Heading | null): void {
  squire.modifyBlocks((fragment: DocumentFragment) => {
    for (const line of fragment.querySelectorAll<HTMLElement>(LINES)) {
      if (line.querySelector(`${LINES}, ul, ol, table, blockquote`)) continue;
      const made = document.createElement(heading ?? "div");
      const { textAlign } = line.style;
      if (heading) made.style.cssText = HEADING_STYLES[heading];
      if (textAlign) made.style.textAlign = textAlign;
      made.append(...line.childNodes);
      line.replaceWith(made);
    }
    return fragment;
  });
  squire.focus();
}

/** Takes every look away from what is selected; from the line of the caret where nothing is. */
export function clearLooks(squire: Squire): void {
  const range = squire.getSelection();
  const line = range.collapsed
    ? elementAt(range)?.closest<HTMLElement>(`${LINES}, li, td, th`)
    : null;
  if (line && line !== squire.getRoot()) {
    const caret = range.cloneRange();
    range.selectNodeContents(line);
    squire.removeAllFormatting(range);
    squire.setSelection(line.isConnected && line.contains(caret.startContainer) ? caret : range);
    squire.getSelection().collapse();
  } else squire.removeAllFormatting();
  squire.setTextAlignment("");
  if (/(?:^|>)H[1-6]/.test(squire.getPath())) setHeading(squire, null);
  squire.focus();
}

/** How the text at the caret looks. */
export interface Looks {
  readonly on: ReadonlySet<string>;
  readonly heading: Heading | null;
  readonly align: Alignment;
  readonly font: string | null;
  readonly size: string | null;
  readonly isInTable: boolean;
}

const TAGS = { bold: "B", italic: "I", underline: "U", strike: "S", link: "A" } as const;
const AROUND = { bullets: "ul", numbers: "ol", quote: "blockquote" } as const;

export function looksAt(squire: Squire): Looks {
  const range = squire.getSelection();
  const root = squire.getRoot();
  const here = elementAt(range);
  const inside = (selector: string): HTMLElement | null => {
    const found = here?.closest<HTMLElement>(selector) ?? null;
    return found && root.contains(found) && found !== root ? found : null;
  };
  const on = new Set<string>();
  for (const [name, tag] of Object.entries(TAGS)) if (squire.hasFormat(tag)) on.add(name);
  for (const [name, tag] of Object.entries(AROUND)) if (inside(tag)) on.add(name);
  const heading = inside("h1, h2, h3")?.tagName ?? null;
  const aligned = inside("[style*=text-align]")?.style.textAlign;
  const { fontFamily, fontSize } = squire.getFontInfo(range.cloneRange());
  return {
    on,
    heading: heading as Heading | null,
    align: aligned === "center" || aligned === "right" ? aligned : "left",
    font: fontFamily ? familyOf(fontFamily) : null,
    size: heading ? null : (fontSize ?? null),
    isInTable: inside("td, th") !== null,
  };
}

/** The first family of a list, as it is compared. */
export const familyOf = (stack: string): string =>
  (stack.split(",")[0] ?? "").replace(/["']/g, "").trim().toLowerCase();

export function elementAt({ startContainer }: Range): Element | null {
  return startContainer instanceof Element ? startContainer : startContainer.parentElement;
}
