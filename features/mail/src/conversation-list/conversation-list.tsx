import { Email } from "@atrium/contract/types/email";
import type { QueryView, WindowedQuery } from "@atrium/jmap";
import { lazyPart } from "@atrium/shell";
import { usePreferences } from "@atrium/state";
import {
  Button,
  EmptyState,
  ErrorCard,
  MailIcon,
  VirtualGrid,
  type GridHandle,
  type RowSelection,
  type RowState,
  type VirtualGridProps,
} from "@atrium/ui";
import { useCallback, useEffect, useRef, useMemo, type ReactNode, type RefObject } from "react";
import { asLabels, useLabels } from "../labels/labels.ts";
import { useMail } from "../mail.tsx";
import type { MailboxRecord } from "@atrium/contract/types/mailbox";
import type { Place } from "../place/place.ts";
import type { RowDrag } from "../folder-list/drag-parts.ts";
import {
  isFiltered,
  showEverything,
  useListOptions,
  type ListMode,
} from "../mail-screen/list-options.ts";
import { SendTimesOf } from "../scheduled/send-times.tsx";
import { Snippets } from "../search/snippets.tsx";
import { t as search } from "../search/strings/index.ts";
import { t } from "../strings/index.ts";
import { noteListShown } from "./list-shown.ts";
import { ConversationRow, NAMED, RowSkeleton, type RowActs } from "./conversation-row.tsx";
import "./conversation-list.css";

const EmptyList = lazyPart(() =>
  import("../empty-list/empty-list.tsx").then((module) => module.EmptyList),
);
const EmptySearch = lazyPart(() =>
  import("../search/empty-search.tsx").then((module) => module.EmptySearch),
);

/** Pixels of a row by density: two lines beside the reader, one where the list has the whole width. */
const HEIGHTS = {
  narrow: { compact: 52, regular: 62, roomy: 72 },
  wide: { compact: 34, regular: 40, roomy: 48 },
} as const;

