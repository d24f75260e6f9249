import { readXml } from "./xml.ts";

/** Elements whose text is not the document's own: what was deleted, phonetic signs, and the same for older programs. */
const PASSED_OVER = new Set(["rPh", "Fallback", "tabs", "txSp"]);

/** The text of WordprocessingML (`w:t`) and DrawingML (`a:t`). Cells of a table stand between tabs. */
export function readText(xml: string, write: (text: string) => void): void {
  let isText = false;
  let cells = 0;
  let passed = 0;
  for (const token of readXml(xml)) {
    if (token.kind === "text") {
      if (isText && passed === 0) write(token.text);
      continue;
    }
    const { name } = token;
    if (token.kind === "open") {
      if (PASSED_OVER.has(name) && !token.isEmpty) passed += 1;
      else if (passed > 0) continue;
      else if (name === "t") isText = !token.isEmpty;
      else if (name === "tab") write("\t");
      else if (name === "br" || name === "cr") write(cells > 0 ? " " : "\n");
      else if (name === "noBreakHyphen") write("\u2011");
      else if (name === "tc" && !token.isEmpty) cells += 1;
      continue;
    }
    if (PASSED_OVER.has(name)) passed = Math.max(0, passed - 1);
    else if (name === "t") isText = false;
    else if (passed > 0) continue;
    else if (name === "p") write(cells > 0 ? " " : "\n");
    else if (name === "tr") write("\n");
    else if (name === "tc") {
      cells = Math.max(0, cells - 1);
      write("\t");
    }
  }
}
