import type { EmailRecord } from "@atrium/contract/types/email";
import {
  ArchiveIcon,
  JunkIcon,
  MailIcon,
  MarkReadIcon,
  OpenOutsideIcon,
  StarIcon,
  TrashIcon,
  type MenuEntry,
} from "@atrium/ui";
import type { Acts } from "../acts/use-acts.ts";
import { MailboxIcon, mailboxName } from "../mailboxes/mailbox-look.tsx";
import { inTreeOrder } from "../mailboxes/mailbox-tree.ts";
import type { Mailboxes } from "../mailboxes/use-mailboxes.ts";
import { t } from "../strings/index.ts";
import type { RemovalKind } from "./use-removal.ts";

/** The menu of one conversation in the list; every line of it has a key or a button as its twin. */
export function rowMenu({
  emails,
  mailboxes,
  folder,
  mayArchive,
  isTrash,
  acts,
  onOpen,
  onNewWindow,
  onRemove,
}: {
  readonly emails: readonly EmailRecord[];
  readonly mailboxes: Mailboxes;
  readonly folder: string | undefined;
  readonly mayArchive: boolean;
  readonly isTrash: boolean;
  readonly acts: Acts;
  readonly onOpen: () => void;
  readonly onNewWindow: () => void;
  readonly onRemove: (how: RemovalKind) => void;
}): MenuEntry[] {
  const isUnread = emails.some(({ keywords }) => keywords["$seen"] !== true);
  const isStarred = emails.some(({ keywords }) => keywords["$flagged"] === true);
  return [
    { id: "open", label: t("open"), shortcut: "o", onAct: onOpen },
    {
      id: "window",
      label: t("openInWindow"),
      icon: <OpenOutsideIcon />,
      shortcut: "shift+o",
      onAct: onNewWindow,
    },
    { separator: true },
    ...(mayArchive
      ? [
          {
            id: "archive",
            label: t("archive"),
            icon: <ArchiveIcon />,
            shortcut: "e",
            onAct: () => onRemove("archive"),
          },
        ]
      : []),
    {
      id: "trash",
      label: isTrash ? t("deleteForGood") : t("delete"),
      icon: <TrashIcon />,
      shortcut: "#",
      danger: isTrash,
      onAct: () => onRemove("trash"),
    },
    {
      id: "junk",
      label: t("reportJunk"),
      icon: <JunkIcon />,
      shortcut: "!",
      onAct: () => onRemove("junk"),
    },
    { separator: true },
    {
      id: "read",
      label: isUnread ? t("markRead") : t("markUnread"),
      icon: isUnread ? <MarkReadIcon /> : <MailIcon />,
      shortcut: isUnread ? "shift+i" : "shift+u",
      onAct: () => acts.read(emails, isUnread),
    },
    {
      id: "star",
      label: isStarred ? t("removeStar") : t("addStar"),
      icon: <StarIcon />,
      shortcut: "s",
      onAct: () => acts.star(isStarred ? emails : emails.slice(-1), !isStarred),
    },
    { heading: t("moveTo") },
    ...inTreeOrder(mailboxes.list)
      .filter(({ mailbox: { id, role } }) => id !== folder && role !== "drafts" && role !== "sent")
      .map(({ mailbox, above }) => ({
        id: mailbox.id,
        label: [...above, mailbox].map(mailboxName).join(" / "),
        icon: <MailboxIcon role={mailbox.role} />,
        onAct: () => acts.move(emails, mailbox.id),
      })),
  ];
}
