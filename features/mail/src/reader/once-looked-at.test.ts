import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { goesOnTo, onceLookedAt, wasLookedAt } from "./once-looked-at.ts";

const page = { hidden: false, visibilityState: "hidden" };
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
});
afterEach(() => {
  page.hidden = false;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what a person opens was looked at when it is painted", () => {
  const act = vi.fn<() => void>();
  goesOnTo("T1");
  goesOnTo(undefined);
  onceLookedAt("T1", act);
  expect(act).toHaveBeenCalledOnce();
});

test("what the window went on to was looked at after two seconds in sight, counted over what is drawn again", () => {
  const act = vi.fn<() => void>();
  goesOnTo("T1");
  const stop = onceLookedAt("T1", act);
  vi.advanceTimersByTime(1000);
  stop();
  onceLookedAt("T1", act);
  page.hidden = true;
  vi.advanceTimersByTime(60_000);
  expect(act).not.toHaveBeenCalled();
  page.hidden = false;
  vi.advanceTimersByTime(1000);
  expect(act).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledOnce();
});

test("going on from it counts as having looked, leaving it does not", () => {
  const act = vi.fn<() => void>();
  goesOnTo("T1");
  const stop = onceLookedAt("T1", act);
  stop();
  wasLookedAt();
  vi.advanceTimersByTime(10_000);
  expect(act).not.toHaveBeenCalled();
  onceLookedAt("T1", act);
  wasLookedAt();
  wasLookedAt();
  expect(act).toHaveBeenCalledOnce();
});
