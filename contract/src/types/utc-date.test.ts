import { expect, test } from "vitest";
import { utcDate, utcSeconds } from "./utc-date.ts";

test("a UTCDate has a fraction only where there is one", () => {
  expect(utcDate(new Date("2026-03-02T09:00:00.000Z"))).toBe("2026-03-02T09:00:00Z");
  expect(utcDate(new Date("2026-03-02T09:00:00.070Z"))).toBe("2026-03-02T09:00:00.070Z");
  expect(utcSeconds(new Date("2026-03-02T09:00:00.999Z"))).toBe("2026-03-02T09:00:00Z");
});
