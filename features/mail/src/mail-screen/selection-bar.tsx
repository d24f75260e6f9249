import {
  Button,
  CloseIcon,
  IconButton,
  MenuButton,
  MoreIcon,
  Toolbar,
  type MenuEntry,
} from "@atrium/ui";
import type { ReactNode } from "react";
import type { MailAct } from "../acts/verbs.ts";
import type { May } from "../acts/may.ts";
import { listVerbLook, withoutKey } from "../acts/list-verb-look.tsx";
import { verbLook } from "../acts/verb-look.tsx";
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
          {...verbLook("archive")}
          size="small"
          onClick={() => onAct({ kind: "archive" })}
        />
      )}
      {may.remove && (
        <IconButton
          {...verbLook(isForGood ? "destroy" : "trash")}
          size="small"
          onClick={() => onAct({ kind: "trash" })}
        />
      )}
      {may.snooze && onSnooze && (
        <IconButton
          {...verbLook("snooze")}
          size="small"
          data-act="snooze"
          onClick={(event) => onSnooze(below(event.currentTarget))}
        />
      )}
      {may.move && (
        <IconButton
          {...verbLook("move")}
          label={t("moveTo")}
          size="small"
          onClick={() => onAskFolder("move")}
        />
      )}
      {may.label && <IconButton {...listVerbLook("label")} size="small" onClick={onAskLabels} />}
      {may.read && (
        <IconButton
          {...listVerbLook("read")}
          size="small"
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
      ...verbLook("unread"),
      onAct: () => onAct({ kind: "read", isRead: false }),
    }),
    ...entry(may.mark, {
      id: "star",
      ...withoutKey(verbLook("star")),
      onAct: () => onAct({ kind: "star", isOn: true }),
    }),
    ...entry(may.mark, {
      id: "unstar",
      ...withoutKey(verbLook("unstar")),
      onAct: () => onAct({ kind: "star", isOn: false }),
    }),
    ...entry(may.mark, {
      id: "pin",
      ...verbLook("pin"),
      onAct: () => onToggle("pin"),
    }),
    ...entry(may.mute, {
      id: "mute",
      ...verbLook("mute"),
      onAct: () => onToggle("mute"),
    }),
    ...entry(may.file, {
      id: "file",
      ...listVerbLook("file"),
      onAct: () => onAskFolder("file"),
    }),
    ...entry(may.junk, {
      id: "junk",
      ...verbLook("junk"),
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
