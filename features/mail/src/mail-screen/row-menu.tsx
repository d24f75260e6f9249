import type { EmailRecord } from "@atrium/contract/types/email";
import {
  ArchiveIcon,
  BellIcon,
  CancelSendingIcon,
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
  WriteIcon,
  type MenuEntry,
} from "@atrium/ui";
import type { MailAct } from "../acts/mail-act.ts";
import type { May } from "../acts/may.ts";
import { isMuted, isPinned } from "../acts/marks.ts";
import { t } from "../strings/index.ts";

/** The menu of conversations in the list; every line of it has a key or a button as its twin. */
export function rowMenu({
  emails,
  may,
  isTrash,
  onOpen,
  onEdit,
  onCancelSending,
  onNewWindow,
  onAct,
  onAskFolder,
  onAskLabels,
  onSnooze,
  onToggle,
  whole,
  more,
}: {
  /** Of the row that was pointed at: they decide what the entries are called. */
  readonly emails: readonly EmailRecord[];
  readonly may: May;
  readonly isTrash: boolean;
  /** Absent when the menu is about several rows. */
  readonly onOpen: (() => void) | undefined;
  /** Of a message that waits for its hour. */
  readonly onEdit: (() => void) | undefined;
  readonly onCancelSending: (() => void) | undefined;
  readonly onNewWindow: () => void;
  readonly onAct: (act: MailAct) => void;
  readonly onAskFolder: (kind: "move" | "file") => void;
  readonly onAskLabels: () => void;
  /** Absent where nothing is snoozed. */
  readonly onSnooze: (() => void) | undefined;
  readonly onToggle: (kind: "pin" | "mute") => void;
  /** All messages of the conversation, in whatever folder. */
  readonly whole: readonly EmailRecord[];
  /** Further entries, at the end. */
  readonly more: readonly MenuEntry[];
}): MenuEntry[] {
  const isUnread = emails.some(({ keywords }) => keywords["$seen"] !== true);
  const isStarred = emails.some(({ keywords }) => keywords["$flagged"] === true);
  const group = (...entries: readonly (MenuEntry | false)[]): MenuEntry[][] => {
    const offered = entries.filter((entry) => entry !== false);
    return offered.length > 0 ? [offered] : [];
  };
  const groups = [
    ...group(
      onEdit !== undefined && {
        id: "edit",
        label: t("editMessage"),
        icon: <WriteIcon />,
        shortcut: "o",
        onAct: onEdit,
      },
      onCancelSending !== undefined && {
        id: "cancel-sending",
        label: t("cancelSending"),
        icon: <CancelSendingIcon />,
        onAct: onCancelSending,
      },
    ),
    ...(onOpen && !onEdit
      ? group(
          { id: "open", label: t("open"), shortcut: "o", onAct: onOpen },
          {
            id: "window",
            label: t("openInWindow"),
            icon: <OpenOutsideIcon />,
            shortcut: "shift+o",
            onAct: onNewWindow,
          },
        )
      : []),
    ...group(
      may.archive && {
        id: "archive",
        label: t("archive"),
        icon: <ArchiveIcon />,
        shortcut: "e",
        onAct: () => onAct({ kind: "archive" }),
      },
      may.remove && {
        id: "trash",
        label: isTrash ? t("deleteForGood") : t("delete"),
        icon: <TrashIcon />,
        shortcut: "#",
        danger: isTrash,
        onAct: () => onAct({ kind: "trash" }),
      },
      may.junk && {
        id: "junk",
        label: t("reportJunk"),
        icon: <JunkIcon />,
        shortcut: "!",
        onAct: () => onAct({ kind: "junk" }),
      },
    ),
    ...group(
      may.move && {
        id: "move",
        label: t("moveConversations"),
        icon: <MoveIcon />,
        shortcut: "v",
        onAct: () => onAskFolder("move"),
      },
      may.label && {
        id: "label",
        label: t("labelConversations"),
        icon: <LabelIcon />,
        shortcut: "l",
        onAct: onAskLabels,
      },
      may.file && {
        id: "file",
        label: t("fileToo"),
        icon: <FolderIcon />,
        onAct: () => onAskFolder("file"),
      },
    ),
    ...group(
      onSnooze !== undefined &&
        may.snooze && {
          id: "snooze",
          label: t("snooze"),
          icon: <SnoozeIcon />,
          shortcut: "b",
          onAct: onSnooze,
        },
      may.mark && {
        id: "pin",
        label: isPinned(whole) ? t("unpin") : t("pin"),
        icon: isPinned(whole) ? <UnpinIcon /> : <PinIcon />,
        shortcut: "=",
        onAct: () => onToggle("pin"),
      },
      may.mute && {
        id: "mute",
        label: isMuted(whole) ? t("unmute") : t("mute"),
        icon: isMuted(whole) ? <BellIcon /> : <MuteIcon />,
        shortcut: "m",
        onAct: () => onToggle("mute"),
      },
    ),
    ...group(
      may.read && {
        id: "read",
        label: isUnread ? t("markRead") : t("markUnread"),
        icon: isUnread ? <MarkReadIcon /> : <MailIcon />,
        shortcut: isUnread ? "shift+i" : "shift+u",
        onAct: () => onAct({ kind: "read", isRead: isUnread }),
      },
      may.mark && {
        id: "star",
        label: isStarred ? t("removeStar") : t("addStar"),
        icon: <StarIcon />,
        shortcut: "s",
        onAct: () => onAct({ kind: "star", isOn: !isStarred }),
      },
    ),
  ];
  return [
    ...groups.flatMap((entries, at) =>
      at > 0 ? [{ separator: true as const }, ...entries] : entries,
    ),
    ...more,
  ];
}
