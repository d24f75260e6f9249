import { formatNumber } from "@atrium/i18n";
import { lazyPart } from "@atrium/shell";
import { Button, Checkbox, IconButton, MenuIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { SearchBox } from "../search/search-box.tsx";
import { t } from "../strings/index.ts";
import { openFolders } from "./folder-drawer.tsx";
import { useListController } from "./list-controller.ts";
import { ListView } from "./list-view.tsx";
import { SelectionBar } from "./selection-bar.tsx";

const SearchTools = lazyPart(
  () => import("../search/search-tools.tsx").then((module) => module.SearchTools),
  <div className="mail-search-tools" />,
);

/** Above the list: search, where one is, and the actions on what is selected. */
export function ListHead({
  onSearched,
}: {
  readonly onSearched: (isFound: boolean) => void;
}): ReactNode {
  const { place, view, title, layout, selection, questions, search } = useListController();
  const { isNarrow, isPhone } = layout;
  // `undefined` until it is counted.
  const total = view.isCounted ? view.length : undefined;
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
          disabled={view.length === 0}
          onChange={isSelecting ? selection.clear : selection.all}
        />
        {isSelecting ? (
          <>
            <span className="mail-list-count" role="status">
              {t("selectedCount", { count: selection.count })}
            </span>
            {isPhone ? (
              selection.count !== total && (
                <Button size="small" variant="quiet" onClick={selection.all}>
                  {t("selectAll")}
                </Button>
              )
            ) : (
              <SelectionBar />
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
            <ListView byTimeOnly={place.all === true} onKeysHelp={questions.keys} />
          </>
        )}
      </div>
    </>
  );
}
