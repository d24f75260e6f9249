import type { EmailRecord } from "@atrium/contract/types/email";
import { usePreferences, type SwipeAct } from "@atrium/state";
import { type RowSwipe, type SwipeSide } from "@atrium/ui";
import type { MailAct } from "../acts/verbs.ts";
import type { May } from "../acts/may.ts";
import { listVerbLook, withoutKey } from "../acts/list-verb-look.tsx";
import { verbLook } from "../acts/verb-look.tsx";
import { t } from "../strings/index.ts";

/** What swipes may do in this list, and how. */
interface Swiped {
  readonly idAt: (row: number) => string | undefined;
  readonly emailsOf: (id: string) => readonly EmailRecord[];
  readonly mayOf: (id: string) => May;
  readonly isTrash: boolean;
  readonly onAct: (act: MailAct, id: string) => void;
  readonly onMove: (id: string) => void;
  readonly onSnooze: (id: string) => void;
}

/** What a swipe to either side does with a row, as the person likes it. Its twin is the row's menu. */
export function useSwipes(
  given: Swiped,
): ((row: number, side: SwipeSide) => RowSwipe | undefined) | undefined {
  const right = usePreferences(({ swipeRight }) => swipeRight);
  const left = usePreferences(({ swipeLeft }) => swipeLeft);
  return (row, side) => {
    const id = given.idAt(row);
    return id === undefined ? undefined : swipeOf(side === "right" ? right : left, id, given);
  };
}

function swipeOf(
  wanted: SwipeAct,
  id: string,
  { emailsOf, mayOf, isTrash, onAct, onMove, onSnooze }: Swiped,
): RowSwipe | undefined {
  const may = mayOf(id);
  if (!isOffered(wanted, may)) return undefined;
  const emails = emailsOf(id);
  switch (wanted) {
    case "archive":
      return {
        ...withoutKey(verbLook("archive")),
        tone: "success",
        leaves: true,
        onAct: () => onAct({ kind: "archive" }, id),
      };
    case "trash":
      return {
        ...withoutKey(verbLook(isTrash ? "destroy" : "trash")),
        tone: "danger",
        // For good only after a question.
        leaves: !isTrash,
        onAct: () => onAct({ kind: "trash" }, id),
      };
    case "snooze":
      return {
        ...withoutKey(verbLook("snooze")),
        tone: "warning",
        // Only once an hour was chosen.
        leaves: false,
        onAct: () => onSnooze(id),
      };
    case "read": {
      const isRead = emails.some(({ keywords }) => keywords["$seen"] !== true);
      return {
        ...withoutKey(isRead ? listVerbLook("read") : verbLook("unread")),
        tone: "accent",
        leaves: false,
        onAct: () => onAct({ kind: "read", isRead }, id),
      };
    }
    case "star": {
      const isOn = emails.every(({ keywords }) => keywords["$flagged"] !== true);
      return {
        ...withoutKey(verbLook(isOn ? "star" : "unstar")),
        tone: "warning",
        leaves: false,
        onAct: () => onAct({ kind: "star", isOn }, id),
      };
    }
    case "move":
      return {
        ...withoutKey(verbLook("move")),
        label: t("moveTo"),
        tone: "accent",
        leaves: false,
        onAct: () => onMove(id),
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
