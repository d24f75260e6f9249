import { tokenise } from "@atrium/formats/mail-html";
import { attributesOf, spanOf, writeAttributes } from "./attributes.ts";
import { KINDS, LEFT_OUT, type Kind } from "./elements.ts";
import {
  MAX_ATTRIBUTE,
  MAX_CHARACTERS,
  MAX_DEPTH,
  MAX_ELEMENTS,
  MAX_FORMATTING,
  MAX_LINES,
  MAX_PICTURES,
} from "./limits.ts";

/** HTML that a browser parses and lays out in a time that grows with its length alone. */
export interface BoundedHtml {
  /** Elements of mail, each closed where the parser would close it. No style sheets, comments or scripts. */
  readonly html: string;
  /** What stood in `style` elements, in order. */
  readonly styles: readonly string[];
  readonly elements: number;
  /** Some of it is missing, or has lost its looks. */
  readonly isCut: boolean;
}

/**
 * Writes HTML again, so that no browser's parser meets what costs it more than its length (HTML Standard §13.2.6):
 * elements inside one another without end, formatting that is opened again in every block, foreign content. It follows
 * the parser's own rules and closes each element itself, so that both always agree on what is open. It makes nothing
 * harmless: that is DOMPurify's work, on what comes out of here.
 */
export function boundHtml(html: string): BoundedHtml {
  // §13.2.6.4.7: without a type of document a table may stand in a paragraph.
  const builder = new Builder(/^\s*<!doctype\s/i.test(html));
  const styles: string[] = [];
  /** Inside an element that is left out: its name, and how many of that name are open. */
  let left: { readonly name: string; depth: number } | undefined;
  for (const token of tokenise(html, html.length)) {
    if (builder.isFull) break;
    if (token.kind === "raw") {
      if (left) continue;
      if (token.name === "style") styles.push(token.text);
      else if (token.name === "textarea") builder.text(token.text);
    } else if (left) {
      if (token.kind === "text" || token.name !== left.name) continue;
      left.depth += token.kind === "open" ? 1 : -1;
      if (left.depth === 0) left = undefined;
    } else if (token.kind === "text") builder.text(token.text);
    else if (token.kind === "close") builder.end(token.name);
    else if (LEFT_OUT.has(token.name)) left = { name: token.name, depth: 1 };
    else builder.start(token.name, token.attributes);
  }
  return { html: builder.finish(), styles, elements: builder.elements, isCut: builder.isCut };
}

interface Open {
  readonly name: string;
  readonly kind: Kind;
  /** As it is opened again. */
  readonly tag: string;
  /** Of a cell: the formatting that waits outside. */
  readonly outside: readonly Open[];
}

const HEADING = /^h[1-6]$/;
const NONE: readonly Open[] = [];

class Builder {
  elements = 0;
  isCut = false;
  readonly #out: string[] = [];
  readonly #open: Open[] = [];
  /** Formatting whose block is closed; it is opened again before the next words. */
  #waiting: Open[] = [];
  /** Start tags that were left out; so are as many end tags. */
  readonly #dropped = new Map<string, number>();
  #hasBody = false;
  #room = MAX_CHARACTERS;
  #lines = MAX_LINES;
  #pictures = MAX_PICTURES;
  readonly #isTyped: boolean;

  constructor(isTyped: boolean) {
    this.#isTyped = isTyped;
  }

  /** Nothing more is taken. */
  get isFull(): boolean {
    return this.elements >= MAX_ELEMENTS || this.#room <= 0;
  }