/** The conversations of a place. It draws what is in sight and asks for the rest as one scrolls. */
export function ConversationList({
  place,
  folder,
  query,
  view,
  mode,
  isWide,
  active,
  onActive,
  openThread,
  openMessage,
  selection,
  onSelection,
  onSelectRange,
  onOpen,
  acts,
  drag,
  onMenu,
  swipeOf,
  grid,
}: {
  readonly place: Place;
  readonly folder: MailboxRecord | undefined;
  readonly query: WindowedQuery;
  readonly view: QueryView;
  readonly mode: ListMode;
  readonly isWide: boolean;
  readonly active: number;
  readonly onActive: (row: number) => void;
  readonly openThread: string | undefined;
  readonly openMessage: string | undefined;
  readonly selection: RowSelection;
  readonly onSelection: (selection: RowSelection) => void;
  readonly onSelectRange: (first: number, last: number, base: RowSelection) => void;
  readonly onOpen: (row: number) => void;
  readonly acts: RowActs;
  readonly drag: RowDrag | undefined;
  readonly onMenu: (row: number, at: { readonly x: number; readonly y: number }) => void;
  readonly swipeOf: VirtualGridProps["swipeOf"];
  readonly grid: RefObject<GridHandle | null>;
}): ReactNode {
  const { account } = useMail();
  const density = usePreferences((all) => all.density);
  const all = useLabels();
  const here = place.kind === "label" ? place.label : undefined;
  // In a label's own list every row has it: saying so tells nothing.
  const labels = useMemo(
    () => (here === undefined ? all : all && asLabels(all.list.filter(({ id }) => id !== here))),
    [all, here],
  );
  const isScheduled = folder?.role === "scheduled";
  const isOutgoing = isScheduled || folder?.role === "sent" || folder?.role === "drafts";
  const folderId = folder?.id;
  const show = useCallback((first: number, last: number) => query.show(first, last), [query]);
  const height = HEIGHTS[isWide ? "wide" : "narrow"][density];

  const renderRow = useCallback(
    (row: number, state: RowState) => {
      const id = view.idAt(row);
      if (id === undefined) return <RowSkeleton />;
      return (
        <ConversationRow
          id={id}
          isSelected={state.selected}
          select={state.select}
          idOf={state.idOf}
          isOutgoing={isOutgoing}
          isOpen={
            openThread !== undefined &&
            (openMessage === undefined
              ? account.get(Email, id)?.threadId === openThread
              : id === openMessage)
          }
          folder={folderId}
          mode={mode}
          labels={labels}
          acts={acts}
          drag={drag}
        />
      );
    },
    [view, account, isOutgoing, openThread, openMessage, folderId, mode, labels, acts, drag],
  );

  // Back from what was read in the list's place, one goes on where one was.
  const activeHere = useRef(active);
  useEffect(() => {
    if (activeHere.current >= 0 && isFocusLost()) grid.current?.focus();
  }, [grid]);

  const isShown = view.status === "ready" || view.length > 0;
  useEffect(() => {
    if (isShown) noteListShown();
  }, [isShown]);

  if (view.status === "failed" && view.length === 0)
    return (
      <div className="mail-list-message">
        <ErrorCard title={t("listNotLoaded")} onRetry={() => query.retry()}>
          {t("checkConnection")}
        </ErrorCard>
      </div>
    );
  if (view.status === "ready" && view.length === 0) return <Empty place={place} folder={folder} />;
  const isFirst = view.status !== "ready" && view.length === 0;
  if (isFirst) return <ListSkeleton isWide={isWide} />;
  return (
    <div
      className="mail-list"
      data-wide={isWide || undefined}
      data-selecting={selection.all || selection.ids.size > 0 || undefined}
    >
      {view.status === "failed" && (
        <div className="mail-list-failed" role="alert">
          {t("listBehind")}
          <Button size="small" onClick={() => query.retry()}>
            {t("tryAgain")}
          </Button>
        </div>
      )}
      <SendTimesOf isOn={isScheduled}>
        <Snippets filter={place.kind === "search" ? query.definition.filter : null}>
          <VirtualGrid
            ref={grid}
            label={t("conversations")}
            rowCount={view.length}
            rowHeight={height}
            rowId={view.idAt}
            active={active}
            onActive={onActive}
            selection={selection}
            onSelection={onSelection}
            onSelectRange={onSelectRange}
            onOpen={onOpen}
            onRange={show}
            onMenu={onMenu}
            swipeOf={swipeOf}
            named={NAMED}
            scrollKey={JSON.stringify({ ...place, thread: undefined })}
            renderRow={renderRow}
          />
        </Snippets>
      </SendTimesOf>
    </div>
  );
}

/** What had the focus is gone, as with a pane that was left. */
const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/** The list while nothing of it is here. */
export function ListSkeleton({ isWide = false }: { readonly isWide?: boolean }): ReactNode {
  const density = usePreferences((all) => all.density);
  return (
    <div
      className="mail-list-loading"
      data-wide={isWide || undefined}
      aria-busy="true"
      aria-label={t("loadingList")}
      role="status"
    >
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} style={{ blockSize: HEIGHTS[isWide ? "wide" : "narrow"][density] }}>
          <RowSkeleton />
        </div>
      ))}
    </div>
  );
}

function Empty({
  place,
  folder,
}: {
  readonly place: Place;
  readonly folder: MailboxRecord | undefined;
}): ReactNode {
  const isPartly = isFiltered(useListOptions());
  if (isPartly)
    return (
      <div className="mail-list-message">
        <EmptyState
          icon={<MailIcon />}
          title={search("filteredEmpty")}
          action={
            <Button size="small" onClick={showEverything}>
              {search("showAll")}
            </Button>
          }
        >
          {search("filteredEmptyWhat")}
        </EmptyState>
      </div>
    );
  if (place.kind === "search")
    return (
      <div className="mail-list-message">
        <EmptySearch place={place} />
      </div>
    );
  return (
    <div className="mail-list-message">
      <EmptyList place={place} folder={folder} />
    </div>
  );
}
