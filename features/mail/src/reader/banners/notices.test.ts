import { expect, test } from "vitest";
import { bySeverity, NOTICES, type NoticeKind } from "./notices.ts";

const kindsOf = (...kinds: NoticeKind[]): readonly NoticeKind[] =>
  bySeverity(kinds.map((kind) => ({ kind }))).map(({ kind }) => kind);

test("the severest notice is the one that shows, in whatever order they are found", () => {
  expect(kindsOf("first-contact", "pictures", "junk", "spoofed")).toEqual([
    "spoofed",
    "junk",
    "pictures",
    "first-contact",
  ]);
  expect(kindsOf("bounced", "look-alike")[0]).toBe("look-alike");
  expect(kindsOf("snoozed", "pictures-failed", "partly-read")[0]).toBe("partly-read");
});

test("the table goes from danger to information, so that order and colour say the same", () => {
  const rank = { danger: 0, warning: 1, info: 2 };
  const ranks = Object.values(NOTICES).map((severity) => rank[severity]);
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  expect(new Set(ranks)).toEqual(new Set([0, 1, 2]));
});
