import { Email } from "@atrium/contract/types/email";
import type { QueryView, WindowedQuery } from "@atrium/jmap";
import { lazyPart, navigate } from "@atrium/shell";
import {
  addRows,
  ContextMenu,
  noRows,
  toggleRow,
  useTitle,
  type GridHandle,
  type RowSelection,
} from "@atrium/ui";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { ConfirmDestroy } from "../acts/confirm-destroy.tsx";
import { useActs } from "../acts/use-acts.ts";
import { ConversationList } from "../conversation-list/conversation-list.tsx";
import { useKeys } from "../keys/keys.ts";
import { useMail } from "../mail.tsx";
import type { Mailboxes } from "../mailboxes/use-mailboxes.ts";
import { waiting } from "../mailboxes/mailbox-tree.ts";
import { folderOf, pathOf, type Place } from "../place/place.ts";
import { prefetch } from "../reader/prefetch.ts";
import { t } from "../strings/index.ts";
import { ListHead } from "./list-head.tsx";
import { NothingOpen } from "./nothing-open.tsx";
import { OpenConversation } from "./open-conversation.tsx";
import { openWindow } from "./open-window.ts";
import { PaneFrame, usePaneLayout } from "./pane-frame.tsx";
import { rowMenu } from "./row-menu.tsx";
import { emailsOfRow } from "./targets.ts";
import { useCursor } from "./use-cursor.ts";
import { useRemoval } from "./use-removal.ts";

const KeysDialog = lazyPart(() => import("../keys/keys-dialog.tsx").then((m) => m.KeysDialog));

