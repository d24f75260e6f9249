import { addRows, allRows, noRows, selectionCount, toggleRow, type RowSelection } from "@atrium/ui";
import { useMemo, useRef, useState } from "react";
import { useDrive } from "../drive-context.tsx";
import type { NodeList, NodeView } from "../client.ts";

/** Ids in one answer of the server. */
const PAGE = 5000;

/** What is selected in a list, and the row that the keyboard is on. */
export interface NodeSelection {
  readonly rows: RowSelection;
  readonly count: number;
  readonly activeId: string | undefined;
  readonly set: (rows: RowSelection) => void;
  readonly clear: () => void;
  readonly toggle: (id: string) => void;
  readonly all: () => void;
  /** Selects this one alone, as a click does; the keyboard then takes the selection along. */
  readonly only: (id: string) => void;
  /** The keyboard goes to a row. */
  readonly moveTo: (id: string) => void;
  /** A range with rows that were never in sight. */
  readonly range: (first: number, last: number, base: RowSelection) => Promise<void>;
  /** What something is done with: the selection, or the row alone if it is not in it. */
  readonly targets: (id?: string) => Promise<readonly string[]>;
}

export function useNodeSelection(list: NodeList, view: NodeView): NodeSelection {
  const { client, account } = useDrive();
  const [rows, setRows] = useState<RowSelection>(noRows);
  const [activeId, setActiveId] = useState<string>();
  /** The selection is one row that was clicked: arrow keys move it. */
  const isSingle = useRef(false);
  const here = useMemo(() => {
    if (rows.all || rows.ids.size === 0) return rows;
    // What is gone is selected no more; a row that is not loaded may well be there.
    const known = new Set(view.ids());
    const isWhole = known.size >= view.length;
    const ids = [...rows.ids].filter((id) => known.has(id) || !isWhole);
    return ids.length === rows.ids.size ? rows : { all: false, ids: new Set(ids) };
  }, [rows, view]);

  const idsBetween = async (first: number, last: number): Promise<string[]> => {
    const ids: string[] = [];
    while (first + ids.length <= last) {
      const page = await client.call("FileNode/query", {
        accountId: account.id,
        filter: list.filter,
        sort: list.sort,
        position: first + ids.length,
        limit: Math.min(PAGE, last + 1 - first - ids.length),
      });
      if (page.ids.length === 0) break;
      ids.push(...page.ids);
    }
    return ids;
  };
  const set = (next: RowSelection): void => {
    isSingle.current = false;
    setRows(next);
  };
  return {
    rows: here,
    count: selectionCount(here, view.length),
    activeId,
    set,
    clear: () => set(noRows),
    toggle: (id) => set(toggleRow(here, id)),
    all: () => set(allRows),
    only(id) {
      setRows({ all: false, ids: new Set([id]) });
      setActiveId(id);
      isSingle.current = true;
    },
    moveTo(id) {
      setActiveId(id);
      if (isSingle.current) setRows({ all: false, ids: new Set([id]) });
    },
    async range(first, last, base) {
      isSingle.current = false;
      setRows(addRows(base, await idsBetween(first, last)));
    },
    async targets(id = activeId) {
      const isIn = id === undefined || here.ids.has(id) !== here.all;
      const hasSome = here.all || here.ids.size > 0;
      if (!hasSome || !isIn) return id === undefined ? [] : [id];
      if (!here.all) return [...here.ids];
      const everything = await idsBetween(0, Number.MAX_SAFE_INTEGER - 1);
      return everything.filter((one) => !here.ids.has(one));
    },
  };
}
