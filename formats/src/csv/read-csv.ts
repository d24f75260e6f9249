import { CSV_LIMITS, type CsvLimits } from "./limits.ts";

/** One record: its values, and the line of the file in which it begins, counted from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Why a text was not read. */
export type CsvFault =
  | "tooLarge"
  | "tooManyRows"
  | "tooManyColumns"
  | "cellTooLong"
  /** A quotation mark that opens and never closes. */
  | "unclosedQuote"
  /** It is no text: there are NULs in it. */
  | "binary";

export type Csv =
  | { readonly rows: readonly CsvRow[] }
  | { readonly fault: CsvFault; /** Where, if it is one place. */ readonly line: number | null };

const QUOTE = '"';
const SEPARATORS = [",", ";", "\t"] as const;

/**
 * Reads comma-separated values (RFC 4180), also those that semicolons or tabs separate, as Excel writes and a table copies
 * them. Lines end as they like; empty ones are no records. A quotation mark inside a value that none opened is itself.
 */
export function readCsv(text: string, limits: CsvLimits = CSV_LIMITS): Csv {
  if (text.length > limits.maxCsvOctets) return { fault: "tooLarge", line: null };
  if (text.includes("\0")) return { fault: "binary", line: null };
  const { start, separator } = startOf(text);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  // The line that is read, and the one in which the record began.
  let [line, began] = [text.slice(0, start).includes("\n") ? 2 : 1, 0];
  let at = start;
  while (at < text.length) {
    if (cells.length === 0) began = line;
    let cell = "";
    if (text[at] === QUOTE) {
      const quoted = readQuoted(text, at + 1);
      if (quoted === null) return { fault: "unclosedQuote", line };
      line += lineEnds(quoted.value);
      cell = quoted.value;
      at = quoted.end;
    }
    const end = endOfPlain(text, at, separator);
    cell += text.slice(at, end);
    if (cell.length > limits.maxCsvCell) return { fault: "cellTooLong", line: began };
    if (cells.push(cell) > limits.maxCsvColumns) return { fault: "tooManyColumns", line: began };
    at = end + 1;
    // A separator at the very end still has an empty value behind it.
    if (text[end] === separator && at < text.length) continue;
    if (text[end] === separator && cells.push("") > limits.maxCsvColumns)
      return { fault: "tooManyColumns", line: began };
    if (text[end] === "\r" && text[at] === "\n") at += 1;
    line += 1;
    if (cells.some((one) => one !== "") && rows.push({ line: began, cells }) > limits.maxCsvRows)
      return { fault: "tooManyRows", line: began };
    cells = [];
  }
  return { rows };
}

/** Where the records begin, and what separates values: `sep=;` says so, else what the first line has most of. */
function startOf(text: string): { readonly start: number; readonly separator: string } {
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  const said = /^sep=([,;\t])(?:\r\n?|\n|$)/.exec(text.slice(mark, mark + 7));
  if (said !== null) return { start: mark + said[0].length, separator: said[1]! };
  const counts = new Map<string, number>(SEPARATORS.map((one) => [one, 0]));
  let isQuoted = false;
  for (let at = mark; at < text.length; at += 1) {
    const sign = text[at]!;
    if (sign === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === "\n" || sign === "\r") break;
    else if (counts.has(sign)) counts.set(sign, counts.get(sign)! + 1);
  }
  const [separator] = SEPARATORS.toSorted((one, other) => counts.get(other)! - counts.get(one)!);
  return { start: mark, separator: separator! };
}

/** What stands behind an opening quotation mark, and where its closing one has ended; `null`: nowhere. */
function readQuoted(
  text: string,
  from: number,
): { readonly value: string; readonly end: number } | null {
  const pieces: string[] = [];
  for (let at = from; ;) {
    const quote = text.indexOf(QUOTE, at);
    if (quote < 0) return null;
    pieces.push(text.slice(at, quote));
    if (text[quote + 1] !== QUOTE) return { value: pieces.join(QUOTE), end: quote + 1 };
    at = quote + 2;
  }
}

function endOfPlain(text: string, from: number, separator: string): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === separator || sign === "\n" || sign === "\r") break;
  }
  return at;
}

/** How many lines end in it; `\r\n` is one end. */
function lineEnds(value: string): number {
  let count = 0;
  for (let at = 0; at < value.length; at += 1) {
    const sign = value[at];
    if (sign === "\n" || (sign === "\r" && value[at + 1] !== "\n")) count += 1;
  }
  return count;
}
