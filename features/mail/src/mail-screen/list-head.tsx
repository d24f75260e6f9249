import type { EmailRecord } from "@atrium/contract/types/email";
import { formatNumber } from "@atrium/i18n";
import { navigate } from "@atrium/shell";
import { setPreferences, usePreferences } from "@atrium/state";
import {
  ArchiveIcon,
  Checkbox,
  CloseIcon,
  IconButton,
  MailIcon,
  MarkReadIcon,
  MenuButton,
  MenuIcon,
  MoreIcon,
  SearchField,
  setDensity,
  Toolbar,
  TrashIcon,
} from "@atrium/ui";
import { useState, type ReactNode, type RefObject } from "react";
import { INBOX, pathOf, type Place } from "../place/place.ts";
import { t } from "../strings/index.ts";
import { openFolders, usePaneLayout } from "./pane-frame.tsx";

/** What can be done with the selected conversations. */
export interface SelectionActs {
  readonly emails: readonly EmailRecord[];
  readonly count: number;
  readonly onArchive?: (() => void) | undefined;
  readonly onTrash: () => void;
  readonly onRead: (isRead: boolean) => void;
  readonly onClear: () => void;
}

/** Above the list: search, where one is, and the acts on what is selected. */
export function ListHead({
  place,
  title,
  total,
  selection,
  onSelectAll,
  search,
  onKeysHelp,
}: {
  readonly place: Place;
  readonly title: string;
  readonly total: number | undefined;
  readonly selection: SelectionActs;
  readonly onSelectAll: () => void;
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onKeysHelp: () => void;
}): ReactNode {
  const { isNarrow, isPhone } = usePaneLayout();
  const { density, readerPane } = usePreferences();
  const isSelecting = selection.count > 0;
  return (
    <>
      <div className="mail-bar">
        {isNarrow && (
          <IconButton label={t("showFolders")} icon={<MenuIcon />} onClick={openFolders} />
        )}
        <SearchBox key={place.kind === "search" ? place.text : ""} place={place} field={search} />
      </div>
      <div className="mail-list-head" data-selecting={isSelecting || undefined}>
        <Checkbox
          aria-label={isSelecting ? t("clearSelection") : t("selectAll")}
          checked={isSelecting}
          indeterminate={isSelecting && selection.count !== total}
          disabled={!total}
          onChange={isSelecting ? selection.onClear : onSelectAll}
        />
        {isSelecting ? (
          <>
            <span className="mail-list-count" role="status">
              {t("selectedCount", { count: selection.count })}
            </span>
            <Toolbar label={t("selectionActs")}>
              {selection.onArchive && (
                <IconButton
                  label={t("archive")}
                  shortcut="e"
                  size="small"
                  icon={<ArchiveIcon />}
                  onClick={selection.onArchive}
                />
              )}
              <IconButton
                label={t("delete")}
                shortcut="#"
                size="small"
                icon={<TrashIcon />}
                onClick={selection.onTrash}
              />
              <IconButton
                label={t("markRead")}
                shortcut="shift+i"
                size="small"
                icon={<MarkReadIcon />}
                onClick={() => selection.onRead(true)}
              />
              <IconButton
                label={t("markUnread")}
                shortcut="shift+u"
                size="small"
                icon={<MailIcon />}
                onClick={() => selection.onRead(false)}
              />
              <IconButton
                label={t("clearSelection")}
                size="small"
                icon={<CloseIcon />}
                onClick={selection.onClear}
              />
            </Toolbar>
          </>
        ) : (
          <>
            <h1 className="mail-list-title">{title}</h1>
            {total !== undefined && total > 0 && (
              <span className="mail-list-count">
                <span aria-hidden="true">{formatNumber(total)}</span>
                <span className="a-hidden">{t("conversationCount", { count: total })}</span>
              </span>
            )}
            <span className="mail-list-view">
              <MenuButton
                label={t("view")}
                icon={<MoreIcon />}
                size="small"
                align="end"
                items={[
                  ...(isPhone
                    ? []
                    : [
                        { heading: t("readerPane") },
                        ...(["right", "below", "off"] as const).map((pane) => ({
                          id: pane,
                          label: t(PANES[pane]),
                          checked: readerPane === pane,
                          onAct: () => setPreferences({ readerPane: pane }),
                        })),
                      ]),
                  { heading: t("density") },
                  ...(["compact", "regular", "roomy"] as const).map((one) => ({
                    id: one,
                    label: t(one),
                    checked: density === one,
                    onAct: () => setDensity(one),
                  })),
                  { separator: true },
                  { id: "keys", label: t("keys"), shortcut: "?", onAct: onKeysHelp },
                ]}
              />
            </span>
          </>
        )}
      </div>
    </>
  );
}

const PANES = { right: "paneRight", below: "paneBelow", off: "paneOff" } as const;

function SearchBox({
  place,
  field,
}: {
  readonly place: Place;
  readonly field: RefObject<HTMLInputElement | null>;
}): ReactNode {
  const [text, setText] = useState(place.kind === "search" ? place.text : "");
  return (
    <search className="mail-search">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const words = text.trim();
          if (words !== "") navigate(pathOf({ kind: "search", text: words }));
        }}
      >
        <SearchField
          ref={field}
          label={t("searchMail")}
          value={text}
          onValue={(value) => {
            setText(value);
            if (value === "" && place.kind === "search") navigate(pathOf(INBOX));
          }}
        />
      </form>
    </search>
  );
}
