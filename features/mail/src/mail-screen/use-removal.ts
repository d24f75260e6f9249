import type { EmailRecord } from "@atrium/contract/types/email";
import type { QueryView } from "@atrium/jmap";
import { useMemo, useState } from "react";
import type { Acts } from "../acts/use-acts.ts";
import type { Place } from "../place/place.ts";
import type { PaneLayout } from "./pane-frame.tsx";
import type { Cursor } from "./use-cursor.ts";

export type RemovalKind = "archive" | "trash" | "junk";

/** Takes conversations out of the list and goes on to the one after them. */
export interface Removal {
  remove(how: RemovalKind, rows: readonly string[], emails: readonly EmailRecord[]): void;
  /** Messages that would be destroyed for good, while the person is asked. */
  readonly asking: readonly EmailRecord[] | undefined;
  readonly confirm: () => void;
  readonly cancel: () => void;
}

export function useRemoval({
  acts,
  view,
  cursor,
  isTrash,
  layout,
  place,
}: {
  readonly acts: Acts;
  readonly view: QueryView;
  readonly cursor: Cursor;
  readonly isTrash: boolean;
  readonly layout: PaneLayout;
  readonly place: Place;
}): Removal {
  const [asked, setAsked] = useState<{
    readonly rows: readonly string[];
    readonly emails: readonly EmailRecord[];
  }>();
  const isOpen = place.thread !== undefined;
  return useMemo(() => {
    const goOn = (rows: readonly string[]): void => {
      const open = view.idAt(cursor.openRow);
      const current = isOpen ? open : view.idAt(cursor.row);
      if (current === undefined || !rows.includes(current)) return;
      const next = nextRow(view, view.rowOf(current), new Set(rows));
      if (isOpen && (layout.isOnePane || next < 0)) cursor.close();
      else if (isOpen) cursor.open(next);
      else if (next >= 0) cursor.moveTo(next);
    };
    return {
      asking: asked?.emails,
      remove(how, rows, emails) {
        if (emails.length === 0) return;
        if (how === "trash" && isTrash) {
          setAsked({ rows, emails });
          return;
        }
        goOn(rows);
        acts[how](emails);
      },
      confirm() {
        if (!asked) return;
        setAsked(undefined);
        goOn(asked.rows);
        acts.destroy(asked.emails);
      },
      cancel: () => setAsked(undefined),
    };
  }, [acts, view, cursor, isTrash, layout, isOpen, asked]);
}

/** The row below those that go, else the one above them. */
function nextRow(view: QueryView, from: number, going: ReadonlySet<string>): number {
  const stays = (row: number): boolean => {
    const id = view.idAt(row);
    return id !== undefined && !going.has(id);
  };
  for (let row = from + 1; row < view.length && view.idAt(row) !== undefined; row += 1)
    if (stays(row)) return row;
  for (let row = from - 1; row >= 0; row -= 1) if (stays(row)) return row;
  return -1;
}
