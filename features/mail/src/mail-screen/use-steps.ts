import type { GridHandle } from "@atrium/ui";
import { useEffect, useEffectEvent, useMemo, useState, type RefObject } from "react";
import { wasLookedAt } from "../reader/once-looked-at.ts";
import { useAhead, type Neighbour } from "../reader/use-ahead.ts";
import type { ListMode } from "../conversation-list/list-options.ts";
import type { MailList } from "./mail-list.ts";
import type { ShownList } from "./shown-list.ts";
import type { Cursor } from "./use-cursor.ts";

/** Rows around one that is asked for that are fetched with it. */
const AROUND = 25;

/** A key that is held leads through the list alone, and the reader follows so often (milliseconds). */
const FOLLOW = 150;

/** A step to a row that is on its way. */
interface Awaited {
  readonly to: number;
  /**
   * What was open, or what the keyboard was on: from elsewhere nobody goes on. Its row may be unknown while the list is
   * read again far below.
   */
  readonly from: string | undefined;
}

/** Steps from row to row: from the open conversation to the one beside it, else with the keyboard alone. */
export interface Steps {
  /** The row that a step leads to, -1 where the list ends. */
  readonly to: (step: 1 | -1) => number;
  /** `isRepeated`: by a key that is held. */
  readonly go: (step: 1 | -1, isRepeated?: boolean) => void;
  /** What a step would open next, once it is all there. */
  readonly ahead: Neighbour | undefined;
}

export function useSteps(
  { place, list, view, mode }: ShownList,
  cursor: Cursor,
  grid: RefObject<GridHandle | null>,
): Steps {
  const isOpen = place.thread !== undefined;
  const current = isOpen ? cursor.openRow : cursor.row;
  const [awaited, setAwaited] = useState<Awaited>();
  const here = place.message ?? place.thread ?? cursor.id;
  const isAwaited = awaited !== undefined && awaited.from === here;
  // Who comes back to the row later has not asked for another.
  if (awaited && !isAwaited) setAwaited(undefined);
  /** The row that a held key has led to, which the reader is to follow to. */
  const [led, setLed] = useState<number>();
  const isLed = led !== undefined;
  const follow = useEffectEvent(() => {
    setLed(undefined);
    if (led !== undefined && isOpen) cursor.open(led);
  });
  useEffect(() => {
    if (!isLed) return undefined;
    const rests = (): void => follow();
    const timer = setTimeout(rests, FOLLOW);
    addEventListener("keyup", rests);
    return () => {
      clearTimeout(timer);
      removeEventListener("keyup", rests);
    };
  }, [isLed]);
  const to = (step: 1 | -1): number => {
    // What was opened may have left the list, as from the unread ones: the next has taken its place.
    const isGone = isOpen && cursor.openRow < 0 && cursor.lastRow >= 0;
    const gone = cursor.lastRow - (step > 0 ? 1 : 0);
    const from = isAwaited ? awaited.to : (led ?? (isGone ? gone : current));
    const row = from < 0 && !isGone ? 0 : from + step;
    return row >= 0 && row < view.length ? row : -1;
  };
  const show = (row: number): void => {
    cursor.moveTo(row);
    grid.current?.reveal(row);
  };
  const goTo = (row: number): void => (isOpen ? cursor.open(row) : show(row));
  // No step is lost for being quicker than the list: it is taken as soon as the row is here.
  const awaitedId = isAwaited ? view.idAt(awaited.to) : undefined;
  const isHere = awaitedId !== undefined && list.email(awaitedId) !== undefined;
  const goOn = useEffectEvent(() => {
    if (awaited) goTo(awaited.to);
  });
  useEffect(() => {
    if (isHere) goOn();
  }, [isHere]);
  // What is read next is there before it is asked for, the one before it too.
  const nextId = isOpen && !isLed ? view.idAt(to(1)) : undefined;
  const previousId = isOpen && !isLed ? view.idAt(to(-1)) : undefined;
  const next = useMemo(() => neighbourAt(list, mode, nextId), [list, mode, nextId]);
  const previous = useMemo(() => neighbourAt(list, mode, previousId), [list, mode, previousId]);
  return {
    to,
    go(step, isRepeated = false) {
      const row = to(step);
      if (row < 0) return;
      wasLookedAt();
      const isKnown = view.idAt(row) !== undefined;
      const leads = isKnown && isOpen && isRepeated;
      setLed(leads ? row : undefined);
      if (isKnown) {
        setAwaited(undefined);
        if (leads) show(row);
        else goTo(row);
        return;
      }
      setAwaited({ to: row, from: here });
      grid.current?.reveal(row);
      list.query.show(Math.max(0, row - AROUND), row + AROUND);
    },
    ahead: useAhead(next, previous),
  };
}

/** What a row opens. */
function neighbourAt(
  list: MailList,
  mode: ListMode,
  row: string | undefined,
): Neighbour | undefined {
  const email = row === undefined ? undefined : list.email(row);
  if (row === undefined || !email) return undefined;
  const message = mode === "messages" ? email.id : undefined;
  return { account: list.of(row).share.account, threadId: email.threadId, message };
}
