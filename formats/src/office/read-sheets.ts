import { writeNumber, type CellKind } from "./cell-values.ts";
import type { Sections } from "./sections.ts";
import { attribute, readXml } from "./xml.ts";

/** The strings that the sheets share, by their number. */
export function readSharedStrings(xml: string): readonly string[] {
  const strings: string[] = [];
  let text = "";
  let isText = false;
  let isPhonetic = false;
  for (const token of readXml(xml)) {
    if (token.kind === "text") {
      if (isText && !isPhonetic) text += token.text;
    } else if (token.name === "t") isText = token.kind === "open" && !token.isEmpty;
    else if (token.name === "rPh") isPhonetic = token.kind === "open" && !token.isEmpty;
    else if (token.name === "si" && (token.kind === "close" || token.isEmpty)) {
      strings.push(text);
      text = "";
    }
  }
  return strings;
}

export interface SheetContext {
  readonly strings: readonly string[];
  readonly styles: readonly CellKind[];
  /** Days are counted from 1904 on. */
  readonly is1904: boolean;
  readonly maxColumns: number;
}

/** The cells of a worksheet (SpreadsheetML). */
export function readSheet(xml: string, context: SheetContext, sections: Sections): void {
  let row: string[] = [];
  let column = 0;
  let type = "n";
  let style = 0;
  let value = "";
  let isValue = false;
  for (const token of readXml(xml)) {
    if (token.kind === "text") {
      if (isValue) value += token.text;
      continue;
    }
    const { name } = token;
    if (name === "v" || name === "t") isValue = token.kind === "open" && !token.isEmpty;
    else if (name === "c" && token.kind === "open") {
      column = columnOf(attribute(token.attributes, "r")) ?? row.length;
      type = attribute(token.attributes, "t") ?? "n";
      style = Number(attribute(token.attributes, "s") ?? 0);
      value = "";
    } else if (name === "c") {
      // Something in one column more than are shown tells that there is more.
      column = Math.min(column, context.maxColumns);
      while (row.length < column) row.push("");
      row[column] = shownOf(value, type, style, context);
    } else if (name === "row" && token.kind === "close") {
      if (!sections.row(row)) return;
      row = [];
    }
  }
}

function shownOf(value: string, type: string, style: number, context: SheetContext): string {
  if (type === "s") return context.strings[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type !== "n") return value;
  return writeNumber(value, context.styles[style] ?? "number", context.is1904);
}

/** `C7` is in column 2. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/i.exec(place ?? "")?.[0].toUpperCase();
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
