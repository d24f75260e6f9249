import type { ReactNode } from "react";
import { ConversationList } from "./conversation-list.tsx";
import { withThread } from "../place/place.ts";
import { useListController } from "./list-controller.ts";
import { ListHead } from "./list-head.tsx";
import { SelectionBar, SelectionStrip } from "./selection-bar.tsx";

/** The conversations with what stands above and below them. */
export function ListPane(): ReactNode {
  const { place, layout, selection } = useListController();
  const isSelecting = selection.count > 0;
  return (
    <>
      <ListHead />
      {selection.rows.all && isSelecting && <SelectionStrip selection={selection} />}
      <ConversationList key={JSON.stringify(withThread(place, undefined))} />
      {layout.isPhone && isSelecting && (
        <div className="mail-foot">
          <SelectionBar />
        </div>
      )}
    </>
  );
}
