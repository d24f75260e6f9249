import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isAttended, notePointer, startToastClock } from "./toast-clock.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a toast leaves after its time, once", () => {
  const onEnd = vi.fn<() => void>();
  startToastClock(5000, () => false, onEnd);
  vi.advanceTimersByTime(4900);
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(onEnd).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(onEnd).toHaveBeenCalledOnce();
});

test("time in which it is attended to does not count, and what ends without a word ends the pause", () => {
  const onEnd = vi.fn<() => void>();
  let isPaused = false;
  startToastClock(5000, () => isPaused, onEnd);
  vi.advanceTimersByTime(3000);
  isPaused = true;
  vi.advanceTimersByTime(60_000);
  expect(onEnd).not.toHaveBeenCalled();
  isPaused = false;
  vi.advanceTimersByTime(2000);
  expect(onEnd).toHaveBeenCalledOnce();
});

/** Toasts in a document, with the pointer over them or not. */
function region(isHovered: boolean, hasFocus = false): HTMLElement {
  vi.stubGlobal("document", { hidden: false, activeElement: {} });
  return { contains: () => hasFocus, matches: () => isHovered } as unknown as HTMLElement;
}

test("a mouse that moves over toasts keeps them, one that was left there does not, nor does a finger", () => {
  notePointer({ pointerType: "mouse" });
  expect(isAttended(region(true))).toBe(true);
  expect(isAttended(region(false))).toBe(false);
  vi.advanceTimersByTime(6000);
  expect(isAttended(region(true))).toBe(false);
  // A browser says that what was touched is hovered, long after the finger has gone.
  notePointer({ pointerType: "touch" });
  expect(isAttended(region(true))).toBe(false);
  expect(isAttended(region(false, true))).toBe(true);
});
