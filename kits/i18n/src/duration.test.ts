import { afterAll, expect, it } from "vitest";
import { decideLocale, formatDuration } from "./index.ts";

// Files that share this process expect the language that they began with.
afterAll(() => void decideLocale());

it("says how long something lasts in the largest whole unit", () => {
  decideLocale("en-GB");
  const said = [86_400, 14 * 86_400, 3600, 5400, 45].map(formatDuration);
  expect(said).toEqual(["1 day", "14 days", "1 hour", "90 minutes", "45 seconds"]);
  decideLocale("ko-KR");
  expect([14 * 86_400, 8 * 3600, 1800].map(formatDuration)).toEqual(["14일", "8시간", "30분"]);
});
