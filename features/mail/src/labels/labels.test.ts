import type { LabelRecord } from "@atrium/contract/types/label";
import { expect, test } from "vitest";
import { asLabels, labelsOn } from "./labels.ts";

const label = (name: string, sortOrder = 0): LabelRecord => ({
  id: `l-${name}`,
  name,
  color: "teal",
  keyword: name.toLowerCase(),
  sortOrder,
});
const labels = asLabels([label("Travel"), label("Bills 10"), label("Bills 9"), label("Last", 5)]);
const mail = (...keywords: string[]) => ({
  keywords: Object.fromEntries(keywords.map((keyword) => [keyword, true as const])),
});

test("labels stand in their own order, then by name as people count", () => {
  expect(labels.list.map(({ name }) => name)).toEqual(["Bills 9", "Bills 10", "Travel", "Last"]);
});

test("a conversation has the labels of all its messages, each once", () => {
  const found = labelsOn(labels, [mail("$seen", "travel", "last"), mail("travel", "other")]);
  expect(found.map(({ name }) => name)).toEqual(["Travel", "Last"]);
  expect(labelsOn(labels, [mail("$seen")])).toEqual([]);
  expect(labelsOn(undefined, [mail("travel")])).toEqual([]);
});

test("a label is found by its name in any case", () => {
  expect(labels.byName(" TRAVEL ")?.id).toBe("l-Travel");
  expect(labels.byName("Trav")).toBeUndefined();
});
