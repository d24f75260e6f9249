import { Button, ErrorCard, VirtualGrid } from "@atrium/ui";
import { useCallback, useEffect, type ReactNode } from "react";
import { noteListShown } from "../list-shown.ts";
import { useListController } from "./list-controller.ts";
import { isNothing } from "./targets.ts";
import { useSwipes } from "./use-swipes.tsx";
import { withThread } from "../place/place.ts";
import { SendTimesOf } from "../scheduled/send-times.tsx";
import { Snippets } from "../search/snippets.tsx";
import { t } from "../strings/index.ts";
import { NAMED } from "../conversation-list/conversation-row.tsx";
import { ListSkeleton, useRowLook } from "../conversation-list/list-skeleton.tsx";
import { NothingListed } from "../conversation-list/nothing-listed.tsx";
import { useRenderRow } from "../conversation-list/use-render-row.tsx";
import "../conversation-list/conversation-list.css";

/** The conversations of a place. It draws what is in sight and asks for the rest as one scrolls. */
export function ConversationList(): ReactNode {
  const controller = useListController();
  const { place, list, view, layout, cursor, selection, questions, grid } = controller;
  const { query } = list;
  const { folder } = list.shares[0]!;
  const isWide = layout.isWideList;
  const openThread = layout.isOnePane ? undefined : place.thread;
  const { height: rowHeight, isLine } = useRowLook(isWide);
  const show = useCallback((first: number, last: number) => query.show(first, last), [query]);
  const renderRow = useRenderRow(controller, openThread);
  const swipeOf = useSwipes(controller);

  const isReady = view.status === "ready";
  const isEmpty = view.length === 0;
  const isShown = isReady || !isEmpty;
  useEffect(() => {
    if (isShown) noteListShown();
  }, [isShown]);

  const hasFailed = view.status === "failed";
  if (isEmpty && !hasFailed && !isReady) return <ListSkeleton isWide={isWide} />;
  if (isEmpty)
    return (
      <div className="mail-list-message">
        {hasFailed ? (
          <ErrorCard title={t("listNotLoaded")} onRetry={() => query.retry()}>
            {t("checkConnection")}
          </ErrorCard>
        ) : (
          <NothingListed place={place} folder={folder} />
        )}
      </div>
    );
  return (
    <div
      className="mail-list"
      data-wide={isWide || undefined}
      data-line={isLine || undefined}
      data-selecting={!isNothing(selection.rows) || undefined}
    >
      {hasFailed && (
        <div className="mail-list-failed" role="alert">
          {t("listBehind")}
          <Button size="small" onClick={() => query.retry()}>
            {t("tryAgain")}
          </Button>
        </div>
      )}
      <SendTimesOf isOn={folder?.role === "scheduled"}>
        <Snippets list={place.kind === "search" ? list : undefined}>
          <VirtualGrid
            ref={grid}
            label={t("conversations")}
            rowCount={view.length}
            isCounted={view.isCounted}
            rowHeight={rowHeight}
            rowId={view.idAt}
            active={cursor.row}
            onActive={cursor.moveTo}
            selection={selection.rows}
            onSelection={selection.set}
            onSelectRange={selection.range}
            onOpen={cursor.open}
            onRange={show}
            onMenu={(index, at) => {
              const row = view.idAt(index);
              if (row !== undefined) questions.menu(row, at);
            }}
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
