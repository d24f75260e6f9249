import { LAYOUT_LIMITS } from "./limits.ts";

/** Lines one after the other that have to look alike: of fewer it may be chance. */
const ENOUGH = 3;

/** Lines that say by themselves what they are: of diffs and of stack traces. */
const CERTAIN = [
  /^@@ -\d+(?:,\d+)? \+\d/,
  /^diff --git /,
  /^Traceback \(most recent call last\):/,
  /^Caused by: [\w.$]/,
];
/** What lists begin with; what follows is in line without being a table. */
const MARK = /^\s*(?:[-*+•–]|\d{1,3}[.)]|[A-Za-z][.)])\s/;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/;
const TAB = 8;

/**
 * Whether lines of a plain text are laid out for letters of one width: tables, aligned columns, code, diffs, stack traces, drawings.
 * Quoted lines and the signature do not count.
 */
export function isLaidOut(text: string): boolean {
  const { layoutLines, layoutColumns } = LAYOUT_LIMITS;
  /** How many lines in a row, down to this one, have each sign. */
  let runs = new Map<string, number>();
  for (const whole of text.split("\n", layoutLines)) {
    const line = whole.slice(0, layoutColumns).trimEnd();
    if (line === "--") return false;
    if (line === "") continue;
    if (CERTAIN.some((sign) => sign.test(line))) return true;
    const now = new Map<string, number>();
    for (const sign of signsOf(line)) now.set(sign, (runs.get(sign) ?? 0) + 1);
    if ([...now.values()].some((count) => count >= ENOUGH)) return true;
    runs = now;
  }
  return false;
}

function* signsOf(line: string): Generator<string> {
  if (line.startsWith(">")) return;
  const words = line.trim();
  if (/^[+|].*[+|]$/.test(words)) yield "table";
  if (/[\u2500-\u259f]{2}|[\u2502\u2551]/.test(words)) yield "box";
  if (isCode(line)) yield "code";
  if (isDrawn(line)) yield "drawing";
  yield* stopsOf(line);
}

function isCode(line: string): boolean {
  if (/^\s+at [\w$<]/.test(line) && /\d\)?$/.test(line)) return true;
  if (/^\s*(?:\$ [a-z]|def \w+\(|class \w+[(:])/.test(line)) return true;
  if (MARK.test(line)) return false;
  if (/[{}]$/.test(line)) return true;
  const isIndented = /^\s{2}/.test(line);
  return line.endsWith(";") ? isIndented || /[=(]/.test(line) : isIndented && / = |\($/.test(line);
}

/** More signs than letters, not all the same one, as in a ruled line, nor without a space, as in encoded files. */
function isDrawn(line: string): boolean {
  const signs = line.match(/[\\/|_=+*#~^<>()[\]'`.,:;@-]/g) ?? [];
  const all = line.replaceAll(/\s/g, "").length;
  const isMostly = signs.length >= 4 && signs.length > all * 0.6;
  return isMostly && all < line.length && new Set(signs).size > 1;
}

/**
 * The columns at which words begin, and end, that stand behind several spaces or a tab, but for two spaces after the end of a
 * sentence.
 */
function* stopsOf(line: string): Generator<string> {
  if (MARK.test(line)) return;
  let column = 0;
  let gap = 0;
  let before = "";
  let isBehindGap = false;
  for (const char of line) {
    if (char === " " || char === "\t") {
      if (gap === 0 && isBehindGap) yield `to ${column}`;
      column += char === " " ? 1 : TAB - (column % TAB);
      gap += char === " " ? 1 : TAB;
      continue;
    }
    if (gap > 0 || before === "")
      isBehindGap = before !== "" && gap > 1 && !(gap === 2 && /[.!?:"'”’)]/.test(before));
    if (gap > 0 && isBehindGap) yield `from ${column}`;
    gap = 0;
    before = char;
    column += WIDE.test(char) ? 2 : 1;
  }
  if (isBehindGap) yield `to ${column}`;
}
