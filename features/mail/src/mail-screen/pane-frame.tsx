import { dockRoom, openCompose } from "@atrium/feature-compose/parts";
import { usePreferences } from "@atrium/state";
import { SplitPane, WriteIcon } from "@atrium/ui";
import { createContext, use, type ReactNode } from "react";
import type { Place } from "../place/place.ts";
import { t } from "../strings/index.ts";
import { FolderDrawer, FolderPane } from "./folder-drawer.tsx";
import { usePaneLayout } from "./pane-layout.ts";
import "./mail-screen.css";

/** What the application says above the list. */
export const ListNotice = createContext<ReactNode>(null);

/** Folders, list and reader beside each other, below each other or in turn, as there is room and as the person likes. */
export function PaneFrame({
  place,
  sidebar,
  head,
  list,
  reader,
}: {
  readonly place: Place;
  readonly sidebar: ReactNode;
  /** Above list and reader; where they take turns, above the list. */
  readonly head?: ReactNode;
  readonly list: ReactNode;
  /** `null` while no conversation is open and the place for it stays empty. */
  readonly reader: ReactNode;
}): ReactNode {
  const { isPhone, isNarrow, isOnePane, isTight } = usePaneLayout();
  const isBelow = usePreferences((all) => all.readerPane) === "below" && !isPhone;
  const isOpen = place.thread !== undefined;

  const listPane = (
    <div className="mail-pane">
      {use(ListNotice)}
      {list}
      {isPhone && (
        <button
          type="button"
          className="mail-write"
          aria-label={t("newMail")}
          onClick={() => openCompose({ kind: "new" })}
        >
          <WriteIcon />
        </button>
      )}
    </div>
  );
  const readerPane = (
    <div className="mail-pane mail-pane-reader" ref={dockRoom}>
      {reader}
    </div>
  );
  const panes = isOnePane ? (
    isOpen ? (
      readerPane
    ) : (
      listPane
    )
  ) : (
    <SplitPane
      key={isBelow ? "below" : "right"}
      id={isBelow ? "mail.list-height" : "mail.list"}
      label={t("conversations")}
      side={isBelow ? "top" : "start"}
      size={isBelow || isTight ? 320 : 400}
      min={isBelow ? 160 : 300}
      max={isBelow ? 720 : 640}
      pane={listPane}
    >
      {readerPane}
    </SplitPane>
  );
  const rest = (
    <div className="mail-beside">
      {!(isOnePane && isOpen) && head}
      {panes}
    </div>
  );
  const folders = (
    <FolderPane place={place} isNarrow={isNarrow}>
      {sidebar}
    </FolderPane>
  );
  if (!isNarrow)
    return (
      <main className="mail-screen" id="content" tabIndex={-1}>
        <SplitPane
          id="mail.folders"
          label={t("folders")}
          size={isTight ? 192 : 216}
          min={160}
          max={360}
          pane={folders}
        >
          {rest}
        </SplitPane>
      </main>
    );
  return (
    <main className="mail-screen" id="content" tabIndex={-1}>
      {rest}
      <FolderDrawer place={place}>{folders}</FolderDrawer>
    </main>
  );
}
