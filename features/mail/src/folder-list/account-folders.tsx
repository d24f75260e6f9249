import type { MailboxRecord } from "@atrium/contract/types/mailbox";
import { startTask } from "@atrium/feature-suite/parts";
import { isProvisional } from "@atrium/jmap";
import { lazyPart } from "@atrium/shell";
import {
  AddFolderIcon,
  AllInboxesIcon,
  ContextMenu,
  IconButton,
  PeopleIcon,
  StarIcon,
  Tree,
  type TreeNode,
} from "@atrium/ui";
import { useState, type KeyboardEvent, type ReactNode } from "react";
import { seen } from "../actions/patches.ts";
import { useMail } from "../mail.tsx";
import { mailboxName } from "../mailboxes/mailbox-look.tsx";
import { mailboxTree } from "../mailboxes/mailbox-tree.ts";
import type { Mailboxes } from "../mailboxes/use-mailboxes.ts";
import { ALL_INBOXES, folderKey, folderOf, type Place } from "../place/place.ts";
import { t } from "../strings/index.ts";
import { setFolderOpen, useClosedFolders } from "./closed-folders.ts";
import { folderMenu, isEmptiable, type FolderQuestion } from "./folder-menu.tsx";
import { folderNode } from "./folder-nodes.tsx";
import { SectionHead, useIsClosed } from "../sidebar/section-head.tsx";
import { useFolderDrag } from "./use-folder-drag.ts";

const FolderQuestions = lazyPart(() =>
  import("./folder-questions.tsx").then((m) => m.FolderQuestions),
);
const STARRED = "starred";
const ALL = "all";

/** The folders of one account, and all that can be done with them. */
export function AccountFolders({
  name,
  mailboxes,
  place,
  onGo,
  onLeave,
  all,
}: {
  /** Of a shared account; the person's own has no heading. */
  readonly name: string | undefined;
  readonly mailboxes: Mailboxes;
  /** Where the window is, if that is in this account. */
  readonly place: Place | undefined;
  readonly onGo: (place: Place) => void;
  /** The folder that is open is no more. */
  readonly onLeave: () => void;
  /** The inboxes of all accounts as one, which stand above where there are several. */
  readonly all?: { readonly unread: number; readonly isOpen: boolean } | undefined;
}): ReactNode {
  const { account, isReadOnly } = useMail();
  const [menu, setMenu] = useState<{ id: string; x: number; y: number }>();
  const [question, setQuestion] = useState<FolderQuestion>();
  const { system, own } = mailboxTree(mailboxes.list);
  const closed = useClosedFolders();
  const nodes = system.map((node) => folderNode(node, closed));
  // Stars stand right below the inbox and what comes back to it, as one looks there next.
  const drafts = system.findIndex(({ mailbox }) => mailbox.role === "drafts");
  nodes.splice(Math.max(drafts, 1), 0, { id: STARRED, label: t("starred"), icon: <StarIcon /> });
  if (all)
    nodes.unshift({
      id: ALL,
      label: t("allInboxes"),
      icon: <AllInboxesIcon />,
      count: all.unread,
      countLabel: t("unreadCount", { count: all.unread }),
      strong: all.unread > 0,
    });
  const openFolder = place && folderOf(place, mailboxes)?.id;
  const selected = all?.isOpen ? ALL : place?.kind === "starred" ? STARRED : openFolder;
  const drag = useFolderDrag(mailboxes, isReadOnly);

  const go = (id: string): void => {
    const mailbox = mailboxes.byId(id);
    if (id === ALL) onGo(ALL_INBOXES);
    else if (id === STARRED) onGo({ kind: "starred" });
    else if (mailbox && !isProvisional(id)) onGo({ kind: "folder", folder: folderKey(mailbox) });
  };
  const readAll = (folder: MailboxRecord): void => {
    const filter = { inMailbox: folder.id, notKeyword: "$seen" };
    const source = { filter };
    void startTask(account, "changeEmails", t("bulkRead"), { source, changes: seen(true) });
  };
  const onKey = (id: string, event: KeyboardEvent): boolean => {
    const folder = mailboxes.byId(id);
    if (!folder || isReadOnly) return false;
    const isOwn = folder.role === null;
    if (event.key === "F2" && isOwn && folder.myRights.mayRename)
      setQuestion({ kind: "rename", folder });
    else if (event.key === "Delete" && isOwn && folder.myRights.mayDelete)
      setQuestion({ kind: "delete", folder });
    else if (event.key === "Delete" && isEmptiable(folder)) setQuestion({ kind: "empty", folder });
    else return false;
    return true;
  };
  const openMenu = (id: string, at: { readonly x: number; readonly y: number }): void => {
    if (id !== STARRED && id !== ALL && !isReadOnly) setMenu({ id, ...at });
  };
  const open = new Set(mailboxes.list.flatMap(({ id }) => (closed.has(id) ? [] : [id])));
  const tree = (label: string, items: readonly TreeNode[]): ReactNode => (
    <Tree
      label={label}
      items={items}
      selected={selected}
      expanded={open}
      onExpand={setFolderOpen}
      onSelect={go}
      onMenu={openMenu}
      onKey={onKey}
      itemProps={(node) => ({
        ref: drag(node.id),
        title: countsOf(mailboxes.byId(node.id)),
      })}
    />
  );
  const target = menu && mailboxes.byId(menu.id);
  const mayAdd = !isReadOnly;
  const isClosed = useIsClosed("closesFolders");
  return (
    <>
      {name !== undefined && (
        <h2 className="mail-folders-account">
          <PeopleIcon aria-hidden="true" />
          <span className="mail-folders-name">{name}</span>
          {isReadOnly && <span className="mail-folders-note">{t("readOnly")}</span>}
        </h2>
      )}
      {tree(name === undefined ? t("mail") : t("sharedAccount", { name }), nodes)}
      {(mayAdd || own.length > 0) && (
        <SectionHead section="closesFolders" title={t("folders")}>
          {mayAdd && (
            <IconButton
              label={t("newFolder")}
              size="small"
              icon={<AddFolderIcon />}
              onClick={() => setQuestion({ kind: "create", parent: null })}
            />
          )}
        </SectionHead>
      )}
      {own.length > 0 &&
        !isClosed &&
        tree(
          name === undefined ? t("folders") : t("foldersOf", { name }),
          own.map((node) => folderNode(node, closed)),
        )}
      {menu && target && (
        <ContextMenu
          label={t("folderActs", { folder: mailboxName(target) })}
          at={menu}
          items={folderMenu(target, { onAsk: setQuestion, onRead: () => readAll(target) })}
          onClose={() => setMenu(undefined)}
        />
      )}
      {question && (
        <FolderQuestions
          question={question}
          mailboxes={mailboxes}
          onClose={() => setQuestion(undefined)}
          onGone={(ids) => {
            if (openFolder !== undefined && ids.includes(openFolder)) onLeave();
          }}
        />
      )}
    </>
  );
}

/** What is in a folder in all, for who rests on it. */
function countsOf(mailbox: MailboxRecord | undefined): string | undefined {
  if (!mailbox) return undefined;
  const all = t("messages", { count: mailbox.totalEmails });
  return mailbox.unreadEmails === 0
    ? all
    : `${all} · ${t("unreadCount", { count: mailbox.unreadEmails })}`;
}
