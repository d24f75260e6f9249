import { openCompose } from "@atrium/feature-compose/parts";
import { Email, type EmailRecord } from "@atrium/contract/types/email";
import type { QueryView, WindowedQuery } from "@atrium/jmap";
import { lazyPart, navigate } from "@atrium/shell";
import { useLayer } from "@atrium/state";
import { ContextMenu, isSelected, useTitle, type GridHandle, type RowSelection } from "@atrium/ui";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { ConfirmDestroy } from "../acts/confirm-destroy.tsx";
import { wholeThreads } from "../acts/change.ts";
import { leavesList, type MailAct } from "../acts/mail-act.ts";
import { isMuted, isPinned, snoozedUntil } from "../acts/marks.ts";
import { useActs } from "../acts/use-acts.ts";
import { ConversationList } from "../conversation-list/conversation-list.tsx";
import { useRowDrag } from "../conversation-list/use-row-drag.ts";
import { useKeys } from "../keys/keys.ts";
import { useMail } from "../mail.tsx";
import { waiting } from "../mailboxes/mailbox-tree.ts";
import { mailboxName } from "../mailboxes/mailbox-look.tsx";
import type { Mailboxes } from "../mailboxes/use-mailboxes.ts";
import { folderOf, pathOf, withThread, type Place } from "../place/place.ts";
import { prefetch } from "../reader/prefetch.ts";
import { whereToAsk, type Point } from "../snooze/point.ts";
import { t } from "../strings/index.ts";
import { ListHead } from "./list-head.tsx";
import { useListOptions } from "./list-options.ts";
import { NothingOpen } from "./nothing-open.tsx";
import { OpenConversation } from "./open-conversation.tsx";
import { openWindow } from "./open-window.ts";
import { PaneFrame, usePaneLayout } from "./pane-frame.tsx";
import { rowMenu } from "./row-menu.tsx";
import { SelectionBar, SelectionStrip, type SelectionActs } from "./selection-bar.tsx";
import { emailsOfRow, isAtHand, isNothing, oneRow } from "./targets.ts";
import { useCursor } from "./use-cursor.ts";
import { useGoingOn, type GoingOn } from "./use-going-on.ts";
import { useMedia } from "./use-media.ts";
import { useListActs } from "./use-list-acts.ts";
import { useSwipes } from "./use-swipes.tsx";
import { useSelection } from "./use-selection.ts";

const KeysDialog = lazyPart(() => import("../keys/keys-dialog.tsx").then((m) => m.KeysDialog));
const LabelMenu = lazyPart(() => import("../labels/label-menu.tsx").then((m) => m.LabelMenu));
const SnoozeMenu = lazyPart(() => import("../snooze/snooze-menu.tsx").then((m) => m.SnoozeMenu));
const AskFolder = lazyPart(() => import("./ask-folder.tsx").then((m) => m.AskFolder));

