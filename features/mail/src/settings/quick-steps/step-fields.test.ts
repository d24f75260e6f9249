import type { QuickStepRecord } from "@atrium/contract/types/quick-step";
import { expect, test } from "vitest";
import { fieldsOf, NEW_STEP, stepOf } from "./step-fields.ts";

const RECORDS: readonly Omit<QuickStepRecord, "id" | "sortOrder">[] = [
  {
    name: "Filed",
    toRole: null,
    mailboxId: "b7",
    keyword: "plans",
    isRead: true,
    isStarred: false,
    key: "3",
  },
  {
    name: "Done",
    toRole: "archive",
    mailboxId: null,
    keyword: null,
    isRead: null,
    isStarred: null,
    key: null,
  },
  {
    name: "Later",
    toRole: null,
    mailboxId: null,
    keyword: null,
    isRead: false,
    isStarred: true,
    key: "9",
  },
];

test.each(RECORDS)("$name is the same after its fields were saved", (record) => {
  expect(stepOf(fieldsOf({ ...record, id: "x1", sortOrder: 0 }))).toEqual(record);
});

test("what does nothing is no step", () => {
  expect(stepOf({ ...NEW_STEP, name: "Nothing", key: "1" })).toBeUndefined();
  expect(stepOf({ ...NEW_STEP, name: " Read ", read: "read" })).toMatchObject({ name: "Read" });
});
