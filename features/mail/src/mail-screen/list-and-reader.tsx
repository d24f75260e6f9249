import type { QueryView } from "@atrium/jmap";
import { useLayer } from "@atrium/state";
import { useTitle } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { useMail } from "../mail.tsx";
import type { Place } from "../place/place.ts";
import { useReadAhead } from "../reader/read-ahead.ts";
import { AboveList } from "./above-list.tsx";
import { useCreateListController } from "./create-list-controller.ts";
import { ListContext } from "./list-controller.ts";
import { SearchBar } from "./list-head.tsx";
import { ListPane } from "./list-pane.tsx";
import type { MailList } from "./mail-list.ts";
import { NothingOpen } from "./nothing-open.tsx";
import { OpenConversation } from "./open-conversation.tsx";
import { PaneFrame } from "./pane-frame.tsx";
import { useFindOpened } from "./use-find-opened.ts";
import { useFocusHome } from "./use-focus-home.ts";
import { useListKeys } from "./use-list-keys.ts";

/** The list of a place and the open conversation, which share keys, focus and the window's title. */
export function ListAndReader({
  place,
  list,
  view,
  title,
  unread,
  sidebar,
}: {
  readonly place: Place;
  readonly list: MailList;
  readonly view: QueryView;
  readonly title: string;
  /** What waits in the folder. */
  readonly unread: number;
  readonly sidebar: ReactNode;
}): ReactNode {
  const { session } = useMail();
  const controller = useCreateListController(place, list, view, title);
  const { cursor, selection } = controller;
  const [expandAll, setExpandAll] = useState(0);
  const onKey = useListKeys(controller, () => setExpandAll((count) => count + 1));
  const toList = useFocusHome(controller);
  useReadAhead(list, view);
  useFindOpened(list, view, place, cursor);
  const openId = view.idAt(cursor.openRow);
  const subject = openId === undefined ? undefined : list.email(openId)?.subject;
  useTitle(
    place.thread === undefined ? undefined : (subject ?? undefined),
    unread > 0 ? `${title} (${unread})` : title,
    session.address,
  );
  // The way back first lets go of what is selected, and then leaves.
  useLayer(selection.count > 0, selection.clear);
  return (
    <ListContext value={controller}>
      <PaneFrame
        place={place}
        sidebar={sidebar}
        head={<SearchBar onSearched={toList} />}
        list={<ListPane />}
        reader={
          place.thread === undefined ? (
            <NothingOpen
              count={selection.count}
              isOfDrafts={list.shares[0]!.folder?.role === "drafts"}
            />
          ) : (
            <OpenConversation threadId={place.thread} expandAll={expandAll} onKey={onKey} />
          )
        }
      />
      <AboveList />
    </ListContext>
  );
}
