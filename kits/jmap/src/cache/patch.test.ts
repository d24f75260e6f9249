import { expect, test } from "vitest";
import { applyPatch } from "./patch.ts";

test("only what the patch names changes, and what it names by null goes", () => {
  const record = { keywords: { $seen: true, $flagged: true }, size: 3 };
  expect(applyPatch(record, { "keywords/$seen": null, "keywords/a~1b": true })).toEqual({
    keywords: { $flagged: true, "a/b": true },
    size: 3,
  });
  expect(record.keywords.$seen).toBe(true);
});

test("a property that has nothing any more is still known", () => {
  expect(applyPatch({ id: "e", snoozed: { until: "x" } }, { snoozed: null })).toEqual({
    id: "e",
    snoozed: null,
  });
});
