/** What one thing cost, over all its runs; milliseconds unless the name says otherwise. */
export interface Figures {
  readonly runs: number;
  readonly median: number;
  readonly p95: number;
  readonly worst: number;
}

/** Throws when there is nothing to look at: a measurement that did not happen is no fast one. */
export function figuresOf(values: readonly number[]): Figures {
  if (values.length === 0) throw new Error("Nothing was measured");
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { runs: sorted.length, median: at(0.5), p95: at(0.95), worst: sorted.at(-1)! };
}

/** A table as Markdown writes it, its columns in line for those who read it as it is. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => row[at]!.length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join(" | ")} |`;
  const rule = `|${widths.map((width, at) => (at === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/** Few digits, as many as mean something. */
export function brief(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
