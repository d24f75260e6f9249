import type { ReactNode } from "react";
import { ConversationList } from "./conversation-list.tsx";
import { withThread } from "../place/place.ts";
import { useListController } from "./list-controller.ts";
import { ListHead } from "./list-head.tsx";
import { SelectionBar, SelectionStrip } from "./selection-bar.tsx";

/** The conversations with what stands above and below them. */
export function ListPane({
  onSearched,
}: {
  /** The person is done with typing and turns to what was found. */
  readonly onSearched: (isFound: boolean) => void;
}): ReactNode {
  const { place, layout, selection } = useListController();
  const isSelecting = selection.count > 0;
  return (
    <>
      <ListHead onSearched={onSearched} />
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
