/** Which rows are selected: those named, or all but those named (a whole search, unloaded rows too). */
export interface RowSelection {
  readonly all: boolean;
  /** The selected rows; with `all`, the ones left out. */
  readonly ids: ReadonlySet<string>;
}

export const noRows: RowSelection = { all: false, ids: new Set() };
export const allRows: RowSelection = { all: true, ids: new Set() };

export function isSelected(selection: RowSelection, id: string): boolean {
  return selection.ids.has(id) !== selection.all;
}

/** How many rows are selected out of `total`. */
export function selectionCount({ all, ids }: RowSelection, total: number): number {
  return all ? Math.max(0, total - ids.size) : ids.size;
}

export function toggleRow(selection: RowSelection, id: string): RowSelection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { all: selection.all, ids };
}

/** Selects these rows besides what is selected already. */
export function addRows(selection: RowSelection, rows: Iterable<string>): RowSelection {
  const ids = new Set(selection.ids);
  for (const id of rows) {
    if (selection.all) ids.delete(id);
    else ids.add(id);
  }
  return { all: selection.all, ids };
}
