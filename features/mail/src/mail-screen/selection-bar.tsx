import {
  ArchiveIcon,
  Button,
  CloseIcon,
  FolderIcon,
  IconButton,
  JunkIcon,
  LabelIcon,
  MailIcon,
  MarkReadIcon,
  MenuButton,
  MoreIcon,
  MoveIcon,
  MuteIcon,
  PinIcon,
  SnoozeIcon,
  StarIcon,
  Toolbar,
  TrashIcon,
  type MenuEntry,
} from "@atrium/ui";
import type { ReactNode } from "react";
import type { MailAct } from "../acts/mail-act.ts";
import type { May } from "../acts/may.ts";
import { below, type Point } from "../snooze/point.ts";
import { t } from "../strings/index.ts";

/** What can be done with the selected conversations. */
export interface SelectionActs {
  /** How many are selected, loaded or not. */
  readonly count: number;
  readonly may: May;
  readonly isForGood: boolean;
  readonly onAct: (act: MailAct) => void;
  /** Asks for a folder, to move there or to file there too. */
  readonly onAskFolder: (kind: "move" | "file") => void;
  readonly onAskLabels: () => void;
  /** Asks until when; absent where nothing is snoozed. */
  readonly onSnooze: ((at: Point) => void) | undefined;
  readonly onToggle: (kind: "pin" | "mute") => void;
  readonly onClear: () => void;
}

/** The acts on what is selected, in place of the list's title. */
export function SelectionBar({ acts }: { readonly acts: SelectionActs }): ReactNode {
  const { may, isForGood, onAct, onAskFolder, onAskLabels, onSnooze, onClear } = acts;
  const more = moreActs(acts);
  return (
    <Toolbar label={t("selectionActs")}>
      {may.archive && (
        <IconButton
          label={t("archive")}
          shortcut="e"
          size="small"
          icon={<ArchiveIcon />}
          onClick={() => onAct({ kind: "archive" })}
        />
      )}
      {may.remove && (
        <IconButton
          label={isForGood ? t("deleteForGood") : t("delete")}
          shortcut="#"
          size="small"
          icon={<TrashIcon />}
          onClick={() => onAct({ kind: "trash" })}
        />
      )}
      {may.snooze && onSnooze && (
        <IconButton
          label={t("snooze")}
          shortcut="b"
          size="small"
          data-act="snooze"
          icon={<SnoozeIcon />}
          onClick={(event) => onSnooze(below(event.currentTarget))}
        />
      )}
      {may.move && (
        <IconButton
          label={t("moveTo")}
          shortcut="v"
          size="small"
          icon={<MoveIcon />}
          onClick={() => onAskFolder("move")}
        />
      )}
      {may.label && (
        <IconButton
          label={t("labelConversations")}
          shortcut="l"
          size="small"
          icon={<LabelIcon />}
          onClick={onAskLabels}
        />
      )}
      {may.read && (
        <IconButton
          label={t("markRead")}
          shortcut="shift+i"
          size="small"
          icon={<MarkReadIcon />}
          onClick={() => onAct({ kind: "read", isRead: true })}
        />
      )}
      {more.length > 0 && (
        <MenuButton
          label={t("moreActs")}
          icon={<MoreIcon />}
          size="small"
          align="end"
          items={more}
        />
      )}
      <IconButton label={t("clearSelection")} size="small" icon={<CloseIcon />} onClick={onClear} />
    </Toolbar>
  );
}

/** What there is no room for as buttons; what may not be done is not in it. */
function moreActs({ may, onAct, onAskFolder, onToggle }: SelectionActs): MenuEntry[] {
  const entry = (isOffered: boolean, one: MenuEntry): readonly MenuEntry[] =>
    isOffered ? [one] : [];
  return [
    ...entry(may.read, {
      id: "unread",
      label: t("markUnread"),
      icon: <MailIcon />,
      shortcut: "shift+u",
      onAct: () => onAct({ kind: "read", isRead: false }),
    }),
    ...entry(may.mark, {
      id: "star",
      label: t("addStar"),
      icon: <StarIcon />,
      onAct: () => onAct({ kind: "star", isOn: true }),
    }),
    ...entry(may.mark, {
      id: "unstar",
      label: t("removeStar"),
      icon: <StarIcon />,
      onAct: () => onAct({ kind: "star", isOn: false }),
    }),
    ...entry(may.mark, {
      id: "pin",
      label: t("pin"),
      icon: <PinIcon />,
      shortcut: "=",
      onAct: () => onToggle("pin"),
    }),
    ...entry(may.mute, {
      id: "mute",
      label: t("mute"),
      icon: <MuteIcon />,
      shortcut: "m",
      onAct: () => onToggle("mute"),
    }),
    ...entry(may.file, {
      id: "file",
      label: t("fileToo"),
      icon: <FolderIcon />,
      onAct: () => onAskFolder("file"),
    }),
    ...entry(may.junk, {
      id: "junk",
      label: t("reportJunk"),
      icon: <JunkIcon />,
      shortcut: "!",
      onAct: () => onAct({ kind: "junk" }),
    }),
  ];
}

/** Says that more is selected than can be seen, and offers less. */
export function SelectionStrip({
  count,
  here,
  onOnlyHere,
}: {
  readonly count: number;
  /** How many of the list are loaded. */
  readonly here: number;
  readonly onOnlyHere: () => void;
}): ReactNode {
  return (
    <div className="mail-selection-strip" role="status">
      <span>{t("allSelected", { count })}</span>
      {here < count && (
        <Button size="small" variant="quiet" onClick={onOnlyHere}>
          {t("onlyThese", { count: here })}
        </Button>
      )}
    </div>
  );
}