  text(text: string): void {
    if (this.#waiting.length > 0 && /\S/.test(text)) this.#reopen();
    const kept = text.slice(0, this.#room);
    this.#take(text.length);
    this.#out.push(this.#inLines(kept).replaceAll("<", "&lt;"));
  }

  start(name: string, written: string): void {
    if (name === "body") {
      // Others would only add attributes to the first.
      if (!this.#hasBody) this.#out.push(`<body${writeAttributes(this.#read(written))}>`);
      this.#hasBody = true;
      return;
    }
    const kind = KINDS.get(name);
    if (kind === undefined || !this.#makeRoom(name, kind)) return;
    const attributes = this.#read(written);
    this.elements += 1 + spanOf(attributes);
    const isInline = kind === "formatting" || kind === "ordinary" || name === "img";
    if (isInline || name === "br") this.#reopen();
    if (name === "img") this.#pictures -= 1;
    if (this.isFull || this.#pictures < 0) {
      this.isCut = true;
      return;
    }
    if (kind !== "void" && this.#isTooDeep(kind)) {
      this.isCut = true;
      this.#dropped.set(name, (this.#dropped.get(name) ?? 0) + 1);
      return;
    }
    const tag = `<${name}${writeAttributes(attributes)}>`;
    this.#out.push(tag);
    if (kind === "void") return;
    const outside = kind === "cell" ? this.#waiting : NONE;
    if (kind === "cell") this.#waiting = [];
    this.#open.push({ name, kind, tag, outside });
  }

  end(name: string): void {
    const dropped = this.#dropped.get(name) ?? 0;
    const kind = KINDS.get(name);
    if (dropped > 0) this.#dropped.set(name, dropped - 1);
    else if (name === "br") this.start("br", "");
    else if (kind === "formatting") this.#endFormatting(name);
    else if (kind !== undefined && kind !== "void") {
      const at = this.#find(
        (one) => one.name === name || (HEADING.test(name) && HEADING.test(one.name)),
        (one) =>
          kind === "table" || kind === "cell"
            ? one.name === "table"
            : kind === "ordinary"
              ? one.kind !== "formatting" && one.kind !== "ordinary"
              : isTable(one),
      );
      if (at >= 0) this.#closeTo(at);
      // The parser makes an empty paragraph of a lone end tag, which sets apart.
      else if (name === "p") {
        this.start("p", "");
        if (this.#open.at(-1)?.name === "p") this.#closeTo(this.#open.length - 1);
      }
    }
  }

  finish(): string {
    this.#closeTo(0);
    return this.#out.join("");
  }

  #read(written: string): ReturnType<typeof attributesOf>["attributes"] {
    const { attributes, isCut } = attributesOf(written);
    this.isCut ||= isCut;
    this.#take(Math.min(written.length, MAX_ATTRIBUTE));
    return attributes;
  }

  #take(characters: number): void {
    this.isCut ||= characters > this.#room;
    this.#room -= characters;
  }

  /** Each line is laid out by itself where a style says so: beyond the limit they go on in one. */
  #inLines(text: string): string {
    const lines = text.split("\n").length - 1;
    this.#lines -= lines;
    if (this.#lines >= 0) return text;
    this.isCut = true;
    return text.replaceAll(/\r?\n/g, " ");
  }

  #isTooDeep(kind: Kind): boolean {
    const formatting = (all: readonly Open[]) =>
      all.filter((one) => one.kind === "formatting").length;
    return (
      this.#open.length + this.#waiting.length >= MAX_DEPTH ||
      (kind === "formatting" && formatting(this.#open) + this.#waiting.length >= MAX_FORMATTING)
    );
  }

  /** Closes what a start tag closes by itself; answers whether the element may stand here at all. */
  #makeRoom(name: string, kind: Kind): boolean {
    if (name === "table") {
      const at = this.#find(isTable, () => false);
      // A table directly inside the rows of another ends that one.
      if (at >= 0 && this.#open[at]!.kind === "table") this.end("table");
      if (this.#isTyped) this.#closeParagraph();
    } else if (kind === "table" || kind === "cell" || name === "col") {
      const rows = ["td", "th"].includes(name)
        ? ["tr", "tbody", "thead", "tfoot"]
        : name === "tr"
          ? ["tbody", "thead", "tfoot"]
          : name === "col"
            ? ["colgroup"]
            : [];
      const at = this.#find(
        (one) => one.name === "table" || rows.includes(one.name),
        () => false,
      );
      if (at < 0) return false;
      this.#closeTo(at + 1);
      // The parser adds the rows that are missing.
      this.elements += 2;
    } else if (kind === "special" || name === "hr") this.#closeBefore(name);
    else if (name === "a" || name === "nobr") this.#endFormatting(name);
    return true;
  }

  #closeBefore(name: string): void {
    const same = name === "li" ? ["li"] : name === "dd" || name === "dt" ? ["dd", "dt"] : [];
    if (same.length > 0) {
      const item = this.#find(
        (one) => same.includes(one.name),
        (one) => isBlock(one) && !["address", "div", "p"].includes(one.name),
      );
      if (item >= 0) this.#closeTo(item);
    }
    this.#closeParagraph();
    if (HEADING.test(name) && HEADING.test(this.#open.at(-1)?.name ?? ""))
      this.#closeTo(this.#open.length - 1);
  }

  #closeParagraph(): void {
    const at = this.#find((one) => one.name === "p", isTable);
    if (at >= 0) this.#closeTo(at);
  }

  #endFormatting(name: string): void {
    const waiting = this.#waiting.findLastIndex((one) => one.name === name);
    if (waiting >= 0) {
      this.#waiting.splice(waiting, 1);
      return;
    }
    const at = this.#find(
      (one) => one.name === name,
      (one) => one.kind === "cell",
    );
    if (at < 0) return;
    const blocks = this.#open.slice(at).filter(isBlock).length;
    if (blocks === 0) {
      this.#closeTo(at);
      return;
    }
    // The parser moves the element into the blocks one by one, eight at most, and copies what is between. Of more, it
    // stays open in them here.
    if (blocks > 5) return;
    this.#out.push(`</${name}>`);
    this.#open.splice(at, 1);
    this.elements += 4 * blocks;
  }

  /** The innermost that is looked for, unless one that stops the search comes first; -1 for none. */
  #find(isIt: (one: Open) => boolean, stops: (one: Open) => boolean): number {
    for (let at = this.#open.length - 1; at >= 0; at--) {
      const one = this.#open[at]!;
      if (isIt(one)) return at;
      if (stops(one)) return -1;
    }
    return -1;
  }

  /** Closes the element at this place and all inside it. Formatting that was left open there waits for more words. */
  #closeTo(place: number): void {
    while (this.#open.length > place) {
      const one = this.#open.pop()!;
      this.#out.push(`</${one.name}>`);
      if (one.kind === "cell") this.#waiting = [...one.outside];
      else if (one.kind === "formatting" && this.#open.length > place) this.#waiting.unshift(one);
    }
  }

  #reopen(): void {
    for (const one of this.#waiting) {
      this.elements += 1;
      this.#out.push(one.tag);
      this.#open.push(one);
    }
    this.#waiting = [];
  }
}

const isTable = ({ kind }: Open): boolean => kind === "table" || kind === "cell";
const isBlock = (one: Open): boolean => one.kind === "special" || isTable(one);
