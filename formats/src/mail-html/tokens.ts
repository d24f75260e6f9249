/** What HTML falls into, as far as text is concerned. */
export type HtmlToken =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "open";
      /** In lower case. */
      readonly name: string;
      /** As written, up to the number of characters that was asked for. */
      readonly attributes: string;
    }
  | { readonly kind: "close"; readonly name: string }
  /** What stands between the tags of a raw element, as written. */
  | { readonly kind: "raw"; readonly name: string; readonly text: string };

/** What is enough to know whether an element is seen, in characters. */
const MAX_ATTRIBUTES = 4_000;

/** Elements whose content is no text; it ends only at their own end tag. */
const RAW = new Set([
  "script",
  "style",
  "title",
  "textarea",
  "xmp",
  "iframe",
  "noembed",
  "noframes",
]);

/**
 * Takes HTML apart as a browser's tokeniser does, in one pass over the string: each search goes on from where the last
 * one ended, or ends the whole.
 * @param maxAttributes characters that a tag's attributes are cut to.
 */
export function* tokenise(html: string, maxAttributes = MAX_ATTRIBUTES): Generator<HtmlToken> {
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open === -1) {
      yield { kind: "text", text: html.slice(at) };
      return;
    }
    if (open > at) yield { kind: "text", text: html.slice(at, open) };
    const next = html.charCodeAt(open + 1);
    if (next === 0x21 || next === 0x3f) {
      at = commentEnd(html, open);
    } else if (isLetter(next) || (next === 0x2f && isLetter(html.charCodeAt(open + 2)))) {
      const tag = readTag(html, open, maxAttributes);
      // A tag that never ends swallows the rest.
      if (!tag) return;
      yield tag.token;
      at = tag.end;
      if (tag.token.kind === "open" && RAW.has(tag.token.name)) {
        const end = rawEnd(html, at, tag.token.name);
        yield { kind: "raw", name: tag.token.name, text: html.slice(at, end) };
        at = end;
      }
    } else {
      yield { kind: "text", text: "<" };
      at = open + 1;
    }
  }
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
}

function commentEnd(html: string, open: number): number {
  if (!html.startsWith("<!--", open)) {
    const end = html.indexOf(">", open);
    return end === -1 ? html.length : end + 1;
  }
  const short = /<!--(?:-?>)/y;
  short.lastIndex = open;
  if (short.test(html)) return short.lastIndex;
  const end = html.indexOf("-->", open + 4);
  return end === -1 ? html.length : end + 3;
}

function readTag(
  html: string,
  open: number,
  maxAttributes: number,
): { token: HtmlToken; end: number } | null {
  const isClose = html.charCodeAt(open + 1) === 0x2f;
  const naming = /[^\s/>]*/y;
  naming.lastIndex = open + (isClose ? 2 : 1);
  const name = (naming.exec(html)?.[0] ?? "").slice(0, 32).toLowerCase();
  const from = naming.lastIndex;
  const end = tagEnd(html, from);
  if (end === -1) return null;
  if (isClose) return { token: { kind: "close", name }, end: end + 1 };
  const attributes = html.slice(from, Math.min(end, from + maxAttributes));
  return { token: { kind: "open", name, attributes }, end: end + 1 };
}

/** The ">" of a tag. A quotation mark means something only behind "=". */
function tagEnd(html: string, from: number): number {
  const stop = /[>=]/g;
  const value = /\s*(["'])?/y;
  let at = from;
  for (;;) {
    stop.lastIndex = at;
    const found = stop.exec(html);
    if (!found) return -1;
    if (found[0] === ">") return found.index;
    value.lastIndex = found.index + 1;
    const quote = value.exec(html)?.[1];
    at = value.lastIndex;
    if (quote) {
      const closing = html.indexOf(quote, at);
      if (closing === -1) return -1;
      at = closing + 1;
    }
  }
}

function rawEnd(html: string, from: number, name: string): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, "gi");
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? html.length;
}

type AttributeName = "hidden" | "style" | "alt";

const ATTRIBUTES: Readonly<Record<AttributeName, RegExp>> = {
  hidden: attributeFinder("hidden"),
  style: attributeFinder("style"),
  alt: attributeFinder("alt"),
};

function attributeFinder(name: AttributeName): RegExp {
  return new RegExp(
    `(?:^|[\\s/"'])${name}(?:\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]*))|(?=[\\s/>]|$))`,
    "i",
  );
}

/** The value of an attribute, "" for one without; `null` when it is not there. Entities stay. */
export function attribute(attributes: string, name: AttributeName): string | null {
  const match = ATTRIBUTES[name].exec(attributes);
  return match && (match[1] ?? match[2] ?? match[3] ?? "");
}
