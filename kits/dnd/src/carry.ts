import { t } from "./strings/index.ts";

/** Something on its way to a drop target, by pointer or by keyboard. */
export interface Carried<T = unknown> {
  readonly data: T;
  /** What it is in words, as `3 conversations`. */
  readonly label: string;
}

let carried: Carried | undefined;
const listeners = new Set<() => void>();
let line: HTMLElement | undefined;

/**
 * The keyboard's way to drag: picks something up, then Enter on a drop target drops it there and Escape
 * puts it back. What happens is read out.
 */
export function pickUp(what: Carried): void {
  if (carried === undefined) document.addEventListener("keydown", onKey, true);
  set(what);
  say(t("carried", { what: what.label }));
}

/** Ends carrying without dropping. */
export function putBack(): void {
  if (carried === undefined) return;
  say(t("putBack", { what: carried.label }));
  set(undefined);
}

/** What the keyboard carries now. */
export function carriedNow(): Carried | undefined {
  return carried;
}

/** Calls back whenever something is picked up, dropped or put back, until the answer is called. */
export function watchCarried(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ends carrying on a target, which then does with it what it does. */
export function dropCarried(where: string): Carried | undefined {
  const what = carried;
  set(undefined);
  if (what !== undefined) say(t("dropped", { what: what.label, where }));
  return what;
}

function onKey(event: KeyboardEvent): void {
  if (event.key !== "Escape" || event.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  putBack();
}

function set(what: Carried | undefined): void {
  carried = what;
  if (what === undefined) document.removeEventListener("keydown", onKey, true);
  for (const listener of listeners) listener();
}

/** Reads out for screen readers. A line of its own, because the kit stands alone as a shared library. */
function say(text: string): void {
  if (line === undefined) {
    line = document.createElement("div");
    line.className = "a-hidden";
    line.ariaLive = "assertive";
    document.body.append(line);
  }
  line.textContent = text;
}
