import { openCompose } from "@atrium/feature-compose/parts";
import { goBack, navigate, usePath } from "@atrium/shell";
import { usePreferences } from "@atrium/state";
import { Button, CloseIcon, IconButton, SplitPane, WriteIcon } from "@atrium/ui";
import { createContext, use, useEffect, useRef, type ReactNode } from "react";
import { useMail } from "../mail.tsx";
import { pathOf, type Place } from "../place/place.ts";
import { t } from "../strings/index.ts";
import { useIsPhone, useMedia } from "../use-media.ts";
import "./mail-screen.css";

/** How the panes stand in a window of this size. */
export interface PaneLayout {
  /** One pane at a time. */
  readonly isPhone: boolean;
  /** The folders are behind a button. */
  readonly isNarrow: boolean;
  /** The list has the whole width. */
  readonly isWideList: boolean;
  /** List and reader take turns. */
  readonly isOnePane: boolean;
  /** Three panes have just room enough beside each other. */
  readonly isTight: boolean;
}

export function usePaneLayout(): PaneLayout {
  const isPhone = useIsPhone();
  const isNarrow = useMedia("(width <= 960px)");
  const pane = usePreferences((all) => all.readerPane);
  return {
    isPhone,
    isNarrow,
    isOnePane: isPhone || pane === "off",
    isWideList: !isPhone && pane !== "right",
    isTight: useMedia("(width <= 1180px)"),
  };
}

/** The hash under which the folders lie open where there is no room for them; the way back closes them. */
const FOLDERS = "#folders";

export function openFolders(): void {
  navigate(`${location.pathname}${FOLDERS}`, { state: { folders: true } });
}

/** Goes where a person chose from the folders; folders that lay open above the list are no step of the way back. */
export function leaveFolders(path: string): void {
  navigate(path, { replace: location.hash === FOLDERS });
}

function closeFolders(place: Place): void {
  if ((history.state as { readonly folders?: unknown } | null)?.folders === true) goBack();
  else navigate(pathOf(place), { replace: true });
}

const write = (): void => openCompose({ kind: "new" });

/** What the application says above the list. */
export const ListNotice = createContext<ReactNode>(null);

/** Folders, list and reader beside each other, below each other or in turn, as there is room and as the person likes. */
export function PaneFrame({
  place,
  sidebar,
  list,
  reader,
}: {
  readonly place: Place;
  readonly sidebar: ReactNode;
  readonly list: ReactNode;
  /** `null` while no conversation is open and the place for it stays empty. */
  readonly reader: ReactNode;
}): ReactNode {
  const { isPhone, isNarrow, isOnePane, isTight } = usePaneLayout();
  const { session } = useMail();
  const isBelow = usePreferences((all) => all.readerPane) === "below" && !isPhone;
  const { hash } = usePath();
  const isOpen = place.thread !== undefined;

  const listPane = (
    <div className="mail-pane">
      {use(ListNotice)}
      {list}
      {isPhone && (
        <button type="button" className="mail-write" aria-label={t("newMail")} onClick={write}>
          <WriteIcon />
        </button>
      )}
    </div>
  );
  const readerPane = <div className="mail-pane mail-pane-reader">{reader}</div>;
  const rest = isOnePane ? (
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
  const folders = (
    <div className="mail-sidebar">
      <div className="mail-sidebar-head">
        <span className="mail-sidebar-title">{session.organisation}</span>
        {isNarrow && (
          <IconButton
            label={t("closeFolders")}
            icon={<CloseIcon />}
            onClick={() => closeFolders(place)}
          />
        )}
      </div>
      <div className="mail-sidebar-write">
        <Button
          variant="primary"
          icon={<WriteIcon />}
          onClick={() => {
            if (location.hash === FOLDERS) closeFolders(place);
            write();
          }}
        >
          {t("newMail")}
        </Button>
      </div>
      {sidebar}
    </div>
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
      {hash === FOLDERS && <Drawer onClose={() => closeFolders(place)}>{folders}</Drawer>}
    </main>
  );
}

function Drawer({
  onClose,
  children,
}: {
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const drawer = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = drawer.current;
    // A modal dialog of the browser's own: focus stays inside, Escape closes, and it costs no code.
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={drawer}
      className="mail-drawer"
      aria-label={t("folders")}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === drawer.current) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
