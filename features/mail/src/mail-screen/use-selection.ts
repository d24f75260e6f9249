import {
  addRows,
  announce,
  noRows,
  selectionCount,
  toast,
  toggleRow,
  type RowSelection,
} from "@atrium/ui";
import { useCallback, useMemo, useRef, useState } from "react";
import { useMail } from "../mail.tsx";
import { t } from "../strings/index.ts";
import { rowsBetween } from "./select-range.ts";
import type { ShownList } from "./shown-list.ts";

/** What is selected in a list: rows by name, or all of the list but some. */
export interface Selection {
  /** Only what is still in the list. */
  readonly rows: RowSelection;
  readonly count: number;
  readonly set: (rows: RowSelection) => void;
  readonly clear: () => void;
  /** These have left the list; what else is selected stays so. */
  readonly drop: (gone: RowSelection) => void;
  readonly toggle: (id: string) => void;
  /** Everything in the list, whether it was ever in sight or not. */
  readonly all: () => void;
  /** Those rows that are here. */
  readonly onlyHere: () => void;
  readonly here: number;
  /** Those rows that are here and fit. */
  readonly those: (fits: (row: string) => boolean) => void;
  /** A range with rows that were never shown. */
  readonly range: (first: number, last: number, base: RowSelection) => void;
}

export function useSelection({ list, view }: ShownList): Selection {
  const { client } = useMail();
  const { query } = list;
  const [chosen, setChosen] = useState<RowSelection>(noRows);
  const [last, setLast] = useState(query);
  const latest = useRef(0);
  if (last !== query) {
    // Another list: what was chosen in the one before is not chosen here.
    setLast(query);
    setChosen(noRows);
  }
  const rows = useMemo(() => {
    if (chosen.all || chosen.ids.size === 0) return chosen;
    // A row that is not loaded may still be in the list; one whose message went elsewhere is not.
    const ids = [...chosen.ids].filter((id) => {
      if (view.rowOf(id) >= 0) return true;
      const { definition } = list.of(id).share.query;
      const email = list.email(id);
      return email === undefined || (email !== null && definition.keeps?.({ ...email }) !== false);
    });
    return ids.length === chosen.ids.size ? chosen : { all: false, ids: new Set(ids) };
  }, [chosen, view, list]);

  const set = useCallback(
    (next: RowSelection) => {
      latest.current += 1;
      const here = [...view.ids()];
      // All of a list that is here whole can be named, and stays what it is when mail comes.
      const isWhole = next.all && next.ids.size === 0 && here.length === view.length;
      setChosen(isWhole ? addRows(noRows, here) : next);
    },
    [view],
  );
  // The same function for good: every row of the list is given what it is part of.
  const drop = useCallback((gone: RowSelection) => {
    latest.current += 1;
    setChosen((now) => {
      if (gone.all) return noRows;
      if (now.all) return now;
      return { all: false, ids: new Set([...now.ids].filter((id) => !gone.ids.has(id))) };
    });
  }, []);
  const range = useCallback(
    (first: number, last: number, base: RowSelection) => {
      const mine = (latest.current += 1);
      announce(t("selecting"));
      const find = async (): Promise<void> => {
        const ids = await rowsBetween(client, list, first, last);
        if (mine === latest.current) setChosen(addRows(base, ids));
      };
      find().catch(() => toast({ severity: "danger", message: t("checkConnection") }));
    },
    [client, list],
  );
  return useMemo(
    () => ({
      rows,
      count: selectionCount(rows, view.length),
      set,
      clear: () => set(noRows),
      drop,
      toggle: (id) => set(toggleRow(rows, id)),
      all: () => set({ all: true, ids: new Set() }),
      onlyHere: () => set(addRows(noRows, view.ids())),
      here: [...view.ids()].length,
      those(fits) {
        const fitting = [...view.ids()].filter((row) => list.email(row) && fits(row));
        set(addRows(noRows, fitting));
      },
      range,
    }),
    [rows, view, set, drop, range, list],
  );
}
