import { expect, test } from "vitest";
import { timeInWords } from "./server-message.ts";

const SUMMER = new Date("2026-07-04T12:30:00Z");
const WINTER = new Date("2026-01-04T12:30:00Z");
/** Which space goes before AM is the language data's to know. */
const words = (...args: Parameters<typeof timeInWords>) =>
  timeInWords(...args).replaceAll(/\s/g, " ");

test("a time is in its reader's zone, which has the name that people have for it", () => {
  expect(words(SUMMER, { locale: "en", timeZone: "Europe/Berlin" })).toBe(
    "July 4, 2026 at 2:30 PM Central European Summer Time",
  );
  expect(words(WINTER, { locale: "en", timeZone: "Europe/Berlin" })).toBe(
    "January 4, 2026 at 1:30 PM Central European Standard Time",
  );
  expect(words(SUMMER, { locale: "ko", timeZone: "Asia/Seoul" })).toMatch(
    /^2026년 7월 4일 오후 9:30\((?:대한민국|한국) 표준시\)$/,
  );
});

test("it is in UTC where no zone is known", () => {
  for (const timeZone of [null, undefined, "UTC", "Nowhere/Else", "+02:00"]) {
    expect(words(SUMMER, { locale: "en", timeZone })).toBe("July 4, 2026 at 12:30 PM UTC");
    expect(words(SUMMER, { locale: "ko", timeZone })).toBe("2026년 7월 4일 오후 12:30(UTC)");
  }
});
