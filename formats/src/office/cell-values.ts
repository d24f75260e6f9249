import { attribute, readXml } from "./xml.ts";

/** What a sheet's numbers are, by the index of their style. */
export type CellKind = "number" | "date" | "percent";

/** Characters of a format that are looked at. */
const LONGEST_FORMAT = 255;
const DAY = 86_400_000;
/** Formats that ECMA-376 §18.8.30 knows by number alone, those of East Asia among them. */
const isDateFormat = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/** The kinds of the styles of `xl/styles.xml`. */
export function readStyles(xml: string): readonly CellKind[] {
  const codes = new Map<string, string>();
  const kinds: CellKind[] = [];
  let isOfCells = false;
  for (const token of readXml(xml)) {
    if (token.kind === "text") continue;
    if (token.name === "cellXfs") isOfCells = token.kind === "open" && !token.isEmpty;
    if (token.kind === "close") continue;
    const { name, attributes } = token;
    if (name === "numFmt")
      codes.set(attribute(attributes, "numFmtId") ?? "", attribute(attributes, "formatCode") ?? "");
    if (name === "xf" && isOfCells) {
      const id = attribute(attributes, "numFmtId") ?? "0";
      kinds.push(kindOf(Number(id), codes.get(id)));
    }
  }
  return kinds;
}

function kindOf(id: number, code: string | undefined): CellKind {
  if (code === undefined)
    return isDateFormat(id) ? "date" : id === 9 || id === 10 ? "percent" : "number";
  // What is quoted, and what stands in brackets, is no format.
  const bare = code.slice(0, LONGEST_FORMAT).replace(/"[^"]{0,100}"|\[[^\]]{0,100}\]|\\./g, "");
  if (/[ymdhs]/i.test(bare.replace(/general/i, ""))) return "date";
  return bare.includes("%") ? "percent" : "number";
}

/** A number of a sheet as a person reads it. */
export function writeNumber(value: string, kind: CellKind, is1904: boolean): string {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number)) return value;
  if (kind === "percent") return `${round(number * 100)}%`;
  if (kind === "date" && number >= 0 && number < 2_958_466) return writeDate(number, is1904);
  return String(round(number));
}

/** Fifteen digits are all that a sheet knows. */
const round = (number: number): number => Number(number.toPrecision(15));

/** `2026-03-09`, `14:30`, or both. Days are counted from 1899-12-30 on, or from 1904. */
function writeDate(days: number, is1904: boolean): string {
  const seconds = Math.round(days * 86_400);
  const iso = new Date(
    Date.UTC(is1904 ? 1904 : 1899, is1904 ? 0 : 11, is1904 ? 1 : 30) + seconds * 1000,
  ).toISOString();
  const time = iso.slice(11, iso.endsWith(":00.000Z") ? 16 : 19);
  if (seconds * 1000 < DAY) return time;
  return seconds % 86_400 === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`;
}
