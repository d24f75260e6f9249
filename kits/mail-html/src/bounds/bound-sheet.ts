import { MAX_SHEET_DEPTH } from "./limits.ts";

/** A style sheet that a browser reads in a time that grows with its length alone. */
export interface BoundedSheet {
  readonly text: string;
  /** How many blocks it has. */
  readonly blocks: number;
  /** Sheets of other servers that it names; they are taken out. */
  readonly imports: number;
  readonly isCut: boolean;
}

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
/** A name with its escapes (CSS Syntax §4.3.11), and what makes another token of one. */
const NAME = /[@#]?(?:[-\w\u0080-\uffff]|\\[^\n])+/y;
/** What means something outside of a name. */
const NEXT = /[-\w\u0080-\uffff\\@#"'/()[\]{};]/g;

/**
 * Takes rules out whose brackets stand in one another so deep that a browser would read them until it crashes, and those
 * that name other sheets. One pass, by the rules for tokens of CSS Syntax §4, so that it sees the brackets that the
 * browser sees.
 * @param room blocks that it may have.
 */
export function boundSheet(written: string, room: number): BoundedSheet {
  const text = written.replace(/\r\n?|\f/g, "\n");
  const kept: string[] = [];
  const open: string[] = [];
  let [start, depth, blocks, all, imports, isCut] = [0, 0, 0, 0, 0, false];
  let rule = "";

  const end = (at: number): void => {
    if (rule === "@import") imports += 1;
    else if (depth > MAX_SHEET_DEPTH || all + blocks > room) isCut = true;
    else if (rule !== "@charset" && rule !== "@namespace") {
      kept.push(text.slice(start, at));
      all += blocks;
    }
    [start, depth, blocks, rule] = [at, 0, 0, ""];
    open.length = 0;
  };

  for (let at = 0; at < text.length;) {
    NEXT.lastIndex = at;
    const found = NEXT.exec(text);
    if (!found) break;
    at = found.index;
    const sign = found[0];
    NAME.lastIndex = at;
    const name = NAME.exec(text)?.[0];
    if (name !== undefined) {
      at = NAME.lastIndex;
      if (rule === "") rule = name.startsWith("@") ? unescaped(name) : "none";
      if (text[at] === "(" && isUnquotedUrl(text, at, name)) at = endOf(text, at + 1, ")");
    } else if (sign === "/") {
      const close = text[at + 1] === "*" ? text.indexOf("*/", at + 2) : at - 1;
      at = close < 0 ? text.length : close + 2;
    } else {
      if (rule === "") rule = "none";
      at += 1;
      if (sign === '"' || sign === "'") at = endOf(text, at, sign);
      else if (sign === ";") {
        if (open.length === 0 && rule.startsWith("@")) end(at);
      } else if (CLOSING[sign] !== undefined) {
        open.push(CLOSING[sign]);
        depth = Math.max(depth, open.length);
        if (sign === "{") blocks += 1;
      } else if (open.at(-1) === sign) {
        open.pop();
        if (sign === "}" && open.length === 0) end(at);
      }
    }
  }
  end(text.length);
  return { text: kept.join(""), blocks: all, imports, isCut };
}

/** §4.3.4: an address without quotation marks is one token, whatever stands in it. */
function isUnquotedUrl(text: string, bracket: number, name: string): boolean {
  if (unescaped(name) !== "url") return false;
  const inside = /[ \t\n]*(["']?)/y;
  inside.lastIndex = bracket + 1;
  return inside.exec(text)?.[1] === "";
}

/** Behind the sign that ends a string or an address; a string also ends with its line. */
function endOf(text: string, from: number, sign: string): number {
  const stop = sign === ")" ? /[)\\]/g : sign === '"' ? /["\\\n]/g : /['\\\n]/g;
  for (let at = from; ;) {
    stop.lastIndex = at;
    const found = stop.exec(text);
    if (!found) return text.length;
    if (found[0] !== "\\") return found.index + 1;
    at = found.index + 2;
  }
}

function unescaped(name: string): string {
  // The only names that matter are short: what is longer is none of them.
  if (name.length > 80) return name.slice(0, 80);
  return name
    .replace(/\\([0-9a-f]{1,6})[ \t\n]?/gi, (_, hex: string) => {
      const code = Number.parseInt(hex, 16);
      return code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
    })
    .replaceAll("\\", "")
    .toLowerCase();
}
