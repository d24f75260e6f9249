import { openCompose } from "@atrium/feature-compose/parts";
import type { QueryView } from "@atrium/jmap";
import { lazyPart } from "@atrium/shell";
import { useLayer } from "@atrium/state";
import { isSelected, useTitle, type GridHandle, type RowSelection } from "@atrium/ui";
import { useRef, useState, type ReactNode } from "react";
import { ConfirmDestroy } from "../acts/confirm-destroy.tsx";
import { actsOn } from "../acts/use-acts.ts";
import { ConversationList } from "../conversation-list/conversation-list.tsx";
import { useRowDrag } from "../drag/use-row-drag.ts";
import { AccountScope, useMail } from "../mail.tsx";
import { mailboxName } from "../mailboxes/mailbox-look.tsx";
import { withThread, type Place } from "../place/place.ts";
import { useReadAhead } from "../reader/read-ahead.ts";
import { whereToAsk } from "../snooze/point.ts";
import { t } from "../strings/index.ts";
import { AboveList } from "./above-list.tsx";
import { ListHead } from "./list-head.tsx";
import { useListOptions } from "../conversation-list/list-options.ts";
import { mayOf, sharedId, shareOf, type MailList } from "./mail-list.ts";
import { NothingOpen } from "./nothing-open.tsx";
import { OpenConversation } from "./open-conversation.tsx";
import { openWindow } from "./open-window.ts";
import { PaneFrame, usePaneLayout } from "./pane-frame.tsx";
import { SelectionBar, SelectionStrip, type SelectionActs } from "./selection-bar.tsx";
import { isNothing, oneRow } from "./targets.ts";
import { useCursor } from "./use-cursor.ts";
import { useFocusHome } from "./use-focus-home.ts";
import { useGoingOn } from "./use-going-on.ts";
import { useListActs } from "./use-list-acts.ts";
import { useListKeys } from "./use-list-keys.ts";
import { useMedia } from "../use-media.ts";
import { useQuestions } from "./use-questions.ts";
import { useRowButtons } from "./use-row-buttons.ts";
import { useRowMarks } from "./use-row-marks.ts";
import { useSelection } from "./use-selection.ts";
import { useSteps } from "./use-steps.ts";
import { useSwipes } from "./use-swipes.tsx";

const KeysDialog = lazyPart(() => import("../keys/keys-dialog.tsx").then((m) => m.KeysDialog));