/** The list of a place, the open conversation, and everything that keys and buttons do with both. */
export function ListAndReader({
  place,
  mailboxes,
  query,
  view,
  title,
  sidebar,
}: {
  readonly place: Place;
  readonly mailboxes: Mailboxes;
  readonly query: WindowedQuery;
  readonly view: QueryView;
  readonly title: string;
  readonly sidebar: ReactNode;
}): ReactNode {
  const { account, session } = useMail();
  const layout = usePaneLayout();
  const acts = useActs();
  const cursor = useCursor(account, place, view);
  const [selection, setSelection] = useState<RowSelection>(noRows);
  const [menu, setMenu] = useState<{
    readonly id: string;
    readonly x: number;
    readonly y: number;
  }>();
  const [helps, setHelps] = useState(false);
  const [expandAll, setExpandAll] = useState(0);
  const [list, setList] = useState(query);
  if (list !== query) {
    // Another list: what was chosen in the one before is not chosen here.
    setList(query);
    setSelection(noRows);
    setMenu(undefined);
  }
  const grid = useRef<GridHandle>(null);
  const search = useRef<HTMLInputElement>(null);

  const folder = folderOf(place, mailboxes);
  const folderId = folder?.id;
  const unread = folder ? waiting(folder) : 0;
  const isTrash = folder?.role === "trash";
  const mayArchive = folder?.role !== "archive" && !isTrash;
  const removal = useRemoval({ acts, view, cursor, isTrash, layout, place });

  const selected = useMemo(
    () => [...selection.ids].filter((id) => view.rowOf(id) >= 0),
    [selection, view],
  );
  const emailsOf = useCallback(
    (ids: readonly string[]) => ids.flatMap((id) => emailsOfRow(account, id, folderId)),
    [account, folderId],
  );
  const openId = view.idAt(cursor.openRow);
  const rowId = view.idAt(cursor.row);
  // What a key acts on: what is selected, else what is open, else the row that the keyboard is on.
  const target = (): readonly string[] => {
    if (selected.length > 0) return selected;
    const id = place.thread === undefined ? rowId : openId;
    return id === undefined ? [] : [id];
  };
  const remove = useCallback(
    (how: "archive" | "trash" | "junk", ids: readonly string[]) => {
      removal.remove(how, ids, emailsOf(ids));
      setSelection(noRows);
    },
    [removal, emailsOf],
  );

  const changeSelection = useCallback(
    (next: RowSelection) => {
      // "All" means the conversations that are here; what was never loaded is not acted on unseen.
      setSelection(next.all ? addRows(noRows, view.ids()) : next);
    },
    [view],
  );

  const neighbour = (step: 1 | -1): number => {
    const from = place.thread === undefined ? cursor.row : cursor.openRow;
    const to = from < 0 ? 0 : from + step;
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
  const newWindow = (id: string): void => openWindow(emailsOf([id]).at(-1)?.id ?? id);
  const go = (to: Place): void => navigate(pathOf(to));
  const onKey = useKeys({
    next: () => step(1),
    previous: () => step(-1),
    open: () => cursor.row >= 0 && place.thread === undefined && cursor.open(cursor.row),
    back: () => {
      if (selection.ids.size > 0) setSelection(noRows);
      else if (place.thread !== undefined) cursor.close();
    },
    ...(mayArchive && { archive: () => remove("archive", target()) }),
    trash: () => remove("trash", target()),
    junk: () => remove("junk", target()),
    star: () => {
      const emails = emailsOf(target());
      const isOn = emails.some(({ keywords }) => keywords["$flagged"] === true);
      acts.star(isOn ? emails : target().flatMap((id) => emailsOf([id]).slice(-1)), !isOn);
    },
    select: () => rowId !== undefined && setSelection(toggleRow(selection, rowId)),
    read: () => acts.read(emailsOf(target()), true),
    unread: () => acts.read(emailsOf(target()), false),
    undo: () => acts.undo(),
    search: () => {
      search.current?.focus();
      search.current?.select();
    },
    keys: () => setHelps(true),
    expandAll: () => setExpandAll((count) => count + 1),
    newWindow: () => target()[0] !== undefined && newWindow(target()[0]!),
    goInbox: () => go({ kind: "folder", folder: "inbox" }),
    goStarred: () => go({ kind: "starred" }),
    goSent: () => go({ kind: "folder", folder: "sent" }),
    goDrafts: () => go({ kind: "folder", folder: "drafts" }),
    goArchive: () => go({ kind: "folder", folder: "archive" }),
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
      ...(mayArchive && { archive: (id: string) => remove("archive", [id]) }),
      trash: (id: string) => remove("trash", [id]),
      hover: (threadId: string) => prefetch(account, threadId),
    }),
    [account, mayArchive, remove],
  );

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
              onSelectAll={() => setSelection(addRows(noRows, view.ids()))}
              onKeysHelp={() => setHelps(true)}
              selection={{
                emails: [],
                count: selected.length,
                ...(mayArchive && { onArchive: () => remove("archive", selected) }),
                onTrash: () => remove("trash", selected),
                onRead: (isRead) => {
                  acts.read(emailsOf(selected), isRead);
                  setSelection(noRows);
                },
                onClear: () => setSelection(noRows),
              }}
            />
            <ConversationList
              key={JSON.stringify({ ...place, thread: undefined })}
              place={place}
              folder={folder}
              query={query}
              view={view}
              isWide={layout.isWideList}
              active={cursor.row}
              onActive={cursor.moveTo}
              openThread={layout.isOnePane ? undefined : place.thread}
              selection={selection}
              onSelection={changeSelection}
              onOpen={cursor.open}
              acts={rowActs}
              onMenu={(row, at) => {
                const id = view.idAt(row);
                if (id !== undefined) setMenu({ id, ...at });
              }}
              grid={grid}
            />
          </>
        }
        reader={
          place.thread === undefined ? (
            <NothingOpen count={selected.length} />
          ) : (
            <OpenConversation
              threadId={place.thread}
              folder={folderId}
              isTrash={isTrash}
              expandAll={expandAll}
              onKey={onKey}
              row={cursor.openRow}
              total={view.length}
              onRemove={(how, emails) =>
                removal.remove(how, openId === undefined ? [] : [openId], emails)
              }
              mayArchive={mayArchive}
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
            emails: emailsOf([menu.id]),
            mailboxes,
            folder: folderId,
            mayArchive,
            isTrash,
            acts,
            onOpen: () => cursor.open(view.rowOf(menu.id)),
            onNewWindow: () => newWindow(menu.id),
            onRemove: (how) => remove(how, [menu.id]),
          })}
        />
      )}
      {helps && <KeysDialog onClose={() => setHelps(false)} />}
      {removal.asking && (
        <ConfirmDestroy
          count={removal.asking.length}
          onClose={removal.cancel}
          onConfirm={removal.confirm}
        />
      )}
    </>
  );
}
