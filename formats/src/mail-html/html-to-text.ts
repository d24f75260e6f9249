import { decodeEntities } from "./entities.ts";
import { createSizes, isHidden, saysNoSize } from "./hidden.ts";
import { attribute, type HtmlToken, tokenise } from "./tokens.ts";

/** Elements that stand on lines of their own, and how many line ends set them apart. */
const BLOCKS: Readonly<Record<string, 1 | 2>> = {
  address: 1,
  article: 2,
  aside: 2,
  blockquote: 2,
  body: 1,
  center: 1,
  dd: 1,
  div: 1,
  dl: 2,
  dt: 1,
  fieldset: 2,
  figure: 2,
  footer: 2,
  form: 1,
  h1: 2,
  h2: 2,
  h3: 2,
  h4: 2,
  h5: 2,
  h6: 2,
  header: 2,
  hr: 1,
  li: 1,
  main: 2,
  nav: 2,
  ol: 2,
  p: 2,
  pre: 2,
  section: 2,
  table: 1,
  tr: 1,
  ul: 2,
};

/** Elements of whose content the reader shows nothing. */
const UNREAD = new Set(["head", "template", "svg", "math", "video", "audio", "noscript"]);
const VOID = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "wbr",
]);
const MAX_QUOTE_DEPTH = 8;
/** Characters that are looked at together: the pieces of more would outlive the collection of what is new. */
const AT_ONCE = 65_536;

export interface HtmlToTextOptions {
  /** Stop after about that many characters of text. */
  readonly maxLength?: number;
  /**
   * Numbers numbered lists and sets nested ones in, underlines headings, and draws "|" between the cells of a table: for
   * what someone wrote, where tables are tables. Mail that others laid out has them everywhere.
   */
  readonly keepsLayout?: boolean;
}

/**
 * What a person would read in an HTML mail, as plain text: blocks on lines of their own, "- " before list items, "> "
 * before quoted lines, the text of links, the alternative of pictures. Scripts, styles and hidden elements are left
 * out. For previews and search, never to be shown as HTML. Linear in the input, which may be anything.
 */
export function htmlToText(html: string, options: HtmlToTextOptions = {}): string {
  const writer = new TextWriter(options.keepsLayout === true);
  const maxLength = options.maxLength ?? Infinity;
  const sizes = saysNoSize(html) ? createSizes() : null;
  /** Inside an element that is left out: its name, and how many of that name are open. */
  let skipped: { readonly name: string; depth: number } | null = null;

  for (const each of tokenise(html)) {
    const token = each.kind === "raw" ? seenOf(each) : each;
    if (token === null) continue;
    const endsParagraph = token.kind !== "text" && isAroundParagraph(token);
    if (skipped?.name === "p" && endsParagraph) skipped = null;
    if (skipped) {
      if (token.kind === "open" && token.name === skipped.name) skipped.depth++;
      else if (token.kind === "close" && token.name === skipped.name) skipped.depth--;
      if (skipped.depth === 0) skipped = null;
      continue;
    }
    if (token.kind === "open" && isLeftOut(token)) {
      if (!VOID.has(token.name)) skipped = { name: token.name, depth: 1 };
      continue;
    }
    if (sizes !== null) {
      if (endsParagraph) sizes.end("p");
      if (token.kind === "close") sizes.close(token.name);
      else if (token.kind === "text" && sizes.isNothing()) continue;
      else if (token.kind === "open" && !VOID.has(token.name))
        sizes.open(token.name, token.attributes);
    }
    writer.write(token);
    if (writer.length >= maxLength) break;
  }
  return writer.finish();
}

/** Of what stands in raw elements people see that of one. */
function seenOf({
  name,
  text,
}: HtmlToken & { kind: "raw" }): (HtmlToken & { kind: "text" }) | null {
  return name === "textarea" ? { kind: "text", text } : null;
}

function isLeftOut({ name, attributes }: HtmlToken & { kind: "open" }): boolean {
  if (UNREAD.has(name)) return true;
  if (attributes === "" || name === "body" || name === "html") return false;
  return isHidden(name, attributes);
}

/** A paragraph ends where a block begins, or the one around it ends, though nothing says so. */
function isAroundParagraph({ kind, name }: HtmlToken & { kind: "open" | "close" }): boolean {
  if (name === "p") return kind === "open";
  return BLOCKS[name] !== undefined || name === "td" || name === "th";
}

/** What stands below headings. */
const UNDERLINES: Readonly<Record<string, string>> = { h1: "=", h2: "-", h3: "-" };
const MAX_UNDERLINE = 72;
const MAX_CELLS = 64;

/** Columns that text takes where letters are equally wide: two for those of East Asia. */
const columnsOf = (text: string): number =>
  text.replace(/\n/g, "").replace(/[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7a3\uff00-\uff60]/g, "xx")
    .length;

class TextWriter {
  length = 0;
  private readonly pieces: string[] = [];
  /** Line ends owed before the next text; none at the very start. */
  private owedLines = 0;
  private owesSpace = false;
  private preDepth = 0;
  private quoteDepth = 0;
  private marker = "";
  private readonly keepsLayout: boolean;
  /** The lists that are open; of each the number of its last item, or `null` where it has none. */
  private readonly lists: (number | null)[] = [];
  /** Cells of the row that have begun, and how many of them are not told apart yet; -1 outside of rows. */
  private cells = -1;
  private owedCells = 0;
  /** Columns that the open heading takes so far; -1 outside of headings. */
  private heading = -1;

