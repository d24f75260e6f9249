import type { GridHandle, RowSelection } from "@atrium/ui";
import { createContext, use, type RefObject } from "react";
import type { RowActions } from "../conversation-list/row-buttons.tsx";
import type { RowDrag } from "../drag/drag-parts.ts";
import type { ListShare } from "./mail-list.ts";
import type { ShownList } from "./shown-list.ts";
import type { Cursor } from "./use-cursor.ts";
import type { Perform } from "./use-perform.ts";
import type { Questions } from "./use-questions.ts";
import type { RowMarks } from "./use-row-marks.ts";
import type { Selection } from "./use-selection.ts";
import type { Steps } from "./use-steps.ts";

/**
 * The list on the screen: where the keyboard and the selection are in it, and what is done with its rows. It is another
 * one whenever any of that changes; rows are given only what they draw.
 */
export interface ListController extends ShownList {
  readonly cursor: Cursor;
  readonly steps: Steps;
  readonly selection: Selection;
  /** What a key acts on: what is selected, else what is open, else the row that the keyboard is on. */
  readonly target: RowSelection;
  readonly perform: Perform;
  readonly marks: RowMarks;
  readonly questions: Questions;
  /** What the buttons of rows do; the same for the same list. */
  readonly actionsOf: (share: ListShare) => RowActions;
  readonly drag: RowDrag | undefined;
  readonly openWindow: (row: string) => void;
  readonly grid: RefObject<GridHandle | null>;
  readonly search: RefObject<HTMLInputElement | null>;
}

export const ListContext = createContext<ListController | undefined>(undefined);

export function useListController(): ListController {
  const controller = use(ListContext);
  if (!controller) throw new Error("useListController outside of a list");
  return controller;
}
