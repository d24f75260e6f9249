import { navigate } from "@atrium/shell";
import type { MailAction } from "../actions/verbs.ts";
import { useActions } from "../actions/use-actions.ts";
import { useKeys } from "../keys/keys.ts";
import { NOTHING } from "../actions/may.ts";
import { useVisibleMail } from "../mailboxes/visible-mail.ts";
import { ALL_INBOXES, pathOf, type Place } from "../place/place.ts";
import { scrollReader } from "../reader/scroll-reader.ts";
import { useQuickStepVerbs } from "../quick-steps/use-quick-steps.tsx";
import { onActiveRow, whereToAsk } from "../snooze/point.ts";
import type { ListController } from "./list-controller.ts";
import { mayOf, shareOf } from "./mail-list.ts";
import { reportsOf } from "./reports-of.ts";
import { isNothing } from "./targets.ts";
import type { GoingOn } from "./use-going-on.ts";

/** The keys of a list and of the conversation beside it. Answers what takes keys from the frame of a mail. */
export function useListKeys(
  controller: ListController,
  onExpandAll: () => void,
): (event: KeyboardEvent) => void {
  const { place, list, view, cursor, steps, selection, target, perform, marks } = controller;
  const { questions, grid, search, openWindow } = controller;
  const rowId = view.idAt(cursor.row);
  const visible = useVisibleMail();
  const actions = useActions();
  const { mailboxes } = list.shares[0]!;
  const may = mayOf(list, target);
  const isSeveral = !isNothing(target) && shareOf(list, target) === undefined;
  // Of all but some, those are known that are not meant.
  const first = target.all ? rowId : ([...target.ids][0] ?? rowId);
  const { emailsOf, star, toggle } = marks;
  const action = (what: MailAction, to?: GoingOn): void => perform(what, target, to);
  const go = (to: Place): void =>
    navigate(pathOf(place.account === undefined ? to : { ...to, account: place.account }));
  const goFolder = (name: string) => () => go({ kind: "folder", folder: name });
  const selectRead = (isRead: boolean) => () =>
    selection.those(
      (row) => isRead === emailsOf(row).every(({ keywords }) => keywords["$seen"] === true),
    );
  const share = shareOf(list, target);
  useQuickStepVerbs(
    (share ?? list.shares[0]!).account,
    // Of several accounts nothing goes into one folder.
    share ? may : NOTHING,
    (what) => action(what),
  );
  return useKeys({
    next: (isRepeated) => steps.go(1, isRepeated),
    previous: (isRepeated) => steps.go(-1, isRepeated),
    // Before one has gone anywhere it is the first.
    open: () => place.thread === undefined && cursor.open(Math.max(0, cursor.row)),
    back: () => {
      if (!isNothing(selection.rows)) selection.clear();
      else if (place.thread !== undefined) cursor.close();
    },
    ...(place.thread !== undefined && {
      scrollOn: () => scrollReader(1) || steps.go(1),
      scrollBack: () => void scrollReader(-1),
    }),
    ...(may.archive && {
      archive: () => action({ kind: "archive" }),
      archiveNext: () => action({ kind: "archive" }, "next"),
      archivePrevious: () => action({ kind: "archive" }, "previous"),
    }),
    ...(may.remove && { trash: () => action({ kind: "trash" }) }),
    ...Object.fromEntries(
      reportsOf(controller, target).map((as) => [as, () => action({ kind: "report", as })]),
    ),
    ...(may.snooze && {
      snooze: () => questions.hour(target, whereToAsk("snooze", grid.current?.element)),
    }),
    ...(may.mark && {
      star: () => star(target, first),
      pin: () => toggle("pin", target),
    }),
    ...(may.mute && { mute: () => toggle("mute", target) }),
    ...(may.read && {
      read: () => action({ kind: "read", isRead: true }),
      unread: () => action({ kind: "read", isRead: false }),
    }),
    // Of several accounts nothing goes into one folder; the keys say so.
    ...((may.move || (isSeveral && may.remove)) && {
      move: () => questions.folder("move", target, whereToAsk("move", grid.current?.element)),
    }),
    ...((may.label || (isSeveral && may.mark)) && {
      label: () => questions.labels(target, whereToAsk("label", grid.current?.element)),
    }),
    menu() {
      const at = onActiveRow(grid.current?.element);
      if (at && rowId !== undefined) questions.menu(rowId, at);
    },
    select: () => rowId !== undefined && selection.toggle(rowId),
    selectAll: selection.all,
    selectNone: selection.clear,
    selectRead: selectRead(true),
    selectUnread: selectRead(false),
    selectStarred: () =>
      selection.those((row) => emailsOf(row).some(({ keywords }) => keywords["$flagged"] === true)),
    undo: () => actions.undo(),
    search: () => {
      search.current?.focus();
      search.current?.select();
    },
    keys: questions.keys,
    expandAll: onExpandAll,
    newWindow: () => first !== undefined && openWindow(first),
    goInbox: goFolder("inbox"),
    goSnoozed: mailboxes.byRole("snoozed") && goFolder("snoozed"),
    ...(visible && visible.length > 1 && { goAll: () => navigate(pathOf(ALL_INBOXES)) }),
    goStarred: () => go({ kind: "starred" }),
    goSent: goFolder("sent"),
    goDrafts: goFolder("drafts"),
    goArchive: goFolder("archive"),
    goJunk: goFolder("junk"),
    goTrash: goFolder("trash"),
  });
}