  constructor(keepsLayout: boolean) {
    this.keepsLayout = keepsLayout;
  }

  write(token: Exclude<HtmlToken, { kind: "raw" }>): void {
    if (token.kind === "text") this.text(decodeEntities(token.text));
    else if (token.kind === "open") this.open(token.name, token.attributes);
    else this.close(token.name);
  }

  finish(): string {
    return this.pieces.join("");
  }

  private open(name: string, attributes: string): void {
    if (this.keepsLayout && this.openLaidOut(name)) return;
    if (name === "br") this.breakLine();
    else if (name === "img") this.text(decodeEntities(attribute(attributes, "alt") ?? ""));
    else if (name === "td" || name === "th") this.owesSpace = true;
    else this.breakFor(name);
    if (name === "pre") this.preDepth++;
    if (name === "li") this.marker = "- ";
    if (name === "blockquote") this.quoteDepth++;
  }

  private close(name: string): void {
    if (this.keepsLayout) this.closeLaidOut(name);
    if (name === "br") this.breakLine();
    this.breakFor(name);
    if (name === "pre") this.preDepth = Math.max(0, this.preDepth - 1);
    if (name === "li") this.marker = "";
    if (name === "blockquote") this.quoteDepth = Math.max(0, this.quoteDepth - 1);
  }

  private breakLine(): void {
    if (this.cells > 0) this.owesSpace = true;
    else this.owedLines = Math.min(this.owedLines + 1, 2);
  }

  /** Whether nothing else is to be done for it. */
  private openLaidOut(name: string): boolean {
    if (name === "ol" || name === "ul") this.lists.push(name === "ol" ? 0 : null);
    else if (UNDERLINES[name] !== undefined) this.heading = 0;
    else if (name === "tr") this.cells = 0;
    else if (name === "td" || name === "th") {
      if (this.cells > 0) this.owedCells++;
      this.cells = Math.max(1, this.cells + 1);
      return true;
    } else if (name === "li") {
      const at = this.lists.length - 1;
      const number = this.lists[at];
      if (typeof number === "number") this.lists[at] = number + 1;
      const indent = "  ".repeat(Math.min(Math.max(0, at), MAX_QUOTE_DEPTH));
      this.breakFor(name);
      this.marker = `${indent}${typeof number === "number" ? `${number + 1}.` : "-"} `;
      return true;
    }
    return false;
  }

  private closeLaidOut(name: string): void {
    if (name === "ol" || name === "ul") this.lists.pop();
    else if (name === "tr") {
      this.cells = -1;
      this.owedCells = 0;
    } else if (UNDERLINES[name] !== undefined) {
      const columns = Math.min(this.heading, MAX_UNDERLINE);
      this.heading = -1;
      if (columns <= 0 || this.cells > 0) return;
      this.owedLines = 1;
      this.put(UNDERLINES[name].repeat(columns));
    }
  }

  private breakFor(name: string): void {
    if (this.keepsLayout && this.cells > 0 && name !== "tr" && name !== "table") {
      // A row stays a line.
      this.owesSpace = true;
      return;
    }
    this.owedLines = Math.max(this.owedLines, Object.hasOwn(BLOCKS, name) ? BLOCKS[name]! : 0);
  }

  private text(text: string): void {
    if (this.preDepth > 0) {
      for (const [index, line] of text.split(/\r?\n/).entries()) {
        if (index > 0) this.owedLines = Math.min(this.owedLines + 1, 2);
        if (line !== "") this.put(line);
      }
      return;
    }
    for (let at = 0; at < text.length; at += AT_ONCE) this.words(text.slice(at, at + AT_ONCE));
  }

  private words(text: string): void {
    // No-break spaces are spaces too: mail is laid out with them. A space alone is what it shall be.
    const words = text.replace(/[^\S ]\s*| \s+/g, " ");
    if (words.startsWith(" ")) this.owesSpace = true;
    const trimmed = words.trim();
    if (trimmed === "") return;
    this.put(trimmed);
    this.owesSpace = words.endsWith(" ");
  }

  private put(text: string): void {
    const isFirst = this.length === 0;
    const cells = "| ".repeat(Math.min(this.owedCells, MAX_CELLS));
    let before = "";
    if (isFirst || this.owedLines > 0) {
      const quote = "> ".repeat(Math.min(this.quoteDepth, MAX_QUOTE_DEPTH));
      const empty = `\n${quote.trimEnd()}`;
      before =
        (isFirst ? "" : empty.repeat(this.owedLines - 1) + "\n") + quote + this.marker + cells;
    } else if (this.owesSpace || cells !== "") before = ` ${cells}`;
    this.marker = "";
    this.owedLines = 0;
    this.owesSpace = false;
    this.owedCells = 0;
    if (this.heading >= 0)
      this.heading += columnsOf(before.trimStart() === "" ? before + text : text);
    this.pieces.push(before, text);
    this.length += before.length + text.length;
  }
}
