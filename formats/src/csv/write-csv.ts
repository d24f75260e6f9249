/**
 * What a spreadsheet program would take for the beginning of a formula (CWE-1236): it would compute it, and could send
 * what stands beside it elsewhere. The wide forms count where East Asian keyboards write them.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const GUARD = "'";

/**
 * Writes comma-separated values (RFC 4180) in lines that end with CRLF, with the mark by which Excel knows UTF-8. A value
 * that looks like a formula is made text by an apostrophe in front, which `unguarded` takes away again.
 */
export const writeCsv = (rows: Iterable<readonly string[]>): string =>
  `\uFEFF${[...rows].map((cells) => `${cells.map(write).join(",")}\r\n`).join("")}`;

/** A value as it was before it was written. */
export const unguarded = (cell: string): string =>
  cell.startsWith(GUARD) && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;

function write(value: string): string {
  const safe = FORMULA.test(value) ? `${GUARD}${value}` : value;
  return /["\r\n,;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
