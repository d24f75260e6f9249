import type { Sections } from "./sections.ts";
import { attribute, readXml } from "./xml.ts";

/** Spaces that one element stands for. */
const MOST_SPACES = 100;
/** Rows, and cells, that one element stands for at most: more of either are never shown. */
const MOST_ROWS = 1000;
const MOST_CELLS = 100;
const PASSED_OVER = new Set(["tracked-changes", "annotation", "notes", "forms"]);

const numberOf = (attributes: string, name: string, most: number): number =>
  Math.min(most, Math.max(1, Number(attribute(attributes, name) ?? 1) || 1));

/** `content.xml` of an OpenDocument file (ODF 1.3). Throws nothing: what it cannot make out is left out. */
export function readOpenDocument(xml: string, sections: Sections): void {
  let isSheet = false;
  let paragraphs = 0;
  let passed = 0;
  let cells = 0;
  let text = "";
  let row: string[] = [];
  let repeatCell = 1;
  let repeatRow = 1;
  const write = (piece: string): void => {
    if (isSheet) text += piece;
    else sections.write(piece);
  };
  const endCell = (): void => {
    const cell = text.trim();
    for (let time = 0; time < repeatCell && row.length <= MOST_CELLS; time++) row.push(cell);
    text = "";
  };
  const endRow = (): boolean => {
    const isOn = sections.row(row, repeatRow);
    row = [];
    return isOn;
  };
  for (const token of readXml(xml)) {
    if (token.kind === "text") {
      if (paragraphs > 0 && passed === 0) write(token.text.replace(/[\t\n\r ]+/g, " "));
      continue;
    }
    const { name } = token;
    if (token.kind === "open") {
      const { attributes, isEmpty } = token;
      if (PASSED_OVER.has(name) && !isEmpty) passed += 1;
      else if (passed > 0) continue;
      else if (name === "text" && !isEmpty) sections.begin(null);
      else if (name === "spreadsheet") isSheet = true;
      else if (name === "page" || (isSheet && name === "table")) {
        if (!sections.begin(attribute(attributes, "name") ?? null)) return;
      } else if (name === "p" || name === "h") {
        if (!isEmpty) paragraphs += 1;
        else if (!isSheet) write(cells > 0 ? " " : "\n");
      } else if (name === "s") write(" ".repeat(numberOf(attributes, "c", MOST_SPACES)));
      else if (name === "tab") write("\t");
      else if (name === "line-break") write(cells > 0 ? " " : "\n");
      else if (name === "table-row")
        repeatRow = numberOf(attributes, "number-rows-repeated", MOST_ROWS);
      else if (name === "table-cell" || name === "covered-table-cell") {
        repeatCell = numberOf(attributes, "number-columns-repeated", MOST_CELLS);
        if (!isEmpty) cells += 1;
        else if (isSheet) endCell();
        else write("\t");
      }
      continue;
    }
    if (PASSED_OVER.has(name)) passed = Math.max(0, passed - 1);
    else if (passed > 0) continue;
    else if (name === "p" || name === "h") {
      paragraphs = Math.max(0, paragraphs - 1);
      write(cells > 0 ? " " : "\n");
    } else if (name === "table-cell" || name === "covered-table-cell") {
      cells = Math.max(0, cells - 1);
      if (isSheet) endCell();
      else write("\t");
    } else if (name === "table-row") {
      if (!isSheet) write("\n");
      else if (!endRow()) return;
    }
  }
}
