import type { LabelRecord } from "@atrium/contract/types/label";
import type { RowSelection } from "@atrium/ui";
import { useCallback, useEffect, useRef, useState } from "react";
import { t } from "../strings/index.ts";
import { listShown } from "../list-shown.ts";
import type { DragParts, RowDrag } from "./drag-parts.ts";

/** Mail on its way to a folder. */
export interface DraggedMail {
  readonly kind: "mail";
  /** Nowhere it may go when it is of several accounts. */
  readonly accountId: string | undefined;
  /** The folder that it comes from. */
  readonly from: string | undefined;
  readonly drop: (folder: string) => void;
  readonly label: (label: LabelRecord) => void;
}

/** Milliseconds for what the list itself brings with it. */
const AFTER_LIST = 500;

/** Drag and drop comes when the window has nothing else to do: nobody drags before there is a list. */
export function useDragParts(): DragParts | undefined {
  const [parts, setParts] = useState<DragParts>();
  useEffect(() => {
    let isOver = false;
    const load = async (): Promise<void> => {
      const { dragParts } = await import("./drag-parts.ts");
      if (!isOver) setParts(dragParts);
    };
    // What does not load is only missed by the pointer; keys and menus do the same.
    void listShown.then(() => setTimeout(() => void load().catch(() => undefined), AFTER_LIST));
    return () => {
      isOver = true;
    };
  }, []);
  return parts;
}

/** Makes rows draggable: each alone, or with all that are selected when it is among them. */
export function useRowDrag(given: {
  readonly isOff: boolean;
  /** Whose rows are, and from which folder. */
  readonly originOf: (rows: RowSelection) => Pick<DraggedMail, "accountId" | "from">;
  readonly around: (id: string) => RowSelection;
  readonly countOf: (rows: RowSelection) => number;
  readonly subjectOf: (id: string) => string;
  readonly drop: (rows: RowSelection, folder: string) => void;
  readonly label: (rows: RowSelection, label: LabelRecord) => void;
}): RowDrag | undefined {
  const parts = useDragParts();
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  const drag = useCallback<RowDrag>(
    (element, id) =>
      parts?.attachDraggable<DraggedMail>(element, () => {
        const { originOf, around, countOf, subjectOf, drop, label } = latest.current;
        const rows = around(id);
        const count = countOf(rows);
        return {
          data: () => ({
            kind: "mail",
            ...originOf(rows),
            drop: (folder) => drop(rows, folder),
            label: (to) => label(rows, to),
          }),
          label: () => (count > 1 ? t("conversationCount", { count }) : subjectOf(id)),
          count: () => count,
        };
      }),
    [parts],
  );
  return parts && !given.isOff ? drag : undefined;
}
