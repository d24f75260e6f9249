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
import type { May } from "../actions/may.ts";
import { listVerbLook, withoutKey } from "../actions/list-verb-look.tsx";
import { verbLook } from "../actions/verb-look.tsx";
import { below } from "../snooze/point.ts";
import { t } from "../strings/index.ts";
import { useListController, type ListController } from "./list-controller.ts";
import { mayOf } from "./mail-list.ts";
import type { Selection } from "./use-selection.ts";

/** The actions on what is selected, in place of the list's title. */
export function SelectionBar(): ReactNode {
  const controller = useListController();
  const { list, isTrash, perform, questions } = controller;
  const { rows, clear } = controller.selection;
  const may = mayOf(list, rows);
  const more = moreActs(controller, may);
  return (
    <Toolbar label={t("selectionActs")}>
      {may.archive && (
        <IconButton
          {...verbLook("archive")}
          size="small"
          onClick={() => perform({ kind: "archive" }, rows)}
        />
      )}
      {may.remove && (
        <IconButton
          {...verbLook(isTrash ? "destroy" : "trash")}
          size="small"
          onClick={() => perform({ kind: "trash" }, rows)}
        />
      )}
      {may.snooze && (
        <IconButton
          {...verbLook("snooze")}
          size="small"
          data-act="snooze"
          onClick={(event) => questions.hour(rows, below(event.currentTarget))}
        />
      )}
      {may.move && (
        <IconButton
          {...verbLook("move")}
          label={t("moveTo")}
          size="small"
          onClick={() => questions.folder("move", rows)}
        />
      )}
      {may.label && (
        <IconButton
          {...listVerbLook("label")}
          size="small"
          onClick={() => questions.labels(rows)}
        />
      )}
      {may.read && (
        <IconButton
          {...listVerbLook("read")}
          size="small"
          onClick={() => perform({ kind: "read", isRead: true }, rows)}
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
      <IconButton label={t("clearSelection")} size="small" icon={<CloseIcon />} onClick={clear} />
    </Toolbar>
  );
}

/** What there is no room for as buttons; what may not be done is not in it. */
function moreActs(
  { selection: { rows }, perform, marks, questions }: ListController,
  may: May,
): MenuEntry[] {
  const entry = (isOffered: boolean, one: MenuEntry): readonly MenuEntry[] =>
    isOffered ? [one] : [];
  return [
    ...entry(may.read, {
      id: "unread",
      ...verbLook("unread"),
      onAct: () => perform({ kind: "read", isRead: false }, rows),
    }),
    ...entry(may.mark, {
      id: "star",
      ...withoutKey(verbLook("star")),
      onAct: () => perform({ kind: "star", isOn: true }, rows),
    }),
    ...entry(may.mark, {
      id: "unstar",
      ...withoutKey(verbLook("unstar")),
      onAct: () => perform({ kind: "star", isOn: false }, rows),
    }),
    ...entry(may.mark, {
      id: "pin",
      ...verbLook("pin"),
      onAct: () => marks.toggle("pin", rows),
    }),
    ...entry(may.mute, {
      id: "mute",
      ...verbLook("mute"),
      onAct: () => marks.toggle("mute", rows),
    }),
    ...entry(may.file, {
      id: "file",
      ...listVerbLook("file"),
      onAct: () => questions.folder("file", rows),
    }),
    ...entry(may.junk, {
      id: "junk",
      ...verbLook("junk"),
      onAct: () => perform({ kind: "junk" }, rows),
    }),
  ];
}

/** Says that more is selected than can be seen, and offers less. */
export function SelectionStrip({ selection }: { readonly selection: Selection }): ReactNode {
  const { count, here, onlyHere } = selection;
  return (
    <div className="mail-selection-strip" role="status">
      <span>{t("allSelected", { count })}</span>
      {here < count && (
        <Button size="small" variant="quiet" onClick={onlyHere}>
          {t("onlyThese", { count: here })}
        </Button>
      )}
    </div>
  );
}
