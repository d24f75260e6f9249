import type { MailboxRecord } from "@atrium/contract/types/mailbox";
import {
  AddFolderIcon,
  EditIcon,
  MarkReadIcon,
  MoveIcon,
  TrashIcon,
  type MenuEntry,
} from "@atrium/ui";
import { mailboxName } from "../mailboxes/mailbox-look.tsx";
import { t } from "../strings/index.ts";

/** What is asked about a folder before it is done. */
export type FolderQuestion =
  | { readonly kind: "create"; readonly parent: MailboxRecord | null }
  | { readonly kind: "rename"; readonly folder: MailboxRecord }
  | { readonly kind: "move" | "delete" | "empty"; readonly folder: MailboxRecord };

/** The menu of one folder. What it may not do is not in it. */
export function folderMenu(
  folder: MailboxRecord,
  { onAsk, onRead }: { onAsk: (question: FolderQuestion) => void; onRead: () => void },
): MenuEntry[] {
  const { role, myRights } = folder;
  const isOwn = role === null;
  const ask = (kind: "rename" | "move" | "delete" | "empty") => () => onAsk({ kind, folder });
  return [
    ...(folder.unreadEmails > 0 && myRights.maySetSeen
      ? [{ id: "read", label: t("markAllRead"), icon: <MarkReadIcon />, onAct: onRead }]
      : []),
    ...(isEmptiable(folder)
      ? [
          {
            id: "empty",
            label: t("emptyFolder", { folder: mailboxName(folder) }),
            icon: <TrashIcon />,
            danger: true,
            onAct: ask("empty"),
          },
        ]
      : []),
    { separator: true },
    ...(myRights.mayCreateChild && role !== "trash" && role !== "junk" && role !== "drafts"
      ? [
          {
            id: "create",
            label: t("newFolderInside"),
            icon: <AddFolderIcon />,
            onAct: () => onAsk({ kind: "create", parent: folder }),
          },
        ]
      : []),
    ...(isOwn && myRights.mayRename
      ? [
          {
            id: "rename",
            label: t("renameFolder"),
            icon: <EditIcon />,
            shortcut: "F2",
            onAct: ask("rename"),
          },
          { id: "move", label: t("moveFolder"), icon: <MoveIcon />, onAct: ask("move") },
        ]
      : []),
    ...(isOwn && myRights.mayDelete
      ? [
          { separator: true as const },
          {
            id: "delete",
            label: t("deleteFolder"),
            icon: <TrashIcon />,
            shortcut: "Delete",
            danger: true,
            onAct: ask("delete"),
          },
        ]
      : []),
  ];
}

export function isEmptiable({ role, totalEmails, myRights }: MailboxRecord): boolean {
  return (role === "trash" || role === "junk") && totalEmails > 0 && myRights.mayRemoveItems;
}
