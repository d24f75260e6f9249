import type { QueryView } from "@atrium/jmap";
import { goBack, navigate } from "@atrium/shell";
import { useEffect, useMemo, useState } from "react";
import { pathOf, placeOf, withThread, type Place } from "../place/place.ts";
import { goesOnTo } from "../reader/once-looked-at.ts";
import type { MailList } from "./mail-list.ts";
import { openDraft } from "./open-draft.ts";
import type { ShownList } from "./shown-list.ts";

/** Kept with the step from the list to a conversation: one step back is the list. */
const FROM_LIST = { list: true };
const isFromList = (): boolean =>
  (history.state as { readonly list?: unknown } | null)?.list === true;

/** The row that the keyboard is on and the conversation that is open, and the ways between them. */
export interface Cursor {
  /** -1 for none. */
  readonly row: number;
  /** The id of what the keyboard is on, also while it is not known where that stands. */
  readonly id: string | undefined;
  /** The row of the open conversation, -1 when it is not in sight of the list. */
  readonly openRow: number;
  /** Where the open conversation stood when it was last in the list: its neighbours stand around there. */
  readonly lastRow: number;
  readonly moveTo: (row: number) => void;
  readonly open: (row: number) => void;
  readonly close: () => void;
  /**
   * Goes back to the conversation that something was done with, unless the window shows another list by now, or the list
   * to which a person has gone.
   * @param hasClosed no other conversation was opened in its place
   */
  readonly returnTo: (from: Place, id: string, hasClosed: boolean) => void;
}

export function useCursor({ place, list, view, mode, layout }: ShownList): Cursor {
  const [activeId, setActiveId] = useState<string>();
  const whose = place.owner ?? list.shares[0]!.account.id;
  const openRow = useMemo(
    () =>
      place.message === undefined
        ? rowOfThread(list, view, whose, place.thread)
        : view.rowOf(list.rowFor(whose, place.message)),
    [list, view, whose, place.thread, place.message],
  );
  const activeRow = activeId === undefined ? -1 : view.rowOf(activeId);
  const row = activeRow >= 0 ? activeRow : openRow;
  const [lastRow, setLastRow] = useState(-1);
  if (openRow >= 0 && openRow !== lastRow) setLastRow(openRow);

  // Opened by its address, as from a notification, it has the list behind it all the same.
  const { isOnePane } = layout;
  useEffect(() => {
    if (!isOnePane || place.thread === undefined || isFromList()) return;
    navigate(pathOf(withThread(place, undefined)), { replace: true });
    navigate(pathOf(place), { state: FROM_LIST });
    // oxlint-disable-next-line react/exhaustive-deps -- as the window is opened, or its panes become one
  }, [isOnePane]);

  const moveTo = (to: number): void => {
    const id = view.idAt(to);
    if (id !== undefined) setActiveId(id);
  };
  return {
    row,
    id: activeId,
    openRow,
    lastRow,
    moveTo,
    open(to) {
      const id = view.idAt(to);
      const email = id === undefined ? undefined : list.email(id);
      if (id === undefined || !email) return;
      setActiveId(id);
      if (openDraft(list, id)) return;
      goesOnTo(undefined);
      const isOpen = place.thread !== undefined;
      const message = mode === "messages" ? email.id : undefined;
      // From one conversation to the next is one step: back leads to the list.
      const { share } = list.of(id);
      const isShared = list.isMerged && share.name !== undefined;
      const owner = isShared ? share.account.id : undefined;
      navigate(pathOf(withThread(place, email.threadId, message, owner)), {
        replace: isOpen,
        ...(!isOpen && { state: FROM_LIST }),
      });
    },
    close() {
      if (isFromList()) goBack();
      else navigate(pathOf(withThread(place, undefined)), { replace: true });
    },
    returnTo(from, id, hasClosed) {
      const now = placeOf(location.pathname);
      if (!now || listOf(now) !== listOf(from) || pathOf(now) === pathOf(from)) return;
      const isOpen = now.thread !== undefined;
      if (!isOpen && !hasClosed) return;
      setActiveId(id);
      navigate(pathOf(from), { replace: isOpen, ...(!isOpen && { state: FROM_LIST }) });
    },
  };
}

const listOf = (place: Place): string => pathOf(withThread(place, undefined));

function rowOfThread(
  list: MailList,
  view: QueryView,
  accountId: string,
  threadId: string | undefined,
): number {
  if (threadId === undefined) return -1;
  for (const row of view.ids())
    if (list.email(row)?.threadId === threadId && list.of(row).share.account.id === accountId)
      return view.rowOf(row);
  return -1;
}
