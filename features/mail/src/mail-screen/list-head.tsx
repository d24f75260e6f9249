import { SEARCH_PATH } from "@atrium/contract/manifest";
import { formatNumber } from "@atrium/i18n";
import { lazyPart } from "@atrium/shell";
import { Button, Checkbox, IconButton, MenuIcon } from "@atrium/ui";
import { useEffect, useRef, type ReactNode } from "react";
import { useMail } from "../mail.tsx";
import { SearchBox } from "../search/search-box.tsx";
import { t } from "../strings/index.ts";
import { openFolders } from "./folder-drawer.tsx";
import { useListController } from "./list-controller.ts";
import { ListView } from "./list-view.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { useIsTight } from "./use-is-tight.ts";
import { WriteButton } from "./write-button.tsx";

const SearchTools = lazyPart(
  () => import("../search/search-tools.tsx").then((module) => module.SearchTools),
  <div className="mail-search-tools" />,
);

const TrashNote = lazyPart(() =>
  import("../settings/deleted-mail/trash-note.tsx").then((module) => module.TrashNote),
);

/** Pixels in which every action on what is selected has its button. */
const ENOUGH = 400;

/** Above list and reader: the search. */
export function SearchBar({
  onSearched,
}: {
  /** The person is done with typing and turns to what was found. */
  readonly onSearched: (isFound: boolean) => void;
}): ReactNode {
  const { place, layout, search } = useListController();
  const { isNarrow, isPhone } = layout;
  useEffect(() => {
    if (location.pathname + location.search === SEARCH_PATH) search.current?.focus();
  }, [search]);
  return (
    <div className="mail-bar">
      {isNarrow && (
        <IconButton label={t("showFolders")} icon={<MenuIcon />} onClick={openFolders} />
      )}
      <SearchBox place={place} field={search} onFinish={onSearched} />
      {isNarrow && !isPhone && <WriteButton />}
    </div>
  );
}

/** Above the list: where one is, and the actions on what is selected. */
export function ListHead(): ReactNode {
  const { account, home } = useMail();
  const { isTrash, place, view, title, layout, selection, questions } = useListController();
  const { isPhone } = layout;
  // `undefined` until it is counted.
  const total = view.isCounted ? view.length : undefined;
  const isSelecting = selection.count > 0;
  const bar = useRef<HTMLDivElement>(null);
  const isTight = useIsTight(bar, ENOUGH);
  return (
    <>
      {place.kind === "search" && <SearchTools place={place} total={total} />}
      <div ref={bar} />
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
              <SelectionBar isTight={isTight} />
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
      {isTrash && account === home && <TrashNote />}
    </>
  );
}
