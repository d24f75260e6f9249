import { useCallback, useEffect, useRef } from "react";
import type { RowDrag } from "../drag/drag-parts.ts";
import { useDragParts, type DraggedMail } from "../drag/use-drag-parts.ts";
import { t } from "../strings/index.ts";
import { useMedia } from "../use-media.ts";
import { shareOf } from "./mail-list.ts";
import type { ShownList } from "./shown-list.ts";
import { rowsAround } from "./targets.ts";
import type { Perform } from "./use-perform.ts";
import type { Selection } from "./use-selection.ts";

/** Makes rows draggable: each alone, or with all that are selected when it is among them. */
export function useRowDrag(
  { list, layout }: ShownList,
  selection: Selection,
  perform: Perform,
): RowDrag | undefined {
  const parts = useDragParts();
  const isTouch = useMedia("(pointer: coarse)");
  const latest = useRef({ list, selection, perform });
  useEffect(() => {
    latest.current = { list, selection, perform };
  });
  const drag = useCallback<RowDrag>(
    (element, row) =>
      parts?.attachDraggable<DraggedMail>(element, () => {
        const { list, selection, perform } = latest.current;
        const rows = rowsAround(selection.rows, row);
        const count = rows.all ? selection.count : rows.ids.size;
        const share = shareOf(list, rows);
        return {
          data: () => ({
            kind: "mail",
            accountId: share?.account.id,
            from: share?.folder?.id,
            drop: (folder) => perform({ kind: "move", folder }, rows),
            label: (label) => perform({ kind: "label", label, isOn: true }, rows),
          }),
          label: () =>
            count > 1
              ? t("conversationCount", { count })
              : list.email(row)?.subject?.trim() || t("noSubject"),
          count: () => count,
        };
      }),
    [parts],
  );
  // A finger that rests on a row selects it.
  const isOff = layout.isPhone || isTouch || !list.shares.some(({ may }) => may.move);
  return parts && !isOff ? drag : undefined;
}
