import { type QueryView } from "@atrium/jmap";
import type { GridHandle } from "@atrium/ui";
import { useRef } from "react";
import { useListOptions } from "../conversation-list/list-options.ts";
import { useRowDrag } from "./use-row-drag.ts";
import { useMail } from "../mail.tsx";
import type { Place } from "../place/place.ts";
import type { ListController } from "./list-controller.ts";
import { sharedId, type MailList } from "./mail-list.ts";
import { openWindow } from "./open-window.ts";
import { usePaneLayout } from "./pane-layout.ts";
import { isNothing, oneRow } from "./targets.ts";
import { useCursor } from "./use-cursor.ts";
import { useGoingOn } from "./use-going-on.ts";
import { usePerform } from "./use-perform.ts";
import { useQuestions } from "./use-questions.ts";
import { useRowButtons } from "./use-row-buttons.ts";
import { useRowMarks } from "./use-row-marks.ts";
import { useSelection } from "./use-selection.ts";
import { useSteps } from "./use-steps.ts";

/** Puts together what the parts of a list's screen share. */
export function useCreateListController(
  place: Place,
  list: MailList,
  view: QueryView,
  title: string,
): ListController {
  const { home } = useMail();
  const { mode } = useListOptions();
  const layout = usePaneLayout();
  const isTrash = list.shares[0]!.folder?.role === "trash";
  const shown = { place, list, view, title, mode, layout, isTrash };
  const grid = useRef<GridHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const selection = useSelection(shown);
  const questions = useQuestions(shown);
  const cursor = useCursor(shown);
  const goOn = useGoingOn(shown, cursor);
  const perform = usePerform(shown, goOn, selection.drop, questions.destroy);
  const marks = useRowMarks(shown, perform);
  return {
    ...shown,
    cursor,
    steps: useSteps(shown, cursor, grid),
    selection,
    target: isNothing(selection.rows)
      ? oneRow(view.idAt(place.thread === undefined ? cursor.row : cursor.openRow))
      : selection.rows,
    perform,
    marks,
    questions,
    actionsOf: useRowButtons(list, perform, questions.hour),
    drag: useRowDrag(shown, selection, perform),
    openWindow(row) {
      const { share, id } = list.of(row);
      openWindow(marks.emailsOf(row).at(-1)?.id ?? id, sharedId(share, home), {
        list,
        view,
        row: view.rowOf(row),
        home,
      });
    },
    grid,
    search,
  };
}
