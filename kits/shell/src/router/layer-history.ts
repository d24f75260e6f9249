import { closeLayers, layerCount, watchLayers } from "@atrium/state";

/**
 * What lies above the screen stands in the window's history as steps of its own, so that the way back (a phone's
 * button or gesture, the browser's) closes it first. Where a window is large and a mouse works it, nobody expects that.
 */
const CLOSED_BY_BACK = "(width <= 960px), (pointer: coarse)";
/** A step back that the browser does not take is not waited for, in milliseconds. */
const LONGEST = 1000;

/** How many steps above its place the window's history stands. */
export function depth(): number {
  const { layer } = (history.state ?? {}) as { readonly layer?: unknown };
  return typeof layer === "number" ? layer : 0;
}

/** The address that the place below has by now, when it was replaced while something lay above it. */
export const placeBelow: { address: string | undefined } = { address: undefined };

let isStarted = false;
let onWay: ReturnType<typeof setTimeout> | undefined;
let settling: ReturnType<typeof setTimeout> | undefined;
const waiting: (() => void)[] = [];

/** Steps back are taken by the browser in its own time; until then the window's place is not to be changed. */
export function isOnTheWay(): boolean {
  return onWay !== undefined;
}

export function whenThere(act: () => void): void {
  waiting.push(act);
}

/** One step back, past whatever lies above the screen. */
export function goBack(): void {
  if (isOnTheWay()) {
    whenThere(goBack);
    return;
  }
  placeBelow.address = undefined;
  go(-1 - depth());
}

export function startLayers(moved: () => void): void {
  if (isStarted) return;
  isStarted = true;
  addEventListener("popstate", () => {
    arrive();
    moved();
  });
  watchLayers(settleLater);
  // A window that was loaded again has nothing open any more.
  settleLater();
}

/** Brings the history in line with what is open, once all that closes and opens together has done so. */
export function settleLater(): void {
  settling ??= setTimeout(settle);
}

function settle(): void {
  settling = undefined;
  if (isOnTheWay()) return;
  const wanted = matchMedia(CLOSED_BY_BACK).matches ? layerCount() : 0;
  const now = depth();
  if (wanted < now) go(wanted - now);
  for (let layer = now + 1; layer <= wanted; layer += 1)
    history.pushState({ ...history.state, layer }, "");
}

function go(steps: number): void {
  onWay = setTimeout(arrive, LONGEST);
  history.go(steps);
}

function arrive(): void {
  const isOwn = isOnTheWay();
  clearTimeout(onWay);
  onWay = undefined;
  const now = depth();
  // A step of our own closes nothing: what is open by now was opened since.
  if (!isOwn) closeLayers(now);
  if (now === 0 && placeBelow.address !== undefined) {
    history.replaceState(history.state, "", placeBelow.address);
    placeBelow.address = undefined;
  }
  for (const act of waiting.splice(0)) act();
  settleLater();
}
