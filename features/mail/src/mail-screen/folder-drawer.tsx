import { openCompose } from "@atrium/feature-compose/parts";
import { goBack, navigate, usePath } from "@atrium/shell";
import { Button, CloseIcon, IconButton, WriteIcon } from "@atrium/ui";
import { useEffect, useRef, type ReactNode } from "react";
import { useMail } from "../mail.tsx";
import { pathOf, type Place } from "../place/place.ts";
import { t } from "../strings/index.ts";

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

/** The folders, with what stands above them. */
export function FolderPane({
  place,
  isNarrow,
  children,
}: {
  readonly place: Place;
  /** They lie above the list, and can be closed. */
  readonly isNarrow: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const { session } = useMail();
  return (
    <div className="mail-sidebar" data-toasts-beside={!isNarrow || undefined}>
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
            openCompose({ kind: "new" });
          }}
        >
          {t("newMail")}
        </Button>
      </div>
      {children}
    </div>
  );
}

/** The folders where there is no room for them, once they are asked for. */
export function FolderDrawer({
  place,
  children,
}: {
  readonly place: Place;
  readonly children: ReactNode;
}): ReactNode {
  const { hash } = usePath();
  return hash === FOLDERS && <Drawer onClose={() => closeFolders(place)}>{children}</Drawer>;
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
