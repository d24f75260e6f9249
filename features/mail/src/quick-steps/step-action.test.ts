import type { MailboxRecord } from "@atrium/contract/types/mailbox";
import type { QuickStepRecord } from "@atrium/contract/types/quick-step";
import { expect, test } from "vitest";
import type { May } from "../actions/may.ts";
import { actionOfStep, inStepOrder, mayDoStep } from "./step-action.ts";

const step = (more: Partial<QuickStepRecord>): QuickStepRecord => ({
  id: "x1",
  name: "Done",
  toRole: null,
  mailboxId: null,
  keyword: null,
  isRead: null,
  isStarred: null,
  key: null,
  sortOrder: 0,
  ...more,
});
const PLANS = { name: "Plans", keyword: "plans" };
const names = {
  mailboxes: {
    byId: (id: string) => (id === "b1" ? ({ id } as MailboxRecord) : undefined),
    byRole: (role: string | null) =>
      role === "archive" ? ({ id: "b2" } as MailboxRecord) : undefined,
  },
  labels: { byKeyword: (keyword: string) => (keyword === "plans" ? PLANS : undefined) },
};

test("a step is its parts, what is marked before where it goes", () => {
  expect(
    actionOfStep(
      step({ mailboxId: "b1", keyword: "plans", isRead: true, isStarred: false }),
      names,
    ),
  ).toEqual({
    kind: "steps",
    name: "Done",
    parts: [
      { kind: "read", isRead: true },
      { kind: "star", isOn: false },
      { kind: "label", label: PLANS, isOn: true },
      { kind: "move", folder: "b1" },
    ],
  });
  expect(actionOfStep(step({ toRole: "archive" }), names)?.parts).toEqual([{ kind: "archive" }]);
});

test("a step whose folder or label is gone is not done in part", () => {
  expect(actionOfStep(step({ mailboxId: "b9", isRead: true }), names)).toBeUndefined();
  expect(actionOfStep(step({ keyword: "gone", isRead: true }), names)).toBeUndefined();
  expect(actionOfStep(step({ toRole: "trash" }), names)).toBeUndefined();
  expect(actionOfStep(step({}), names)).toBeUndefined();
});

test("a step is offered where all of it may be done", () => {
  const { parts } = actionOfStep(step({ mailboxId: "b1", isStarred: true }), names)!;
  const may = { move: true, mark: true } as May;
  expect(mayDoStep(parts, may)).toBe(true);
  expect(mayDoStep(parts, { ...may, mark: false })).toBe(false);
  expect(mayDoStep(parts, { ...may, move: false })).toBe(false);
});

test("steps have their order, and their names where it is the same", () => {
  const all = [step({ name: "B" }), step({ name: "C", sortOrder: 1 }), step({ name: "A" })];
  expect(inStepOrder(all).map(({ name }) => name)).toEqual(["A", "B", "C"]);
});
