import { SieveError } from "./errors.ts";

/** RFC 5228 §8.1. `special` is one of `; , ( ) [ ] { }`. */
export interface Token {
  readonly kind: "identifier" | "tag" | "number" | "string" | "special" | "end";
  /** The name in lower case, the string without its quotes, the sign. */
  readonly text: string;
  /** Of a number, with its quantifier multiplied. */
  readonly value: number;
  readonly line: number;
  /** Where it begins in the script. */
  readonly start: number;
}

const QUANTIFIERS: Readonly<Record<string, number>> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };
/** RFC 5228 §2.4.1 asks for 2³¹ − 1. */
const MAX_NUMBER = 2 ** 53 - 1;
const LINE_END = /\r\n|\n|\r/g;

/** Reads the tokens of a script one after the other. */
export class Lexer {
  readonly #text: string;
  #at = 0;
  #line = 1;
  #start = 0;
  #next: Token | undefined;

  constructor(text: string) {
    this.#text = text;
    if (text.startsWith("\uFEFF")) this.#at = 1;
  }

  /** End of the last taken token; only valid while no token is peeked. */
  get at(): number {
    return this.#at;
  }

  /** The token that `take` returns next. */
  peek(): Token {
    this.#next ??= this.#read();
    return this.#next;
  }

  take(): Token {
    const token = this.peek();
    this.#next = undefined;
    return token;
  }

  #read(): Token {
    this.#skipBlank();
    this.#start = this.#at;
    const sign = this.#text[this.#at];
    if (sign === undefined) return this.#token("end", "");
    if (";,()[]{}".includes(sign)) {
      this.#at += 1;
      return this.#token("special", sign);
    }
    if (sign === '"') return this.#quoted();
    const name = this.#match(/[a-z_]\w*/iy);
    if (name !== undefined) {
      if (name.toLowerCase() === "text" && this.#text[this.#at] === ":") return this.#multiLine();
      return this.#token("identifier", name.toLowerCase());
    }
    const tag = this.#match(/:[a-z_]\w*/iy);
    if (tag !== undefined) return this.#token("tag", tag.slice(1).toLowerCase());
    const number = this.#match(/\d{1,16}[kmg]?(?!\w)/iy);
    if (number !== undefined) return this.#number(number);
    throw new SieveError(this.#line, `Unexpected “${this.#text.slice(this.#at, this.#at + 20)}”`);
  }

  #number(text: string): Token {
    const factor = QUANTIFIERS[text.at(-1)!.toLowerCase()] ?? 1;
    const value = Number.parseInt(text, 10) * factor;
    if (value > MAX_NUMBER) throw new SieveError(this.#line, `${text} is too large`);
    return this.#token("number", text, value);
  }

  #quoted(): Token {
    const line = this.#line;
    const parts: string[] = [];
    let at = this.#at + 1;
    for (;;) {
      const stop = indexOfAny(this.#text, at);
      if (stop === -1) throw new SieveError(line, "A string has no closing quote");
      parts.push(this.#text.slice(at, stop));
      if (this.#text[stop] === '"') {
        at = stop + 1;
        break;
      }
      const escaped = this.#text[stop + 1];
      if (escaped === undefined) throw new SieveError(line, "A string has no closing quote");
      parts.push(escaped);
      at = stop + 2;
    }
    const text = parts.join("");
    this.#advance(at);
    return { kind: "string", text: withCrlf(text), value: 0, line, start: this.#start };
  }

  /** Multi-line string (RFC 5228 §2.4.2): ends with a line that is a dot; other leading dots are doubled. */
  #multiLine(): Token {
    const line = this.#line;
    const first = this.#match(/:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r)/y);
    if (first === undefined) throw new SieveError(line, "“text:” must end its line");
    const lines: string[] = [];
    for (;;) {
      const found = this.#match(/([^\r\n]*)(\r\n|\n|\r|$)/y);
      if (found === undefined || (found === "" && this.#at >= this.#text.length))
        throw new SieveError(line, "A “text:” has no closing line with a dot");
      const content = found.replace(/[\r\n]/g, "");
      if (content === ".") break;
      lines.push(content.startsWith("..") ? content.slice(1) : content);
    }
    const text = lines.map((one) => `${one}\r\n`).join("");
    return { kind: "string", text, value: 0, line, start: this.#start };
  }

  #skipBlank(): void {
    for (;;) {
      if (this.#match(/[ \t\r\n]+/y) !== undefined) continue;
      if (this.#match(/#[^\r\n]*/y) !== undefined) continue;
      if (!this.#text.startsWith("/*", this.#at)) return;
      const end = this.#text.indexOf("*/", this.#at + 2);
      if (end === -1) throw new SieveError(this.#line, "A comment has no end");
      this.#advance(end + 2);
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#advance(this.#at + found.length);
    return found;
  }

  #advance(to: number): void {
    const passed = this.#text.slice(this.#at, to);
    this.#line += passed.match(LINE_END)?.length ?? 0;
    this.#at = to;
  }

  #token(kind: Token["kind"], text: string, value = 0): Token {
    return { kind, text, value, line: this.#line, start: this.#start };
  }
}

/** The next quote or backslash. */
function indexOfAny(text: string, from: number): number {
  const pattern = /["\\]/g;
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

function withCrlf(text: string): string {
  return text.includes("\n") || text.includes("\r") ? text.replace(LINE_END, "\r\n") : text;
}
