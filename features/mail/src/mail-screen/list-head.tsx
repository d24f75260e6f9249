import { formatNumber } from "@atrium/i18n";
import { lazyPart } from "@atrium/shell";
import { Button, Checkbox, IconButton, MenuIcon } from "@atrium/ui";
import type { ReactNode, RefObject } from "react";
import type { Place } from "../place/place.ts";
import { SearchBox } from "../search/search-box.tsx";
import { t } from "../strings/index.ts";
import { ListView } from "./list-view.tsx";
import { openFolders, usePaneLayout } from "./pane-frame.tsx";
import { SelectionBar, type SelectionActs } from "./selection-bar.tsx";

const SearchTools = lazyPart(
  () => import("../search/search-tools.tsx").then((module) => module.SearchTools),
  <div className="mail-search-tools" />,
);

/** Above the list: search, where one is, and the acts on what is selected. */
export function ListHead({
  place,
  title,
  total,
  isEmpty,
  selection,
  onSelectAll,
  search,
  onSearched,
  onKeysHelp,
}: {
  readonly place: Place;
  readonly title: string;
  /** `undefined` until it is counted. */
  readonly total: number | undefined;
  readonly isEmpty: boolean;
  readonly selection: SelectionActs;
  readonly onSelectAll: () => void;
  readonly search: RefObject<HTMLInputElement | null>;
  /** The person is done with typing and turns to what was found. */
  readonly onSearched: (isFound: boolean) => void;
  readonly onKeysHelp: () => void;
}): ReactNode {
  const { isNarrow, isPhone } = usePaneLayout();
  const isSelecting = selection.count > 0;
  return (
    <>
      <div className="mail-bar">
        {isNarrow && (
          <IconButton label={t("showFolders")} icon={<MenuIcon />} onClick={openFolders} />
        )}
        <SearchBox place={place} field={search} onFinish={onSearched} />
      </div>
      {place.kind === "search" && <SearchTools place={place} total={total} />}
      <div className="mail-list-head" data-selecting={isSelecting || undefined}>
        <Checkbox
          aria-label={isSelecting ? t("clearSelection") : t("selectAll")}
          checked={isSelecting}
          indeterminate={isSelecting && selection.count !== total}
          disabled={isEmpty}
          onChange={isSelecting ? selection.onClear : onSelectAll}
        />
        {isSelecting ? (
          <>
            <span className="mail-list-count" role="status">
              {t("selectedCount", { count: selection.count })}
            </span>
            {isPhone ? (
              selection.count !== total && (
                <Button size="small" variant="quiet" onClick={onSelectAll}>
                  {t("selectAll")}
                </Button>
              )
            ) : (
              <SelectionBar acts={selection} />
            )}
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
            <ListView byTimeOnly={place.all === true} onKeysHelp={onKeysHelp} />
          </>
        )}
      </div>
    </>
  );
}
