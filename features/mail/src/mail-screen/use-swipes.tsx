import { usePreferences, type SwipeAct } from "@atrium/state";
import type { RowSwipe, SwipeSide } from "@atrium/ui";
import type { May } from "../actions/may.ts";
import { listVerbLook, withoutKey } from "../actions/list-verb-look.tsx";
import { verbLook } from "../actions/verb-look.tsx";
import { whereToAsk } from "../snooze/point.ts";
import { t } from "../strings/index.ts";
import type { ListController } from "./list-controller.ts";
import { oneRow } from "./targets.ts";

/** What a swipe to either side does with a row, as the person likes it. Its twin is the row's menu. */
export function useSwipes(
  controller: ListController,
): (index: number, side: SwipeSide) => RowSwipe | undefined {
  const right = usePreferences(({ swipeRight }) => swipeRight);
  const left = usePreferences(({ swipeLeft }) => swipeLeft);
  return (index, side) => {
    const row = controller.view.idAt(index);
    return row === undefined
      ? undefined
      : swipeOf(side === "right" ? right : left, row, controller);
  };
}

function swipeOf(
  wanted: SwipeAct,
  row: string,
  { list, isTrash, marks, perform, questions, grid }: ListController,
): RowSwipe | undefined {
  const { may } = list.of(row).share;
  if (!isOffered(wanted, may)) return undefined;
  const target = oneRow(row);
  const emails = marks.emailsOf(row);
  switch (wanted) {
    case "archive":
      return {
        ...withoutKey(verbLook("archive")),
        tone: "success",
        leaves: true,
        onAct: () => perform({ kind: "archive" }, target),
      };
    case "trash":
      return {
        ...withoutKey(verbLook(isTrash ? "destroy" : "trash")),
        tone: "danger",
        // For good only after a question.
        leaves: !isTrash,
        onAct: () => perform({ kind: "trash" }, target),
      };
    case "snooze":
      return {
        ...withoutKey(verbLook("snooze")),
        tone: "warning",
        // Only once an hour was chosen.
        leaves: false,
        onAct: () => questions.hour(target, whereToAsk("snooze", grid.current?.element)),
      };
    case "read": {
      const isRead = emails.some(({ keywords }) => keywords["$seen"] !== true);
      return {
        ...withoutKey(isRead ? listVerbLook("read") : verbLook("unread")),
        tone: "accent",
        leaves: false,
        onAct: () => perform({ kind: "read", isRead }, target),
      };
    }
    case "star": {
      const isOn = emails.every(({ keywords }) => keywords["$flagged"] !== true);
      return {
        ...withoutKey(verbLook(isOn ? "star" : "unstar")),
        tone: "warning",
        leaves: false,
        onAct: () => marks.star(target, row),
      };
    }
    case "move":
      return {
        ...withoutKey(verbLook("move")),
        label: t("moveTo"),
        tone: "accent",
        leaves: false,
        onAct: () => questions.folder("move", target, whereToAsk("move")),
      };
    default:
      return undefined;
  }
}

function isOffered(wanted: SwipeAct, may: May): boolean {
  switch (wanted) {
    case "archive":
    case "move":
    case "read":
      return may[wanted];
    case "trash":
      return may.remove;
    case "snooze":
      return may.snooze;
    default:
      return may.mark;
  }
}
