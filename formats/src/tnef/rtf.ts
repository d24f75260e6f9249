import { decodeCodePage } from "./code-pages.ts";
import { fromLatin1 } from "../mime/octets.ts";

/** What a group of RTF is: its text, or something that nobody sees. */
interface State {
  readonly isHidden: boolean;
  /** Inside `\htmltag`: HTML as it was. */
  readonly isTag: boolean;
  /** Between `\htmlrtf` and `\htmlrtf0`: what only stands there for readers of RTF. */
  readonly isRtfOnly: boolean;
  /** Characters after `\u` that stand in for it. */
  readonly substitutes: number;
}

/** Destinations with text that is none of the message's. */
const HIDDEN = new Set([
  "fonttbl",
  "colortbl",
  "stylesheet",
  "info",
  "pict",
  "object",
  "header",
  "footer",
  "generator",
  "listtable",
  "listoverridetable",
  "rsidtbl",
  "themedata",
  "datastore",
  "latentstyles",
  "fldinst",
]);

/** Control words that are characters. */
const CHARACTERS: Readonly<Record<string, string>> = {
  par: "\n",
  line: "\n",
  row: "\n",
  page: "\n",
  sect: "\n",
  tab: "\t",
  cell: "\t",
  emdash: "—",
  endash: "–",
  emspace: "\u2003",
  enspace: "\u2002",
  bullet: "•",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
};
const SYMBOLS: Readonly<Record<string, string>> = {
  "~": "\u00a0",
  _: "\u2011",
  "-": "",
  "\\": "\\",
  "{": "{",
  "}": "}",
  "\n": "\n",
  "\r": "\n",
};

/** Groups within groups; deeper ones count as the one they are in. */
const MAX_DEPTH = 500;
const TOKEN =
  /[{}]|\\'([0-9a-fA-F]{2})|\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\([^a-zA-Z'])|[\r\n]+|[^{}\\\r\n]+|\\/gy;

/**
 * The text of an RTF document, or the HTML that it was made of (MS-OXRTFEX); linear. Of RTF itself only what stands
 * for characters is looked at.
 */
export function rtfBody(rtf: string): {
  readonly text: string | null;
  readonly html: string | null;
} {
  const isHtml = /\\fromhtml1?(?![0-9])/.test(rtf.slice(0, 10_000));
  const codePage = Number(/\\ansicpg(\d{1,5})/.exec(rtf.slice(0, 10_000))?.[1] ?? 1252);
  const pieces: string[] = [];
  let octets = "";
  // A character of two octets comes as two codes, so they are decoded together.
  const flush = (): void => {
    if (octets !== "") pieces.push(decodeCodePage(fromLatin1(octets), codePage));
    octets = "";
  };
  const stack: State[] = [];
  let state: State = { isHidden: false, isTag: false, isRtfOnly: false, substitutes: 1 };
  let isStar = false;
  let skip = 0;
  let depth = 0;
  const isShown = (): boolean => !state.isHidden && !(isHtml && state.isRtfOnly);
  const put = (text: string): void => {
    if (!isShown()) return;
    flush();
    pieces.push(text);
  };

  for (const token of rtf.matchAll(TOKEN)) {
    const [whole, code, word, parameter, symbol] = token;
    if (whole === "{") {
      depth += 1;
      if (depth <= MAX_DEPTH) stack.push(state);
      skip = 0;
    } else if (whole === "}") {
      if (depth <= MAX_DEPTH) state = stack.pop() ?? state;
      depth = Math.max(0, depth - 1);
      isStar = false;
      skip = 0;
    } else if (code !== undefined) {
      if (skip > 0) skip -= 1;
      else if (isShown()) octets += String.fromCharCode(Number.parseInt(code, 16));
    } else if (word !== undefined) {
      const value = parameter === undefined ? null : Number(parameter);
      const character = Object.hasOwn(CHARACTERS, word) ? CHARACTERS[word]! : null;
      if (word === "htmltag") state = { ...state, isHidden: false, isTag: true, isRtfOnly: false };
      else if (word === "htmlrtf") state = { ...state, isRtfOnly: value !== 0 };
      else if (word === "uc")
        state = { ...state, substitutes: Math.max(0, Math.min(value ?? 1, 10)) };
      else if (word === "u" && value !== null) {
        put(String.fromCharCode(value & 0xffff));
        skip = state.substitutes;
      } else if (isStar || HIDDEN.has(word)) state = { ...state, isHidden: true };
      // In HTML a line of RTF is no line of the text, but it separates words.
      else if (character !== null) put(character);
      isStar = false;
    } else if (symbol !== undefined) {
      if (symbol === "*") isStar = true;
      else if (Object.hasOwn(SYMBOLS, symbol)) put(SYMBOLS[symbol]!);
    } else if (!/^[\r\n\\]/.test(whole) && isShown()) {
      const text = whole.slice(skip);
      skip = Math.max(0, skip - whole.length);
      octets += text;
    }
  }
  flush();
  const body = pieces.join("").replaceAll("\0", "");
  if (isHtml) return { text: null, html: body };
  return { text: body.trim() === "" ? null : body, html: null };
}
