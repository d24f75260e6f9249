import type { QueryView } from "@atrium/jmap";
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
import {
  useCallback,
  useEffect,
  useMemo,
  type ComponentProps,
  type ReactNode,
  type RefObject,
} from "react";
import { asLabels, useLabels } from "../labels/labels.ts";
import { AccountScope } from "../mail.tsx";
import type { MailboxRecord } from "@atrium/contract/types/mailbox";
import { withThread, type Place } from "../place/place.ts";
import type { RowDrag } from "../drag/drag-parts.ts";
import { isFiltered, showEverything, useListOptions, type ListMode } from "./list-options.ts";
import type { ListShare, MailList } from "../mail-screen/mail-list.ts";
import { SendTimesOf } from "../scheduled/send-times.tsx";
import { Snippets } from "../search/snippets.tsx";
import { t as search } from "../search/strings/index.ts";
import { t } from "../strings/index.ts";
import { noteListShown } from "../list-shown.ts";
import { ConversationRow, NAMED, RowSkeleton } from "./conversation-row.tsx";
import type { RowActs } from "./row-buttons.tsx";
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
  list,
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
  actsOf,
  drag,
  onMenu,
  swipeOf,
  grid,
}: {
  readonly place: Place;
  readonly list: MailList;
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
  readonly actsOf: (share: ListShare) => RowActs;
  readonly drag: RowDrag | undefined;
  readonly onMenu: (row: number, at: { readonly x: number; readonly y: number }) => void;
  readonly swipeOf: VirtualGridProps["swipeOf"];
  readonly grid: RefObject<GridHandle | null>;
}): ReactNode {
  const density = usePreferences((all) => all.density);
  const { query, isMerged } = list;
  const folder = list.shares[0]!.folder;
  const all = useLabels();
  const here = place.kind === "label" ? place.label : undefined;
  // In a label's own list every row has it: saying so tells nothing.
  const labels = useMemo(
    () => (here === undefined ? all : all && asLabels(all.list.filter(({ id }) => id !== here))),
    [all, here],
  );
  const isScheduled = folder?.role === "scheduled";
  const isOutgoing = isScheduled || folder?.role === "sent" || folder?.role === "drafts";
  const openOwner = place.owner ?? list.shares[0]!.account.id;
  const show = useCallback((first: number, last: number) => query.show(first, last), [query]);
  const height = HEIGHTS[isWide ? "wide" : "narrow"][density];

  const renderRow = useCallback(
    (row: number, state: RowState) => {
      const key = view.idAt(row);
      if (key === undefined) return <RowSkeleton />;
      const { share, id } = list.of(key);
      const Row = isMerged ? RowOfAccount : ConversationRow;
      const drawn = (
        <Row
          id={id}
          row={key}
          of={isMerged ? (share.name ?? t("ownMail")) : undefined}
          isSelected={state.selected}
          select={state.select}
          idOf={state.idOf}
          isOutgoing={isOutgoing}
          isOpen={
            openThread !== undefined &&
            share.account.id === openOwner &&
            (openMessage === undefined
              ? list.email(key)?.threadId === openThread
              : id === openMessage)
          }
          folder={share.folder?.id}
          mode={mode}
          labels={labels}
          acts={actsOf(share)}
          drag={drag}
        />
      );
      if (!isMerged) return drawn;
      return (
        <AccountScope accountId={share.account.id} isReadOnly={share.isReadOnly}>
          {drawn}
        </AccountScope>
      );
    },
    [
      view,
      list,
      isMerged,
      isOutgoing,
      openThread,
      openMessage,
      openOwner,
      mode,
      labels,
      actsOf,
      drag,
    ],
  );

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
        <Snippets list={place.kind === "search" ? list : undefined}>
          <VirtualGrid
            ref={grid}
            label={t("conversations")}
            rowCount={view.length}
            isCounted={view.isCounted}
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
            leavesSpace={openThread !== undefined}
            scrollKey={JSON.stringify(withThread(place, undefined))}
            renderRow={renderRow}
          />
        </Snippets>
      </SendTimesOf>
    </div>
  );
}

/** A row of one of several accounts, with that account's labels. */
function RowOfAccount(props: ComponentProps<typeof ConversationRow>): ReactNode {
  return <ConversationRow {...props} labels={useLabels()} />;
}

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
