import type { LabelRecord } from "@atrium/contract/types/label";
import { expect, test } from "vitest";
import { nextColor } from "./label-actions.ts";
import { findLabels, markOf } from "./label-marks.ts";

const label = (name: string, color: LabelRecord["color"] = "gray"): LabelRecord => ({
  id: name,
  name,
  color,
  keyword: name,
  sortOrder: 0,
});
const [plain, work] = [{}, { work: true as const }];

test("a conversation has the label of one of its messages; several may have it in part", () => {
  expect(markOf([[plain, work], [work]], "work")).toBe("on");
  expect(markOf([[plain, work], [plain]], "work")).toBe("some");
  expect(markOf([[plain], [plain]], "work")).toBe("off");
  expect(markOf([], "work")).toBe("off");
});

test("a keyword that every object answers to marks those messages that have it", () => {
  for (const keyword of ["constructor", "__proto__"]) {
    const marked = JSON.parse(`{"${keyword}":true}`) as Record<string, true>;
    expect(markOf([[plain], [work]], keyword)).toBe("off");
    expect(markOf([[plain, marked], [work]], keyword)).toBe("some");
  }
});

test("a label is found by letters anywhere in its name, whatever their case and marks", () => {
  const list = [label("Old work"), label("Wörk"), label("회의록"), label("Home")];
  const names = (typed: string) => findLabels(list, typed).map(({ name }) => name);
  expect(names("work")).toEqual(["Wörk", "Old work"]);
  expect(names(" 의록")).toEqual(["회의록"]);
  expect(names("")).toHaveLength(4);
  expect(names("nothing")).toEqual([]);
});

test("a new label gets a colour that the fewest have", () => {
  expect(nextColor([])).toBe("indigo");
  expect(nextColor([label("a", "indigo"), label("b", "blue"), label("c", "teal")])).toBe("green");
});