/** The list of a place, the open conversation, and everything that keys and buttons do with both. */
export function ListAndReader({
  place,
  mailboxes,
  isReadOnly,
  query,
  view,
  title,
  sidebar,
}: {
  readonly place: Place;
  readonly mailboxes: Mailboxes;
  /** The mail of others, which the person may not change. */
  readonly isReadOnly: boolean;
  readonly query: WindowedQuery;
  readonly view: QueryView;
  readonly title: string;
  readonly sidebar: ReactNode;
}): ReactNode {
  const { account, session } = useMail();
  const layout = usePaneLayout();
  const isTouch = useMedia("(pointer: coarse)");
  const acts = useActs();
  const { mode } = useListOptions();
  const selection = useSelection(query, view);
  const [menu, setMenu] = useState<{ id: string; x: number; y: number }>();
  const [asksFolder, setAsksFolder] = useState<{ kind: "move" | "file"; target: RowSelection }>();
  const [labelling, setLabelling] = useState<{
    readonly target: RowSelection;
    readonly rows: readonly (readonly string[])[];
  }>();
  const [asksHour, setAsksHour] = useState<{ target: RowSelection; at: Point }>();
  const [helps, setHelps] = useState(false);
  const [expandAll, setExpandAll] = useState(0);
  const [list, setList] = useState(query);
  if (list !== query) {
    setList(query);
    setMenu(undefined);
  }
  const grid = useRef<GridHandle>(null);
  const search = useRef<HTMLInputElement>(null);

  const folder = folderOf(place, mailboxes);
  const folderId = folder?.id;
  const unread = folder ? waiting(folder) : 0;
  const isTrash = folder?.role === "trash";
  const mayArchive = folder?.role !== "archive" && !isTrash && !isReadOnly;
  // Drafts, and what waits for its hour: both are gone on with where they are written.
  const writtenIn = [mailboxes.byRole("drafts")?.id, mailboxes.byRole("scheduled")?.id];
  const openDraft = (emailId: string): boolean => {
    const email = account.get(Email, emailId);
    if (email?.keywords["$draft"] !== true || isReadOnly) return false;
    if (!writtenIn.some((id) => id !== undefined && email.mailboxIds[id])) return false;
    openCompose({ kind: "draft", accountId: account.id, emailId });
    return true;
  };
  const cursor = useCursor(account, place, view, mode, layout, openDraft);
  const goOn = useGoingOn({ view, cursor, layout, place });
  const clear = selection.clear;
  const { perform, asking, confirm, cancel } = useListActs({
    query,
    folder: folderId,
    isTrash,
    mode,
    goOn,
    onLeave: clear,
  });
  const emailsOf = useCallback(
    (id: string) => emailsOfRow(account, id, folderId, mode),
    [account, folderId, mode],
  );

  const openId = view.idAt(cursor.openRow);
  const rowId = view.idAt(cursor.row);
  // What a key acts on: what is selected, else what is open, else the row that the keyboard is on.
  const target = (): RowSelection =>
    isNothing(selection.rows)
      ? oneRow(place.thread === undefined ? rowId : openId)
      : selection.rows;
  const act = (what: MailAct, to?: GoingOn): void => {
    if (!isReadOnly) perform(what, target(), to);
  };
  const first = (): string | undefined => [...target().ids][0] ?? rowId;
  /** Rows that a menu or a drag on one of them is about: all that are selected when it is among them. */
  const around = (id: string): RowSelection =>
    !isNothing(selection.rows) && isSelected(selection.rows, id) ? selection.rows : oneRow(id);
  const star = (ids: RowSelection, id: string | undefined): void => {
    const emails = id === undefined ? [] : emailsOf(id);
    const isOn = emails.some(({ keywords }) => keywords["$flagged"] === true);
    // A star on one conversation is one on its latest message.
    if (!ids.all && ids.ids.size === 1) acts.star(isOn ? emails : emails.slice(-1), !isOn);
    else perform({ kind: "star", isOn: !isOn }, ids);
  };
  const askFolder = (kind: "move" | "file", ids = target()): void => {
    if (!isReadOnly && !isNothing(ids)) setAsksFolder({ kind, target: ids });
  };
  const askLabels = (ids = target()): void => {
    if (isReadOnly || isNothing(ids)) return;
    const here = ids.all ? [...view.ids()].filter((id) => isSelected(ids, id)) : [...ids.ids];
    const rows = here.map((id) => emailsOfRow(account, id, undefined, mode).map((one) => one.id));
    setLabelling({ target: ids, rows: rows.filter((row) => row.length > 0) });
  };

  const emailsOfAll = (ids: RowSelection): readonly EmailRecord[] =>
    ids.all ? [] : [...ids.ids].flatMap(emailsOf);
  /** Of conversations some of which may have it: all get it unless all have it. */
  const toggle = (kind: "pin" | "mute", ids: RowSelection): void => {
    const has = kind === "pin" ? isPinned : isMuted;
    const rows = ids.all ? [] : [...ids.ids];
    const isOn = rows.length === 0 || !rows.every((id) => has(wholeThreads(account, emailsOf(id))));
    if (!isReadOnly) perform({ kind, isOn }, ids);
  };
  const isSnoozable =
    !isReadOnly && !["trash", "junk", "drafts", "scheduled"].includes(folder?.role ?? "");
  const askSnooze = (ids = target(), at = whereToAsk(grid.current?.element, cursor.row)): void => {
    if (isSnoozable && !isNothing(ids)) setAsksHour({ target: ids, at });
  };

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
  const newWindow = (id: string): void => openWindow(emailsOf(id).at(-1)?.id ?? id, place.account);
  const go = (to: Place): void =>
    navigate(pathOf(place.account === undefined ? to : { ...to, account: place.account }));
  const goFolder = (name: string) => () => go({ kind: "folder", folder: name });
  const menuByKey = (): void => {
    const element = grid.current?.element?.querySelector(`[data-index="${cursor.row}"]`);
    const box = element?.getBoundingClientRect();
    if (box && rowId !== undefined) setMenu({ id: rowId, x: box.left + 24, y: box.top + 24 });
  };
  const isSeen = (isRead: boolean) => () =>
    selection.those(
      ({ id }) => isRead === emailsOf(id).every(({ keywords }) => keywords["$seen"] === true),
    );
  const onKey = useKeys({
    next: () => step(1),
    previous: () => step(-1),
    open: () => cursor.row >= 0 && place.thread === undefined && cursor.open(cursor.row),
    back: () => {
      if (!isNothing(selection.rows)) clear();
      else if (place.thread !== undefined) cursor.close();
    },
    ...(mayArchive && {
      archive: () => act({ kind: "archive" }),
      archiveNext: () => act({ kind: "archive" }, "next"),
      archivePrevious: () => act({ kind: "archive" }, "previous"),
    }),
    ...(!isReadOnly && {
      trash: () => act({ kind: "trash" }),
      junk: () => act({ kind: "junk" }),
      star: () => star(target(), first()),
      ...(isSnoozable && { snooze: () => askSnooze() }),
      pin: () => toggle("pin", target()),
      mute: () => toggle("mute", target()),
      read: () => act({ kind: "read", isRead: true }),
      unread: () => act({ kind: "read", isRead: false }),
      move: () => askFolder("move"),
      label: () => askLabels(),
    }),
    menu: menuByKey,
    select: () => rowId !== undefined && selection.toggle(rowId),
    selectAll: selection.all,
    selectNone: clear,
    selectRead: isSeen(true),
    selectUnread: isSeen(false),
    selectStarred: () =>
      selection.those(({ id }) =>
        emailsOf(id).some(({ keywords }) => keywords["$flagged"] === true),
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
    goSnoozed: mailboxes.byRole("snoozed") && goFolder("snoozed"),
    goStarred: () => go({ kind: "starred" }),
    goSent: goFolder("sent"),
    goDrafts: goFolder("drafts"),
    goArchive: goFolder("archive"),
    goJunk: goFolder("junk"),
    goTrash: goFolder("trash"),
  });

  // The next conversation is there before it is asked for.
  const nextId = view.idAt(neighbour(1));
  useEffect(() => {
    if (place.thread !== undefined && nextId !== undefined)
      prefetch(account, account.get(Email, nextId)?.threadId);
  }, [account, place.thread, nextId]);

  const subject = openId === undefined ? undefined : account.get(Email, openId)?.subject;
  useTitle(
    place.thread === undefined ? undefined : (subject ?? undefined),
    unread > 0 ? `${title} (${unread})` : title,
    session.address,
  );

  const rowActs = useMemo(
    () => ({
      ...(mayArchive && { archive: (id: string) => perform({ kind: "archive" }, oneRow(id)) }),
      ...(!isReadOnly && { trash: (id: string) => perform({ kind: "trash" }, oneRow(id)) }),
      ...(isSnoozable && {
        snooze: (id: string, at: Point) => setAsksHour({ target: oneRow(id), at }),
      }),
      hover: (threadId: string) => prefetch(account, threadId),
    }),
    [account, mayArchive, isReadOnly, isSnoozable, perform],
  );
  const swipeOf = useSwipes({
    idAt: view.idAt,
    emailsOf,
    mayArchive,
    isTrash,
    isReadOnly,
    onAct: (what, id) => (what.kind === "star" ? star(oneRow(id), id) : perform(what, oneRow(id))),
    onMove: (id) => askFolder("move", oneRow(id)),
    onSnooze: isSnoozable ? (id) => askSnooze(oneRow(id)) : undefined,
  });
  // The way back first lets go of what is selected, and then leaves.
  useLayer(selection.count > 0, clear);
  const selectionActs: SelectionActs = {
    count: selection.count,
    mayArchive,
    isForGood: isTrash,
    isReadOnly,
    onAct: (what) => {
      perform(what, selection.rows);
      if (!leavesList(what, folder?.role)) clear();
    },
    onSnooze: isSnoozable ? (at) => setAsksHour({ target: selection.rows, at }) : undefined,
    onToggle: (kind) => {
      toggle(kind, selection.rows);
      clear();
    },
    onAskFolder: (kind) => askFolder(kind, selection.rows),
    onAskLabels: () => askLabels(selection.rows),
    onClear: clear,
  };
  const drag = useRowDrag({
    // A finger that rests on a row selects it.
    isOff: isReadOnly || layout.isPhone || isTouch,
    accountId: account.id,
    from: folderId,
    around,
    countOf: (ids) => (ids.all ? selection.count : ids.ids.size),
    subjectOf: (id) => account.get(Email, id)?.subject?.trim() || t("noSubject"),
    drop: (ids, to) => perform({ kind: "move", folder: to }, ids),
    label: (ids, label) => perform({ kind: "label", label, isOn: true }, ids),
  });

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
              total={view.status === "loading" && view.length === 0 ? undefined : view.length}
              search={search}
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
              folder={folder}
              query={query}
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
              acts={rowActs}
              drag={drag}
              onMenu={(row, at) => {
                const id = view.idAt(row);
                if (id !== undefined) setMenu({ id, ...at });
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
            <OpenConversation
              threadId={place.thread}
              message={place.message}
              folder={folderId}
              isTrash={isTrash}
              expandAll={expandAll}
              onKey={onKey}
              row={cursor.openRow}
              total={view.length}
              account={place.account}
              onRemove={(how, emails) => {
                if (openId !== undefined) perform({ kind: how }, oneRow(openId));
                else acts.perform({ kind: how }, emails);
              }}
              mayArchive={mayArchive}
              onSnooze={isSnoozable ? (at) => askSnooze(oneRow(openId), at) : undefined}
              onToggle={isReadOnly ? undefined : (kind) => toggle(kind, oneRow(openId))}
              onMove={
                isReadOnly || openId === undefined
                  ? undefined
                  : () => askFolder("move", oneRow(openId))
              }
              onLabel={
                isReadOnly || openId === undefined ? undefined : () => askLabels(oneRow(openId))
              }
              onBack={cursor.close}
              showsBack={layout.isOnePane}
              onNext={neighbour(1) < 0 ? undefined : () => step(1)}
              onPrevious={cursor.openRow <= 0 ? undefined : () => step(-1)}
            />
          )
        }
      />
      {menu && (
        <ContextMenu
          label={t("conversationActs")}
          at={menu}
          onClose={() => setMenu(undefined)}
          items={rowMenu({
            emails: emailsOf(menu.id),
            mayArchive,
            isTrash,
            isReadOnly,
            onOpen:
              selection.count > 1 && isSelected(selection.rows, menu.id)
                ? undefined
                : () => cursor.open(view.rowOf(menu.id)),
            onNewWindow: () => newWindow(menu.id),
            onAct: (what) => {
              const ids = around(menu.id);
              if (what.kind === "star") star(ids, menu.id);
              else perform(what, ids);
            },
            onAskFolder: (kind) => askFolder(kind, around(menu.id)),
            onAskLabels: () => askLabels(around(menu.id)),
            onSnooze: isSnoozable
              ? () => setAsksHour({ target: around(menu.id), at: menu })
              : undefined,
            onToggle: (kind) => toggle(kind, around(menu.id)),
            whole: wholeThreads(account, emailsOf(menu.id)),
          })}
        />
      )}
      {asksHour && (
        <SnoozeMenu
          at={asksHour.at}
          until={snoozedUntil(emailsOfAll(asksHour.target))}
          onPick={(until) => perform({ kind: "snooze", until }, asksHour.target)}
          onWake={() => perform({ kind: "unsnooze" }, asksHour.target)}
          onClose={() => setAsksHour(undefined)}
        />
      )}
      {asksFolder && (
        <AskFolder
          kind={asksFolder.kind}
          mailboxes={mailboxes}
          from={folderId}
          onPick={(to, kind) => perform({ kind, folder: to }, asksFolder.target)}
          onClose={() => setAsksFolder(undefined)}
        />
      )}
      {labelling && (
        <LabelMenu
          rows={labelling.rows}
          isAll={isAtHand(account, labelling.target, mode)}
          onSet={(label, isOn) => perform({ kind: "label", label, isOn }, labelling.target)}
          onClose={() => setLabelling(undefined)}
        />
      )}
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
