import type { EmailRecord } from "@atrium/contract/types/email";
import {
  CancelSendingIcon,
  OpenIcon,
  OpenOutsideIcon,
  WriteIcon,
  type MenuEntry,
} from "@atrium/ui";
import type { MailAction } from "../actions/verbs.ts";
import type { May } from "../actions/may.ts";
import { isMuted, isPinned } from "../actions/marks.ts";
import type { ReportKind } from "../actions/report.ts";
import { listVerbLook } from "../actions/list-verb-look.tsx";
import { verbLook } from "../actions/verb-look.tsx";
import { t } from "../strings/index.ts";

/** The menu of conversations in the list; every line of it has a key or a button as its twin. */
export function rowMenu({
  emails,
  may,
  isTrash,
  reports,
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
  readonly reports: readonly ReportKind[];
  /** Absent when the menu is about several rows. */
  readonly onOpen: (() => void) | undefined;
  /** Of a message that waits for its hour. */
  readonly onEdit: (() => void) | undefined;
  readonly onCancelSending: (() => void) | undefined;
  readonly onNewWindow: () => void;
  readonly onAct: (action: MailAction) => void;
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
          { id: "open", label: t("open"), icon: <OpenIcon />, shortcut: "o", onAct: onOpen },
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
        ...verbLook("archive"),
        onAct: () => onAct({ kind: "archive" }),
      },
      may.remove && {
        id: "trash",
        ...verbLook(isTrash ? "destroy" : "trash"),
        danger: isTrash,
        onAct: () => onAct({ kind: "trash" }),
      },
      ...reports.map((as) => ({
        id: as,
        ...verbLook(as),
        onAct: () => onAct({ kind: "report", as }),
      })),
    ),
    ...group(
      may.move && {
        id: "move",
        ...verbLook("move"),
        onAct: () => onAskFolder("move"),
      },
      may.label && {
        id: "label",
        ...listVerbLook("label"),
        onAct: onAskLabels,
      },
      may.file && {
        id: "file",
        ...listVerbLook("file"),
        onAct: () => onAskFolder("file"),
      },
    ),
    ...group(
      onSnooze !== undefined &&
        may.snooze && {
          id: "snooze",
          ...verbLook("snooze"),
          onAct: onSnooze,
        },
      may.mark && {
        id: "pin",
        ...verbLook(isPinned(whole) ? "unpin" : "pin"),
        onAct: () => onToggle("pin"),
      },
      may.mute && {
        id: "mute",
        ...verbLook(isMuted(whole) ? "unmute" : "mute"),
        onAct: () => onToggle("mute"),
      },
    ),
    ...group(
      may.read && {
        id: "read",
        ...(isUnread ? listVerbLook("read") : verbLook("unread")),
        onAct: () => onAct({ kind: "read", isRead: isUnread }),
      },
      may.mark && {
        id: "star",
        ...verbLook(isStarred ? "unstar" : "star"),
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
