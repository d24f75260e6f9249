import type { EmailRecord } from "@atrium/contract/types/email";
import {
  ArchiveIcon,
  BellIcon,
  FolderIcon,
  JunkIcon,
  LabelIcon,
  MailIcon,
  MarkReadIcon,
  MoveIcon,
  MuteIcon,
  OpenOutsideIcon,
  PinIcon,
  SnoozeIcon,
  StarIcon,
  TrashIcon,
  UnpinIcon,
  type MenuEntry,
} from "@atrium/ui";
import type { MailAct } from "../acts/mail-act.ts";
import { isMuted, isPinned } from "../acts/marks.ts";
import { t } from "../strings/index.ts";

/** The menu of conversations in the list; every line of it has a key or a button as its twin. */
export function rowMenu({
  emails,
  mayArchive,
  isTrash,
  isReadOnly,
  onOpen,
  onNewWindow,
  onAct,
  onAskFolder,
  onAskLabels,
  onSnooze,
  onToggle,
  whole,
}: {
  /** Of the row that was pointed at: they decide what the entries are called. */
  readonly emails: readonly EmailRecord[];
  readonly mayArchive: boolean;
  readonly isTrash: boolean;
  readonly isReadOnly: boolean;
  /** Absent when the menu is about several rows. */
  readonly onOpen: (() => void) | undefined;
  readonly onNewWindow: () => void;
  readonly onAct: (act: MailAct) => void;
  readonly onAskFolder: (kind: "move" | "file") => void;
  readonly onAskLabels: () => void;
  /** Absent where nothing is snoozed. */
  readonly onSnooze: (() => void) | undefined;
  readonly onToggle: (kind: "pin" | "mute") => void;
  /** All messages of the conversation, in whatever folder. */
  readonly whole: readonly EmailRecord[];
}): MenuEntry[] {
  const isUnread = emails.some(({ keywords }) => keywords["$seen"] !== true);
  const isStarred = emails.some(({ keywords }) => keywords["$flagged"] === true);
  const opening: MenuEntry[] = onOpen
    ? [
        { id: "open", label: t("open"), shortcut: "o", onAct: onOpen },
        {
          id: "window",
          label: t("openInWindow"),
          icon: <OpenOutsideIcon />,
          shortcut: "shift+o",
          onAct: onNewWindow,
        },
        { separator: true },
      ]
    : [];
  if (isReadOnly) return opening;
  return [
    ...opening,
    ...(mayArchive
      ? [
          {
            id: "archive",
            label: t("archive"),
            icon: <ArchiveIcon />,
            shortcut: "e",
            onAct: () => onAct({ kind: "archive" }),
          },
        ]
      : []),
    {
      id: "trash",
      label: isTrash ? t("deleteForGood") : t("delete"),
      icon: <TrashIcon />,
      shortcut: "#",
      danger: isTrash,
      onAct: () => onAct({ kind: "trash" }),
    },
    {
      id: "junk",
      label: t("reportJunk"),
      icon: <JunkIcon />,
      shortcut: "!",
      onAct: () => onAct({ kind: "junk" }),
    },
    { separator: true },
    ...(onSnooze
      ? [
          {
            id: "snooze",
            label: t("snooze"),
            icon: <SnoozeIcon />,
            shortcut: "b",
            onAct: onSnooze,
          },
        ]
      : []),
    {
      id: "pin",
      label: isPinned(whole) ? t("unpin") : t("pin"),
      icon: isPinned(whole) ? <UnpinIcon /> : <PinIcon />,
      shortcut: "=",
      onAct: () => onToggle("pin"),
    },
    {
      id: "mute",
      label: isMuted(whole) ? t("unmute") : t("mute"),
      icon: isMuted(whole) ? <BellIcon /> : <MuteIcon />,
      shortcut: "m",
      onAct: () => onToggle("mute"),
    },
    { separator: true },
    {
      id: "move",
      label: t("moveConversations"),
      icon: <MoveIcon />,
      shortcut: "v",
      onAct: () => onAskFolder("move"),
    },
    {
      id: "label",
      label: t("labelConversations"),
      icon: <LabelIcon />,
      shortcut: "l",
      onAct: onAskLabels,
    },
    {
      id: "file",
      label: t("fileToo"),
      icon: <FolderIcon />,
      onAct: () => onAskFolder("file"),
    },
    { separator: true },
    {
      id: "read",
      label: isUnread ? t("markRead") : t("markUnread"),
      icon: isUnread ? <MarkReadIcon /> : <MailIcon />,
      shortcut: isUnread ? "shift+i" : "shift+u",
      onAct: () => onAct({ kind: "read", isRead: isUnread }),
    },
    {
      id: "star",
      label: isStarred ? t("removeStar") : t("addStar"),
      icon: <StarIcon />,
      shortcut: "s",
      onAct: () => onAct({ kind: "star", isOn: !isStarred }),
    },
  ];
}
