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
} from "@atrium/ui";
import type { ReactNode } from "react";
import type { MailAct } from "../acts/mail-act.ts";
import { below, type Point } from "../snooze/point.ts";
import { t } from "../strings/index.ts";

/** What can be done with the selected conversations. */
export interface SelectionActs {
  /** How many are selected, loaded or not. */
  readonly count: number;
  readonly mayArchive: boolean;
  readonly isForGood: boolean;
  readonly isReadOnly: boolean;
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
  const {
    mayArchive,
    isForGood,
    isReadOnly,
    onAct,
    onAskFolder,
    onAskLabels,
    onSnooze,
    onToggle,
    onClear,
  } = acts;
  return (
    <Toolbar label={t("selectionActs")}>
      {!isReadOnly && mayArchive && (
        <IconButton
          label={t("archive")}
          shortcut="e"
          size="small"
          icon={<ArchiveIcon />}
          onClick={() => onAct({ kind: "archive" })}
        />
      )}
      {!isReadOnly && (
        <>
          <IconButton
            label={isForGood ? t("deleteForGood") : t("delete")}
            shortcut="#"
            size="small"
            icon={<TrashIcon />}
            onClick={() => onAct({ kind: "trash" })}
          />
          {onSnooze && (
            <IconButton
              label={t("snooze")}
              shortcut="b"
              size="small"
              data-act="snooze"
              icon={<SnoozeIcon />}
              onClick={(event) => onSnooze(below(event.currentTarget))}
            />
          )}
          <IconButton
            label={t("moveTo")}
            shortcut="v"
            size="small"
            icon={<MoveIcon />}
            onClick={() => onAskFolder("move")}
          />
          <IconButton
            label={t("labelConversations")}
            shortcut="l"
            size="small"
            icon={<LabelIcon />}
            onClick={onAskLabels}
          />
          <IconButton
            label={t("markRead")}
            shortcut="shift+i"
            size="small"
            icon={<MarkReadIcon />}
            onClick={() => onAct({ kind: "read", isRead: true })}
          />
          <MenuButton
            label={t("moreActs")}
            icon={<MoreIcon />}
            size="small"
            align="end"
            items={[
              {
                id: "unread",
                label: t("markUnread"),
                icon: <MailIcon />,
                shortcut: "shift+u",
                onAct: () => onAct({ kind: "read", isRead: false }),
              },
              {
                id: "star",
                label: t("addStar"),
                icon: <StarIcon />,
                onAct: () => onAct({ kind: "star", isOn: true }),
              },
              {
                id: "unstar",
                label: t("removeStar"),
                icon: <StarIcon />,
                onAct: () => onAct({ kind: "star", isOn: false }),
              },
              {
                id: "pin",
                label: t("pin"),
                icon: <PinIcon />,
                shortcut: "=",
                onAct: () => onToggle("pin"),
              },
              {
                id: "mute",
                label: t("mute"),
                icon: <MuteIcon />,
                shortcut: "m",
                onAct: () => onToggle("mute"),
              },
              {
                id: "file",
                label: t("fileToo"),
                icon: <FolderIcon />,
                onAct: () => onAskFolder("file"),
              },
              {
                id: "junk",
                label: t("reportJunk"),
                icon: <JunkIcon />,
                shortcut: "!",
                onAct: () => onAct({ kind: "junk" }),
              },
            ]}
          />
        </>
      )}
      <IconButton label={t("clearSelection")} size="small" icon={<CloseIcon />} onClick={onClear} />
    </Toolbar>
  );
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
