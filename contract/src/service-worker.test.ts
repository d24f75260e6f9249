import { expect, test } from "vitest";
import { isQuiet } from "./service-worker.ts";

const at = (time: string): number => {
  const [hours, minutes] = time.split(":").map(Number);
  return hours! * 60 + minutes!;
};
const quietAt = (from: string, to: string, time: string) =>
  isQuiet({ from: at(from), to: at(to) }, at(time));

test("quiet hours may lie across midnight; their end is loud again", () => {
  expect(
    ["21:59", "22:00", "00:00", "06:59", "07:00"].map((time) => quietAt("22:00", "07:00", time)),
  ).toEqual([false, true, true, true, false]);
  expect(
    ["12:59", "13:00", "13:30", "14:00"].map((time) => quietAt("13:00", "14:00", time)),
  ).toEqual([false, true, true, false]);
});

test("none, or none that last, are never quiet", () => {
  expect(isQuiet(null, 0)).toBe(false);
  expect(quietAt("09:00", "09:00", "09:00")).toBe(false);
});
