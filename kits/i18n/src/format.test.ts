import { afterAll, beforeEach, describe, expect, it } from "vitest";
import {
  decideLocale,
  formatBytes,
  formatShortDateTime,
  formatDateTime,
  formatDay,
  formatList,
  formatListTime,
  formatRelative,
  locale,
  particle,
  plural,
} from "./index.ts";

// Files that share this process expect the language that they began with.
afterAll(() => void decideLocale());

const now = new Date(2026, 10, 21, 15, 0);

describe("in English", () => {
  beforeEach(() => {
    decideLocale("en-GB");
  });

  it("shows the time for today, however early", () => {
    expect(formatListTime(new Date(2026, 10, 21, 0, 1), now)).toBe("00:01");
  });

  it("shows the weekday from yesterday to six days ago", () => {
    expect(formatListTime(new Date(2026, 10, 20, 23, 59), now)).toBe("Fri");
    expect(formatListTime(new Date(2026, 10, 15, 0, 0), now)).toBe("Sun");
  });

  it("shows day and month seven days ago, and for a later day of this year", () => {
    expect(formatListTime(new Date(2026, 10, 14, 23, 59), now)).toBe("14 Nov");
    expect(formatListTime(new Date(2026, 11, 24), now)).toBe("24 Dec");
  });

  it("shows a day without its year", () => {
    expect(formatDay(new Date(2025, 1, 4))).toBe("4 Feb");
  });

  it("shows the whole date for other years and nothing for a broken date", () => {
    expect(formatListTime(new Date(2025, 10, 21), now)).toBe("21/11/2025");
    expect(formatListTime("no date", now)).toBe("");
  });

  it("shows what is to come as near as it is: time, weekday, day, year", () => {
    expect(formatShortDateTime(new Date(2026, 10, 21, 18, 0), now)).toBe("18:00");
    expect(formatShortDateTime(new Date(2026, 10, 22, 8, 0), now)).toBe("Sun 08:00");
    expect(formatShortDateTime(new Date(2026, 10, 15, 23, 37), now)).toBe("Sun 23:37");
    expect(formatShortDateTime(new Date(2026, 10, 14, 23, 37), now)).toBe("14 Nov, 23:37");
    expect(formatShortDateTime(new Date(2026, 10, 28, 8, 0), now)).toBe("28 Nov, 08:00");
    expect(formatShortDateTime(new Date(2027, 0, 4, 8, 0), now)).toBe("4 Jan 2027, 08:00");
    expect(formatShortDateTime("no date", now)).toBe("");
  });

  it("says distances in the largest whole unit", () => {
    expect(formatRelative(now.getTime() - 30_000, now)).toBe("now");
    expect(formatRelative(now.getTime() - 3 * 60_000, now)).toBe("3 minutes ago");
    expect(formatRelative(now.getTime() - 86_400_000, now)).toBe("yesterday");
  });

  it("counts bytes in thousands", () => {
    expect(formatBytes(999)).toBe("999 bytes");
    expect(formatBytes(1000)).toBe("1 kB");
    expect(formatBytes(1_540_000)).toBe("1.5 MB");
  });

  it("chooses the plural form and groups the number", () => {
    const forms = { one: "{count} message", other: "{count} messages" };
    expect(plural(1, forms)).toBe("1 message");
    expect(plural(1200, forms)).toBe("1,200 messages");
  });

  it("joins names as the region does", () => {
    expect(formatList(["Ann", "Bob", "Carol"])).toBe("Ann, Bob and Carol");
  });
});

describe("in Korean", () => {
  beforeEach(() => {
    decideLocale("ko-KR");
  });

  it("shows times and days the Korean way", () => {
    expect(formatListTime(new Date(2026, 10, 21, 14, 5), now)).toBe("오후 2:05");
    expect(formatListTime(new Date(2026, 10, 20, 12, 0), now)).toBe("20일 (금)");
    expect(formatListTime(new Date(2026, 2, 4), now)).toBe("3월 4일");
    expect(formatShortDateTime(new Date(2026, 10, 22, 8, 0), now)).toBe("22일 (일) 오전 8:00");
    expect(formatShortDateTime(new Date(2026, 10, 28, 8, 0), now)).toBe("11월 28일 오전 8:00");
  });

  it("writes a whole date with its weekday in brackets, and its time as everywhere else", () => {
    expect(formatDateTime(new Date(2026, 10, 25, 14, 5))).toBe("2026년 11월 25일 (수) 오후 2:05");
    decideLocale("en-GB");
    expect(formatDateTime(new Date(2026, 10, 25, 2, 5))).toBe("Wed, 25 Nov 2026, 02:05");
  });

  it("has a space before units", () => {
    expect(formatBytes(27_400_000)).toBe("27.4 MB");
    expect(formatBytes(999)).toBe("999바이트");
  });

  it("chooses particles by the last sound", () => {
    expect(particle("지민", "을/를")).toBe("지민을");
    expect(particle("서류", "을/를")).toBe("서류를");
    expect(particle("보관함 3", "이/가")).toBe("보관함 3이");
    expect(particle("Bob", "은/는")).toBe("Bob은(는)");
    expect(particle("메일", "으로/로")).toBe("메일로");
    expect(particle("설정", "으로/로")).toBe("설정으로");
  });
});

it("takes the first language that the suite speaks and falls back to English", () => {
  expect(decideLocale("fr-FR", undefined, "ko")).toBe("ko");
  expect(locale()).toBe("ko");
  expect(decideLocale("en_US")).toBe("en");
});
