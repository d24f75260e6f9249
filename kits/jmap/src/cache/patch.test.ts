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

test("a name that every object answers to is a name like others", () => {
  const names = ["__proto__", "constructor", "toString"];
  let record: object = { keywords: { $seen: true } };
  for (const name of names) record = applyPatch({ ...record }, { [`keywords/${name}`]: true });
  const keywords = (of: object): string => JSON.stringify((of as { keywords: object }).keywords);
  expect(keywords(record)).toBe(
    '{"$seen":true,"__proto__":true,"constructor":true,"toString":true}',
  );
  expect(keywords(structuredClone(record))).toBe(keywords(record));
  for (const name of names) record = applyPatch({ ...record }, { [`keywords/${name}`]: null });
  expect(keywords(record)).toBe('{"$seen":true}');
  expect(applyPatch({}, { "constructor/x": true })).toEqual({ constructor: { x: true } });
});
