import { describe, expect, test } from "vitest";
import { asLabels } from "../../labels/labels.ts";
import { folder } from "../folder.fixture.ts";
import { ago, firstDayOfWeek, periodName, periodOf } from "./dates.ts";
import { foldersNamed, searchFilter, type SearchContext } from "./filter.ts";

const context: SearchContext = {
  mailboxes: [
    folder("i", "Inbox", "inbox"),
    folder("t", "Trash", "trash"),
    folder("j", "Junk", "junk"),
    folder("w", "Work"),
    folder("p", "Plans", null, "w"),
    folder("q", "Plans"),
  ],
  labels: asLabels([
    { id: "l1", name: "청구서", color: "red", keyword: "label-1", sortOrder: 0 },
    { id: "l2", name: "Plans", color: "red", keyword: "plans-1", sortOrder: 0 },
  ]),
  own: "bob@demo.test",
  nameOf: ({ role, name }) => (role === "inbox" ? "받은편지함" : name),
  // Saturday.
  calendar: { now: new Date(2026, 10, 21, 15, 30), firstDay: 1 },
};
const filterOf = (text: string) => searchFilter(text, context);
/** What stands in the search besides leaving out Trash and Junk. */
const wanted = (text: string): unknown => {
  const filter = filterOf(text) as { readonly conditions: readonly unknown[] };
  expect(filter.conditions.at(-1)).toEqual({ inMailboxOtherThan: ["t", "j"] });
  const [only, ...more] = filter.conditions.slice(0, -1);
  return more.length > 0 ? filter.conditions.slice(0, -1) : only;
};
const local = (...parts: [number, number, number]): string =>
  new Date(...parts).toISOString().replace(".000Z", "Z");

test("words are asked for together, and the last may go on", () => {
  expect(wanted('second "due soon" bud')).toEqual({ text: 'second "due soon" bud*' });
  expect(wanted("회의")).toEqual({ text: "회의*" });
  expect(wanted("x")).toEqual({ text: "x" });
  expect(wanted("C++ beg*")).toEqual({ text: "C++ beg*" });
});

test("operators become conditions", () => {
  expect(wanted("from:me")).toEqual({ from: "bob@demo.test" });
  expect(wanted('from:"Carol Kim"')).toEqual({ from: '"Carol Kim"' });
  expect(wanted("to:caro")).toEqual({ to: "caro*" });
  expect(wanted("is:pinned is:muted")).toEqual([
    { hasKeyword: "$pinned" },
    { hasKeyword: "$muted" },
  ]);
  expect(wanted("has:attachment is:unread is:starred")).toEqual([
    { hasAttachment: true },
    { notKeyword: "$seen" },
    { hasKeyword: "$flagged" },
  ]);
  expect(wanted("larger:5M smaller:1.5k")).toEqual([{ minSize: 5_000_000 }, { maxSize: 1500 }]);
  expect(wanted("label:Later label:work")).toEqual([{ hasKeyword: "later" }, { inMailbox: "w" }]);
  expect(wanted("label:청구서 label:PLANS")).toEqual([
    { hasKeyword: "label-1" },
    { hasKeyword: "plans-1" },
  ]);
  expect(wanted("-from:bob OR x")).toEqual({
    operator: "OR",
    conditions: [{ operator: "NOT", conditions: [{ from: "bob*" }] }, { text: "x" }],
  });
});

test("a folder takes the place of everything but Trash and Junk", () => {
  expect(filterOf("in:inbox a")).toEqual({
    operator: "AND",
    conditions: [{ text: "a" }, { inMailbox: "i" }],
  });
  expect(filterOf("in:trash")).toEqual({ inMailbox: "t" });
  expect(filterOf("in:spam")).toEqual({ inMailbox: "j" });
  expect(filterOf("in:anywhere plan")).toEqual({ text: "plan*" });
  for (const name of ["nowhere", "constructor", "__proto__"])
    expect(filterOf(`in:${name}`)).toEqual({ operator: "OR", conditions: [] });
  expect(wanted("a")).toEqual({ text: "a" });
});

test("folders are found by role, by the name on the screen, by name and by path", () => {
  const ids = (name: string) => foldersNamed(name, context).map(({ id }) => id);
  expect(ids("받은편지함")).toEqual(["i"]);
  expect(ids("WORK")).toEqual(["w"]);
  expect(ids("plans")).toEqual(["p", "q"]);
  expect(ids("Work/Plans")).toEqual(["p"]);
});

describe("dates", () => {
  test("periods are read in words and in figures", () => {
    expect(
      [
        "last week",
        "Last_Week",
        "지난 주",
        "어제",
        "2026.3.5",
        "2026년 3월 5일",
        "2026년",
        "2026-3-5..2026-04",
      ].map(periodName),
    ).toEqual([
      "last-week",
      "last-week",
      "last-week",
      "yesterday",
      "2026-03-05",
      "2026-03-05",
      "2026",
      "2026-03-05..2026-04",
    ]);
    for (const text of ["soon", "2026-13", "2025-02-29", "31", "..", "a..b", ""])
      expect(periodName(text), text).toBeUndefined();
  });

  test("they are whole days of this place", () => {
    expect(wanted("date:last-week")).toEqual({
      after: local(2026, 10, 9),
      before: local(2026, 10, 16),
    });
    expect(wanted("date:2026-02")).toEqual({ after: local(2026, 1, 1), before: local(2026, 2, 1) });
    expect(wanted("date:2026-03-05..2026-03-01")).toEqual({
      after: local(2026, 2, 1),
      before: local(2026, 2, 6),
    });
    expect(wanted("before:2026")).toEqual({ before: local(2026, 0, 1) });
    expect(wanted("after:yesterday")).toEqual({ after: local(2026, 10, 20) });
  });

  test("a week begins where people say it does", () => {
    const sunday = { ...context.calendar!, firstDay: 0 };
    expect(periodOf("this-week", sunday)?.from).toEqual(new Date(2026, 10, 15));
    expect(periodOf("this-week", context.calendar!)?.from).toEqual(new Date(2026, 10, 16));
    expect(firstDayOfWeek("ko-KR")).toBe(0);
    expect(firstDayOfWeek("en-GB")).toBe(1);
    expect(firstDayOfWeek("no language")).toBe(1);
  });

  test("a weekday is the latest one", () => {
    expect(periodOf("monday", context.calendar!)?.from).toEqual(new Date(2026, 10, 16));
    expect(periodOf("토요일", context.calendar!)?.from).toEqual(new Date(2026, 10, 21));
  });

  test("an age counts from the start of the day", () => {
    expect(ago("2w", context.calendar!)).toEqual(new Date(2026, 10, 7));
    expect(ago("1y", context.calendar!)).toEqual(new Date(2025, 10, 21));
    expect(wanted("older:10d")).toEqual({ before: local(2026, 10, 11) });
    expect(wanted("newer:1m")).toEqual({ after: local(2026, 9, 21) });
  });
});
