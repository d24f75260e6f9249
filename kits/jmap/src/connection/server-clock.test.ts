import { afterEach, expect, test, vi } from "vitest";
import { noteServerTime, serverTime } from "./server-clock.ts";

afterEach(() => void vi.useRealTimers());

test("the server's time is known on a device whose clock is wrong, and an answer without one changes nothing", () => {
  vi.useFakeTimers({ now: Date.parse("2031-05-01T00:00:00Z"), toFake: ["Date"] });
  noteServerTime("Sat, 21 Nov 2026 12:00:00 GMT");
  vi.advanceTimersByTime(2000);
  noteServerTime(null);
  noteServerTime("yesterday");
  expect(new Date(serverTime()).toISOString()).toBe("2026-11-21T12:00:02.000Z");
});
