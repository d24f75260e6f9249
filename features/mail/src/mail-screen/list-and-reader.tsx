import { cancelSending, openCompose } from "@atrium/feature-compose/parts";
import type { EmailRecord } from "@atrium/contract/types/email";
import type { JmapClient, QueryView } from "@atrium/jmap";
import { lazyPart, navigate } from "@atrium/shell";
import { useLayer } from "@atrium/state";
import { isSelected, useTitle, type GridHandle, type RowSelection } from "@atrium/ui";
import { useCallback, useMemo, useRef, useState, type ReactNode } from "react";
import { ConfirmDestroy } from "../acts/confirm-destroy.tsx";
import { wholeThreads } from "../acts/change.ts";
import type { MailAct } from "../acts/mail-act.ts";
import { isMuted, isPinned } from "../acts/marks.ts";
import { actsOn, useActs, type Acts } from "../acts/use-acts.ts";
import { ConversationList } from "../conversation-list/conversation-list.tsx";
import type { RowActs } from "../conversation-list/conversation-row.tsx";
import { useRowDrag } from "../conversation-list/use-row-drag.ts";
import { useKeys } from "../keys/keys.ts";
import { AccountScope, useMail } from "../mail.tsx";
import { mailboxName } from "../mailboxes/mailbox-look.tsx";
import { ALL_INBOXES, pathOf, withThread, type Place } from "../place/place.ts";
import { useVisibleMail } from "../mailboxes/visible-mail.ts";
import { prefetch } from "../reader/prefetch.ts";
import { useAhead, type Neighbour } from "../reader/use-ahead.ts";
import { whereToAsk, type Point } from "../snooze/point.ts";
import { t } from "../strings/index.ts";
import { AboveList } from "./above-list.tsx";
import { ListHead } from "./list-head.tsx";
import { useListOptions, type ListMode } from "./list-options.ts";
import { mayOf, sharedId, shareOf, type ListShare, type MailList } from "./mail-list.ts";
import { NothingOpen } from "./nothing-open.tsx";
import { OpenConversation } from "./open-conversation.tsx";
import { openWindow } from "./open-window.ts";
import { PaneFrame, usePaneLayout } from "./pane-frame.tsx";
import { useReadAhead } from "../reader/read-ahead.ts";
import { scrollReader } from "../reader/scroll-reader.ts";
import { SelectionBar, SelectionStrip, type SelectionActs } from "./selection-bar.tsx";
import { emailsOfRow, isNothing, oneRow } from "./targets.ts";
import { useCursor } from "./use-cursor.ts";
import { useFocusHome } from "./use-focus-home.ts";
import { useGoingOn, type GoingOn } from "./use-going-on.ts";
import { useMedia } from "./use-media.ts";
import { useListActs, type ListActs } from "./use-list-acts.ts";
import { useQuestions } from "./use-questions.ts";
import { useSelection } from "./use-selection.ts";
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
  const { client, home, session } = useMail();
  const visible = useVisibleMail();
  const layout = usePaneLayout();
  const isTouch = useMedia("(pointer: coarse)");
  const acts = useActs();
  const { mode } = useListOptions();
  const selection = useSelection(list, view);
  const questions = useQuestions(list, view, mode);
  const [helps, setHelps] = useState(false);
  const [expandAll, setExpandAll] = useState(0);
  const grid = useRef<GridHandle>(null);
  const search = useRef<HTMLInputElement>(null);

  const { folder, mailboxes: placed } = list.shares[0]!;
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
  const clear = selection.clear;
  const { perform, asking, confirm, cancel } = useListActs({
    list,
    isTrash,
    mode,
    goOn,
    onLeave: selection.drop,
  });
  const emailsOf = useCallback(
    (row: string) => {
      const { share, id } = list.of(row);
      return emailsOfRow(share.account, id, share.folder?.id, mode);
    },
    [list, mode],
  );

  const toList = useFocusHome(grid, {
    thread: place.thread,
    row: cursor.row,
    isOnePane: layout.isOnePane,
    isCovered: Boolean(questions.asked ?? asking) || helps,
    rows: view.length,
  });

  const openId = view.idAt(cursor.openRow);
  const rowId = view.idAt(cursor.row);
  // What a key acts on: what is selected, else what is open, else the row that the keyboard is on.
  const target = (): RowSelection =>
    isNothing(selection.rows)
      ? oneRow(place.thread === undefined ? rowId : openId)
      : selection.rows;
  const may = mayOf(list, target());
  const isSeveral = !isNothing(target()) && shareOf(list, target()) === undefined;
  const act = (what: MailAct, to?: GoingOn): void => perform(what, target(), to);
  const first = (): string | undefined => [...target().ids][0] ?? rowId;
  /** Rows that a menu or a drag on one of them is about: all that are selected when it is among them. */
  const around = (id: string): RowSelection =>
    !isNothing(selection.rows) && isSelected(selection.rows, id) ? selection.rows : oneRow(id);
  const star = (ids: RowSelection, id: string | undefined): void => {
    const emails = id === undefined ? [] : emailsOf(id);
    const isOn = emails.some(({ keywords }) => keywords["$flagged"] === true);
    // A star on one conversation is one on its latest message.
    if (id !== undefined && !ids.all && ids.ids.size === 1)
      actsOf(list.of(id).share).star(isOn ? emails : emails.slice(-1), !isOn);
    else perform({ kind: "star", isOn: !isOn }, ids);
  };
  /** The whole conversation of a row, in whatever folder. */
  const wholeOf = (row: string): readonly EmailRecord[] =>
    wholeThreads(list.of(row).share.account, emailsOf(row));
  /** Of conversations some of which may have it: all get it unless all have it. */
  const toggle = (kind: "pin" | "mute", ids: RowSelection): void => {
    const has = kind === "pin" ? isPinned : isMuted;
    const rows = ids.all ? [] : [...ids.ids];
    perform({ kind, isOn: rows.length === 0 || !rows.every((row) => has(wholeOf(row))) }, ids);
  };
  const askSnooze = (ids = target(), at = whereToAsk(grid.current?.element, cursor.row)): void =>
    questions.hour(ids, at);

  const neighbour = (step: 1 | -1): number => {
    const isOpen = place.thread !== undefined;
    // What was opened may have left the list, as from the unread ones: the next has taken its place.
    const isGone = isOpen && cursor.openRow < 0 && cursor.lastRow >= 0;
    const from = isGone
      ? cursor.lastRow - (step > 0 ? 1 : 0)
      : isOpen
        ? cursor.openRow
        : cursor.row;
    const to = from < 0 && !isGone ? 0 : from + step;
    return to >= 0 && to < view.length ? to : -1;
  };
  const step = (by: 1 | -1): void => {
    const to = neighbour(by);
    if (to < 0) return;
    if (place.thread === undefined) {
      cursor.moveTo(to);
      grid.current?.reveal(to);
    } else cursor.open(to);
  };
  const newWindow = (row: string): void => {
    const { share, id } = list.of(row);
    openWindow(emailsOf(row).at(-1)?.id ?? id, sharedId(share, home));
  };
  const go = (to: Place): void =>
    navigate(pathOf(place.account === undefined ? to : { ...to, account: place.account }));
  const goFolder = (name: string) => () => go({ kind: "folder", folder: name });
  const menuByKey = (): void => {
    const element = grid.current?.element?.querySelector(`[data-index="${cursor.row}"]`);
    const box = element?.getBoundingClientRect();
    if (box && rowId !== undefined) questions.menu(rowId, { x: box.left + 24, y: box.top + 24 });
  };
  const isSeen = (isRead: boolean) => () =>
    selection.those(
      (_, row) => isRead === emailsOf(row).every(({ keywords }) => keywords["$seen"] === true),
    );
  const onKey = useKeys({
    next: () => step(1),
    previous: () => step(-1),
    open: () => cursor.row >= 0 && place.thread === undefined && cursor.open(cursor.row),
    back: () => {
      if (!isNothing(selection.rows)) clear();
      else if (place.thread !== undefined) cursor.close();
    },
    ...(place.thread !== undefined && {
      scrollOn: () => scrollReader(1) || step(1),
      scrollBack: () => void scrollReader(-1),
    }),
    ...(may.archive && {
      archive: () => act({ kind: "archive" }),
      archiveNext: () => act({ kind: "archive" }, "next"),
      archivePrevious: () => act({ kind: "archive" }, "previous"),
    }),
    ...(may.remove && { trash: () => act({ kind: "trash" }) }),
    ...(may.junk && { junk: () => act({ kind: "junk" }) }),
    ...(may.snooze && { snooze: () => askSnooze() }),
    ...(may.mark && {
      star: () => star(target(), first()),
      pin: () => toggle("pin", target()),
    }),
    ...(may.mute && { mute: () => toggle("mute", target()) }),
    ...(may.read && {
      read: () => act({ kind: "read", isRead: true }),
      unread: () => act({ kind: "read", isRead: false }),
    }),
    // Of several accounts nothing goes into one folder; the keys say so.
    ...((may.move || (isSeveral && may.remove)) && {
      move: () => questions.folder("move", target()),
    }),
    ...((may.label || (isSeveral && may.mark)) && { label: () => questions.labels(target()) }),
    menu: menuByKey,
    select: () => rowId !== undefined && selection.toggle(rowId),
    selectAll: selection.all,
    selectNone: clear,
    selectRead: isSeen(true),
    selectUnread: isSeen(false),
    selectStarred: () =>
      selection.those((_, row) =>
        emailsOf(row).some(({ keywords }) => keywords["$flagged"] === true),
      ),
    undo: () => acts.undo(),
    search: () => {
      search.current?.focus();
      search.current?.select();
    },
    keys: () => setHelps(true),
    expandAll: () => setExpandAll((count) => count + 1),
    newWindow: () => first() !== undefined && newWindow(first()!),
    goInbox: goFolder("inbox"),
    goSnoozed: placed.byRole("snoozed") && goFolder("snoozed"),
    ...(visible && visible.length > 1 && { goAll: () => navigate(pathOf(ALL_INBOXES)) }),
    goStarred: () => go({ kind: "starred" }),
    goSent: goFolder("sent"),
    goDrafts: goFolder("drafts"),
    goArchive: goFolder("archive"),
    goJunk: goFolder("junk"),
    goTrash: goFolder("trash"),
  });

  useReadAhead(list, view);
  // What is read next is there before it is asked for, the one before it too.
  const isOpen = place.thread !== undefined;
  const nextId = isOpen ? view.idAt(neighbour(1)) : undefined;
  const previousId = isOpen ? view.idAt(neighbour(-1)) : undefined;
  const next = useMemo(() => neighbourAt(list, mode, nextId), [list, mode, nextId]);
  const previous = useMemo(() => neighbourAt(list, mode, previousId), [list, mode, previousId]);
  const ahead = useAhead(next, previous);

  const subject = openId === undefined ? undefined : list.email(openId)?.subject;
  useTitle(
    place.thread === undefined ? undefined : (subject ?? undefined),
    unread > 0 ? `${title} (${unread})` : title,
    session.address,
  );

  const { hour: askHour } = questions;
  const rowActsOf = useMemo(() => {
    const ask = (row: string, at: Point): void => askHour(oneRow(row), at);
    const actsOf = (share: ListShare): RowActs => ({
      ...rowActs(share, perform, ask),
      ...(share.folder?.role === "scheduled" && waitingActs(share, client)),
    });
    const all = new Map(list.shares.map((share) => [share, actsOf(share)]));
    return (share: ListShare) => all.get(share) ?? actsOf(share);
  }, [list, perform, askHour, client]);
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
  useLayer(selection.count > 0, clear);
  const selectionActs: SelectionActs = {
    count: selection.count,
    may: mayOf(list, selection.rows),
    isForGood: isTrash,
    onAct: (what) => perform(what, selection.rows),
    onSnooze: (at) => questions.hour(selection.rows, at),
    onToggle: (kind) => toggle(kind, selection.rows),
    onAskFolder: (how) => questions.folder(how, selection.rows),
    onAskLabels: () => questions.labels(selection.rows),
    onClear: clear,
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
              total={view.isCounted ? view.length : undefined}
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
              actsOf={rowActsOf}
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
                ahead={ahead?.account === openShare.account ? ahead : undefined}
                folder={openShare.folder?.id}
                isTrash={isTrash}
                mayArchive={openShare.may.archive}
                expandAll={expandAll}
                onKey={onKey}
                row={cursor.openRow}
                total={view.length}
                account={sharedId(openShare, home)}
                of={list.isMerged ? (openShare.name ?? t("ownMail")) : undefined}
                onRemove={(how, emails) => {
                  if (openId !== undefined) perform({ kind: how }, oneRow(openId));
                  else actsOf(openShare).perform({ kind: how }, emails);
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
                onNext={neighbour(1) < 0 ? undefined : () => step(1)}
                onPrevious={cursor.openRow <= 0 ? undefined : () => step(-1)}
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
        actsOf={rowActsOf}
        emailsOf={emailsOf}
        wholeOf={wholeOf}
        onAct={perform}
        onStar={star}
        onToggle={toggle}
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

/** What a row opens. */
function neighbourAt(
  list: MailList,
  mode: ListMode,
  row: string | undefined,
): Neighbour | undefined {
  const email = row === undefined ? undefined : list.email(row);
  if (row === undefined || !email) return undefined;
  const message = mode === "messages" ? email.id : undefined;
  return { account: list.of(row).share.account, threadId: email.threadId, message };
}

/** What the buttons of an account's rows do. */
function rowActs(
  { account, may }: ListShare,
  perform: ListActs["perform"],
  snooze: (row: string, at: Point) => void,
): RowActs {
  return {
    ...(may.archive && { archive: (row) => perform({ kind: "archive" }, oneRow(row)) }),
    ...(may.remove && { trash: (row) => perform({ kind: "trash" }, oneRow(row)) }),
    ...(may.snooze && { snooze }),
    mayRead: may.read,
    mayMark: may.mark,
    hover: (threadId) => void prefetch(account, threadId),
  };
}

/** What the buttons of rows do whose messages wait for their hour. */
function waitingActs({ account: { id }, may }: ListShare, client: JmapClient): Partial<RowActs> {
  if (!may.answer) return {};
  return {
    edit: (emailId) => openCompose({ kind: "draft", accountId: id, emailId }),
    cancelSending: (emailId) => void cancelSending(client, id, emailId),
  };
}

/** What a person does with mail of an account's share. */
function actsOf({ account, isReadOnly }: ListShare): Acts {
  return actsOn(account, isReadOnly);
}
