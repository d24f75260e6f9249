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
import { useQuickSteps } from "../quick-steps/use-quick-steps.tsx";
import { below, whereToAsk } from "../snooze/point.ts";
import { t } from "../strings/index.ts";
import { useListController, type ListController } from "./list-controller.ts";
import { mayOf, shareOf } from "./mail-list.ts";
import { reportsOf } from "./reports-of.ts";
import type { Selection } from "./use-selection.ts";

/** The actions on what is selected, in place of the list's title. */
export function SelectionBar({
  isTight = false,
}: {
  /** There is no room for what is used less: the menu has it, and the check box before it clears the selection. */
  readonly isTight?: boolean;
}): ReactNode {
  const controller = useListController();
  const { list, isTrash, perform, questions } = controller;
  const { rows, clear } = controller.selection;
  const may = mayOf(list, rows);
  const share = shareOf(list, rows);
  const steps = useQuickSteps((share ?? list.shares[0]!).account, may, (action) =>
    perform(action, rows),
  );
  const more = [
    ...(isTight ? besides(controller, may) : []),
    ...moreActs(controller, may),
    // Of several accounts nothing goes into one folder.
    ...(share ? steps : []),
  ];
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
          data-act="move"
          onClick={(event) => questions.folder("move", rows, below(event.currentTarget))}
        />
      )}
      {may.label && !isTight && (
        <IconButton
          {...listVerbLook("label")}
          size="small"
          data-act="label"
          onClick={(event) => questions.labels(rows, below(event.currentTarget))}
        />
      )}
      {may.read && !isTight && (
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
      {!isTight && (
        <IconButton label={t("clearSelection")} size="small" icon={<CloseIcon />} onClick={clear} />
      )}
    </Toolbar>
  );
}

const entry = (isOffered: boolean, one: MenuEntry): readonly MenuEntry[] =>
  isOffered ? [one] : [];

/** What a tight bar has no buttons for. */
function besides(
  { selection: { rows }, perform, questions }: ListController,
  may: May,
): readonly MenuEntry[] {
  return [
    ...entry(may.label, {
      id: "label",
      ...listVerbLook("label"),
      onAct: () => questions.labels(rows, whereToAsk("move")),
    }),
    ...entry(may.read, {
      id: "read",
      ...listVerbLook("read"),
      onAct: () => perform({ kind: "read", isRead: true }, rows),
    }),
  ];
}

/** What there is no room for as buttons; what may not be done is not in it. */
function moreActs(controller: ListController, may: May): MenuEntry[] {
  const { perform, marks, questions } = controller;
  const { rows } = controller.selection;
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
      onAct: () => questions.folder("file", rows, whereToAsk("move")),
    }),
    ...reportsOf(controller, rows).map((as) => ({
      id: as,
      ...verbLook(as),
      onAct: () => perform({ kind: "report", as }, rows),
    })),
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