/** The list of a place, the open conversation, and everything that keys and buttons do with both. */
export function ListAndReader({
  place,
  list,
  view,
  title,
  unread,
  sidebar,
}: {
  readonly place: Place;
  readonly list: MailList;
  readonly view: QueryView;
  readonly title: string;
  /** What waits in the folder. */
  readonly unread: number;
  readonly sidebar: ReactNode;
}): ReactNode {
  const { home, session } = useMail();
  const layout = usePaneLayout();
  const isTouch = useMedia("(pointer: coarse)");
  const { mode } = useListOptions();
  const selection = useSelection(list, view);
  const questions = useQuestions(list, view, mode);
  const [helps, setHelps] = useState(false);
  const [expandAll, setExpandAll] = useState(0);
  const grid = useRef<GridHandle>(null);
  const search = useRef<HTMLInputElement>(null);

  const { folder } = list.shares[0]!;
  const isTrash = folder?.role === "trash";
  const openDraft = (row: string): boolean => {
    const { share, id } = list.of(row);
    const { account, mailboxes, may } = share;
    const email = list.email(row);
    if (email?.keywords["$draft"] !== true || !may.answer) return false;
    // Drafts, and what waits for its hour: both are gone on with where they are written.
    const writtenIn = [mailboxes.byRole("drafts")?.id, mailboxes.byRole("scheduled")?.id];
    if (!writtenIn.some((one) => one !== undefined && email.mailboxIds[one])) return false;
    openCompose({ kind: "draft", accountId: account.id, emailId: id });
    return true;
  };
  const cursor = useCursor(list, place, view, mode, layout, openDraft);
  const goOn = useGoingOn({ view, cursor, layout, place });
  const { perform, asking, confirm, cancel } = useListActs({
    list,
    isTrash,
    mode,
    goOn,
    onLeave: selection.drop,
  });
  const marks = useRowMarks(list, mode, perform);
  const { emailsOf, star, toggle } = marks;
  const toList = useFocusHome(grid, {
    thread: place.thread,
    row: cursor.row,
    isOnePane: layout.isOnePane,
    isCovered: Boolean(questions.asked ?? asking) || helps,
    rows: view.length,
  });

  const total = view.isCounted ? view.length : undefined;
  const openId = view.idAt(cursor.openRow);
  const rowId = view.idAt(cursor.row);
  // What a key acts on: what is selected, else what is open, else the row that the keyboard is on.
  const target = isNothing(selection.rows)
    ? oneRow(place.thread === undefined ? rowId : openId)
    : selection.rows;
  /** Rows that a menu or a drag on one of them is about: all that are selected when it is among them. */
  const around = (id: string): RowSelection =>
    !isNothing(selection.rows) && isSelected(selection.rows, id) ? selection.rows : oneRow(id);
  const askSnooze = (ids = target, at = whereToAsk(grid.current?.element, cursor.row)): void =>
    questions.hour(ids, at);

  const newWindow = (row: string): void => {
    const { share, id } = list.of(row);
    openWindow(emailsOf(row).at(-1)?.id ?? id, sharedId(share, home));
  };
  const steps = useSteps({ place, list, view, mode, cursor, grid });
  const onKey = useListKeys({
    place,
    list,
    cursor,
    steps,
    selection,
    target,
    rowId,
    perform,
    marks,
    questions,
    grid,
    search,
    onSnooze: () => askSnooze(),
    onNewWindow: newWindow,
    onExpandAll: () => setExpandAll((count) => count + 1),
    onHelp: () => setHelps(true),
  });

  useReadAhead(list, view);
  const subject = openId === undefined ? undefined : list.email(openId)?.subject;
  useTitle(
    place.thread === undefined ? undefined : (subject ?? undefined),
    unread > 0 ? `${title} (${unread})` : title,
    session.address,
  );

  const buttonsOf = useRowButtons(list, perform, questions.hour);
  const swipeOf = useSwipes({
    idAt: view.idAt,
    emailsOf,
    mayOf: (row) => list.of(row).share.may,
    isTrash,
    onAct: (what, id) => (what.kind === "star" ? star(oneRow(id), id) : perform(what, oneRow(id))),
    onMove: (id) => questions.folder("move", oneRow(id)),
    onSnooze: (id) => askSnooze(oneRow(id)),
  });
  // The way back first lets go of what is selected, and then leaves.
  useLayer(selection.count > 0, selection.clear);
  const selectionActs: SelectionActs = {
    count: selection.count,
    may: mayOf(list, selection.rows),
    isForGood: isTrash,
    onAct: (what) => perform(what, selection.rows),
    onSnooze: (at) => questions.hour(selection.rows, at),
    onToggle: (kind) => toggle(kind, selection.rows),
    onAskFolder: (how) => questions.folder(how, selection.rows),
    onAskLabels: () => questions.labels(selection.rows),
    onClear: selection.clear,
  };
  const drag = useRowDrag({
    // A finger that rests on a row selects it.
    isOff: layout.isPhone || isTouch || !list.shares.some((share) => share.may.move),
    originOf(rows) {
      const share = shareOf(list, rows);
      return { accountId: share?.account.id, from: share?.folder?.id };
    },
    around,
    countOf: (ids) => (ids.all ? selection.count : ids.ids.size),
    subjectOf: (row) => list.email(row)?.subject?.trim() || t("noSubject"),
    drop: (ids, to) => perform({ kind: "move", folder: to }, ids),
    label: (ids, label) => perform({ kind: "label", label, isOn: true }, ids),
  });

  // Whose the open conversation is, also when it is not in the list.
  const openShare =
    list.shares.find(({ account }) => account.id === (place.owner ?? list.shares[0]!.account.id)) ??
    list.shares[0]!;
  return (
    <>
      <PaneFrame
        place={place}
        sidebar={sidebar}
        list={
          <>
            <ListHead
              place={place}
              title={title}
              total={total}
              isEmpty={view.length === 0}
              search={search}
              onSearched={toList}
              onSelectAll={selection.all}
              onKeysHelp={() => setHelps(true)}
              selection={selectionActs}
            />
            {selection.rows.all && selection.count > 0 && (
              <SelectionStrip
                count={selection.count}
                here={selection.here}
                onOnlyHere={selection.onlyHere}
              />
            )}
            <ConversationList
              key={JSON.stringify(withThread(place, undefined))}
              place={place}
              list={list}
              view={view}
              mode={mode}
              isWide={layout.isWideList}
              active={cursor.row}
              onActive={cursor.moveTo}
              openThread={layout.isOnePane ? undefined : place.thread}
              openMessage={place.message}
              selection={selection.rows}
              onSelection={selection.set}
              onSelectRange={selection.range}
              onOpen={cursor.open}
              actsOf={buttonsOf}
              drag={drag}
              onMenu={(row, at) => {
                const id = view.idAt(row);
                if (id !== undefined) questions.menu(id, at);
              }}
              swipeOf={swipeOf}
              grid={grid}
            />
            {layout.isPhone && selection.count > 0 && (
              <div className="mail-foot">
                <SelectionBar acts={selectionActs} />
              </div>
            )}
          </>
        }
        reader={
          place.thread === undefined ? (
            <NothingOpen count={selection.count} />
          ) : (
            <AccountScope accountId={sharedId(openShare, home)} isReadOnly={openShare.isReadOnly}>
              <OpenConversation
                opened={{ threadId: place.thread, message: place.message }}
                ahead={steps.ahead?.account === openShare.account ? steps.ahead : undefined}
                folder={openShare.folder?.id}
                isTrash={isTrash}
                mayArchive={openShare.may.archive}
                expandAll={expandAll}
                onKey={onKey}
                row={cursor.openRow}
                total={total}
                account={sharedId(openShare, home)}
                of={list.isMerged ? (openShare.name ?? t("ownMail")) : undefined}
                onRemove={(how, emails) => {
                  if (openId !== undefined) perform({ kind: how }, oneRow(openId));
                  else
                    actsOn(openShare.account, openShare.isReadOnly).perform({ kind: how }, emails);
                }}
                onSnooze={openShare.may.snooze ? (at) => askSnooze(oneRow(openId), at) : undefined}
                onToggle={(kind) => toggle(kind, oneRow(openId))}
                onMove={
                  openId === undefined ? undefined : () => questions.folder("move", oneRow(openId))
                }
                onLabel={
                  openId === undefined || !openShare.may.label
                    ? undefined
                    : () => questions.labels(oneRow(openId))
                }
                onBack={cursor.close}
                showsBack={layout.isOnePane}
                onNext={steps.to(1) < 0 ? undefined : () => steps.go(1)}
                onPrevious={cursor.openRow <= 0 ? undefined : () => steps.go(-1)}
              />
            </AccountScope>
          )
        }
      />
      <AboveList
        list={list}
        mode={mode}
        isTrash={isTrash}
        questions={questions}
        around={around}
        actsOf={buttonsOf}
        marks={marks}
        onAct={perform}
        onOpen={(row) => cursor.open(view.rowOf(row))}
        onNewWindow={newWindow}
      />
      {helps && <KeysDialog onClose={() => setHelps(false)} />}
      {asking && (
        <ConfirmDestroy
          count={asking.count}
          name={folder ? mailboxName(folder) : title}
          onClose={cancel}
          onConfirm={confirm}
        />
      )}
    </>
  );
}
