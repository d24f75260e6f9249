/** A swipe that is under way. */
export interface Swipe {
  readonly index: number;
  /** The side that the row moves to. */
  readonly side: SwipeSide;
  /** Far enough to be done when the finger is lifted. */
  readonly isArmed: boolean;
}

export type SwipeSide = "left" | "right";

interface TouchActs {
  /** What a swipe to this side does with the row: it goes by it or stays in its place; `undefined` when it does nothing. */
  readonly meaning: (index: number, side: SwipeSide) => "goes" | "stays" | undefined;
  /** Called with how the swipe stands, so that what it would do can be shown; `undefined` when it is over. */
  readonly onSwipe: (swipe: Swipe | undefined) => void;
  readonly swiped: (index: number, side: SwipeSide) => void;
  /** A finger rested on the row. */
  readonly held: (index: number) => void;
}

/** Pixels that a finger moves without meaning it. */
const SLOP = 10;
/** How long a finger rests before that means something, in milliseconds. */
const LONG = 480;
/** What a swipe has to cover: this part of the row, at most so many pixels. */
const PART = 0.35;
const FAR = 132;
/** A quick one needs less: so many pixels, at so many pixels a millisecond. */
const QUICK = 56;
const SPEED = 0.6;
/** The browser's own way back begins at the edges. */
const EDGE = 20;
const SLOW = 180;

/** How far a swipe has to go over a row of this width, in pixels. */
export const threshold = (width: number): number => Math.min(FAR, width * PART);

/** What a finger that moved so far (pixels) at this speed (pixels a millisecond) means for a row. */
export function isMeant(moved: number, speed: number, width: number): boolean {
  const onwards = speed * Math.sign(moved);
  // Who turns back at the end has thought better of it.
  if (Math.abs(moved) >= threshold(width)) return onwards > -SPEED / 2;
  return Math.abs(moved) >= QUICK && onwards >= SPEED;
}

interface Finger {
  readonly id: number;
  readonly row: HTMLElement;
  readonly index: number;
  readonly x: number;
  readonly y: number;
  side: SwipeSide | undefined;
  isArmed: boolean;
  /** The last positions, for its speed. */
  trail: { readonly x: number; readonly at: number }[];
}

/**
 * Swipes and long presses on the rows of a list. Vertical movement stays the browser's own scrolling
 * (`touch-action: pan-y`): once it scrolls, it cancels the pointer. Returns the end of it.
 */
export function followTouch(list: HTMLElement, acts: TouchActs): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let finger: Finger | undefined;
  let hold: ReturnType<typeof setTimeout> | undefined;
  /** What was swiped or held is not also clicked. */
  let isUsed = false;

  const rest = (): void => clearTimeout(hold);

  const end = (): void => {
    rest();
    if (finger?.side !== undefined) settle(finger.row, 0);
    finger = undefined;
  };

  const settle = (row: HTMLElement, to: number, then?: () => void): void => {
    const cell = cellOf(row);
    const from = cell.style.translate;
    cell.style.translate = "";
    const motion = cell.animate([{ translate: from || "0px" }, { translate: `${to}px` }], {
      duration: isStill() ? 0 : SLOW,
      easing: "cubic-bezier(0.2, 0, 0, 1)",
      fill: "forwards",
    });
    const over = (): void => {
      then?.();
      acts.onSwipe(undefined);
      // Where the act left the row in the list after all, it is in its place again.
      requestAnimationFrame(() => motion.cancel());
    };
    motion.finished.then(over, () => undefined);
  };

  const down = (event: PointerEvent): void => {
    isUsed = false;
    if (finger) end();
    const row = rowOf(event);
    if (event.pointerType !== "touch" || !event.isPrimary || !row) return;
    const index = indexOf(row);
    const { clientX: x, clientY: y, pointerId: id } = event;
    finger = {
      id,
      row,
      index,
      x,
      y,
      side: undefined,
      isArmed: false,
      trail: [{ x, at: event.timeStamp }],
    };
    hold = setTimeout(held, LONG);
  };

  const held = (): void => {
    rest();
    if (!finger || finger.side !== undefined) return;
    isUsed = true;
    acts.held(finger.index);
    finger = undefined;
  };

  const move = (event: PointerEvent): void => {
    if (!finger || event.pointerId !== finger.id) return;
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    if (Math.hypot(dx, dy) > SLOP) rest();
    if (finger.side === undefined) {
      if (Math.abs(dy) > SLOP) finger = undefined;
      else if (Math.abs(dx) > SLOP) begin(finger, dx);
      if (finger?.side === undefined) return;
    }
    finger.trail = [...finger.trail.slice(-4), { x: event.clientX, at: event.timeStamp }];
    const offset = dx - Math.sign(dx) * SLOP;
    const side = offset > 0 ? "right" : "left";
    // Back over the start the row stays in its place: the other act is another swipe.
    const shown = side === finger.side ? offset : 0;
    cellOf(finger.row).style.translate = `${shown}px`;
    const isArmed = Math.abs(shown) >= threshold(finger.row.offsetWidth);
    if (isArmed === finger.isArmed) return;
    finger.isArmed = isArmed;
    acts.onSwipe({ index: finger.index, side: finger.side, isArmed });
  };

  const begin = (started: Finger, dx: number): void => {
    const side = dx > 0 ? "right" : "left";
    const isEdge = started.x < EDGE || started.x > innerWidth - EDGE;
    if (isEdge || acts.meaning(started.index, side) === undefined) {
      finger = undefined;
      return;
    }
    isUsed = true;
    started.side = side;
    started.row.setPointerCapture(started.id);
    acts.onSwipe({ index: started.index, side, isArmed: false });
  };

  const up = (event: PointerEvent): void => {
    rest();
    // A click comes at once or not at all.
    setTimeout(() => (isUsed = false), 300);
    if (!finger || event.pointerId !== finger.id) return;
    const lifted = finger;
    finger = undefined;
    if (lifted.side === undefined) return;
    const { row, x, side, trail } = lifted;
    // The row may have moved up or down meanwhile.
    const index = indexOf(row);
    const first = trail[0]!;
    const speed = (event.clientX - first.x) / Math.max(1, event.timeStamp - first.at);
    const moved = event.clientX - x;
    const isOwnSide = (moved > 0 ? "right" : "left") === side;
    if (!isOwnSide || !isMeant(moved, speed, row.offsetWidth)) settle(row, 0);
    else if (acts.meaning(index, side) === "goes")
      settle(row, Math.sign(moved) * row.offsetWidth, () => acts.swiped(index, side));
    else {
      settle(row, 0);
      acts.swiped(index, side);
    }
  };

  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    act: (event: HTMLElementEventMap[Name]) => void,
    capture = false,
  ): void => list.addEventListener(name, act, { signal, capture });
  on("pointerdown", down);
  on("pointermove", move);
  on("pointerup", up);
  on("pointercancel", end);
  on(
    "click",
    (event) => {
      if (!isUsed) return;
      isUsed = false;
      event.stopPropagation();
      event.preventDefault();
    },
    true,
  );
  on(
    "contextmenu",
    (event) => {
      // The browser's own long press is the same one; a menu under the finger would hide the row.
      if (!(event instanceof PointerEvent) || event.pointerType !== "touch") return;
      event.preventDefault();
      event.stopPropagation();
      held();
    },
    true,
  );
  return () => {
    rest();
    stop.abort();
  };
}

function rowOf({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
}

const indexOf = (row: HTMLElement): number => Number(row.dataset["index"]);
const cellOf = (row: HTMLElement): HTMLElement =>
  row.querySelector<HTMLElement>(":scope > [role=gridcell]")!;
const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;
