import { describe, expect, test } from "vitest";
import { folder } from "../folder.fixture.ts";
import { widened } from "../widen.ts";
import { read, withSearch } from "./history.ts";
import { mergePeople, peopleOf } from "./people.ts";
import { fits, suggest, typedAt, type Known } from "./suggest.ts";

const known: Known = {
  draft: { chips: [], text: "" },
  caret: 0,
  past: [],
  people: [],
  labels: [
    { id: "l1", name: "청구서", color: "red", keyword: "label-1", sortOrder: 0 },
    { id: "l2", name: "Travel plans", color: "teal", keyword: "travel", sortOrder: 0 },
  ],
  mailboxes: [
    folder("i", "Inbox", "inbox"),
    folder("s", "Sent", "sent"),
    folder("w", "Work"),
    folder("p", "Travel plans", null, "w"),
  ],
  here: undefined,
  calendar: { now: new Date(2026, 10, 21), firstDay: 1 },
};
const inserts = (text: string, more: Partial<Known> = {}) =>
  suggest({ ...known, draft: { chips: [], text }, caret: text.length, ...more }).map(
    ({ search, insert }) => search ?? insert,
  );
const nadia = { name: "Nadia Nowak", email: "nadia@elsewhere.example" };

test("an empty box offers what was searched for lately, and what one can ask for", () => {
  const offered = inserts("", { past: ["budget", "from:bob"] });
  expect(offered.slice(0, 2)).toEqual(["budget", "from:bob"]);
  expect(offered).toContain("has:attachment");
  expect(offered).toContain("from:");
});

test("the folder that one is in is offered first, unless one is named", () => {
  const here = known.mailboxes[2];
  expect(inserts("", { here })[0]).toBe("in:Work");
  expect(inserts("", { here, draft: { chips: ["in:sent"], text: "" } })).not.toContain("in:Work");
});

test("so is the label whose list one is in", () => {
  const hereLabel = known.labels[1];
  expect(inserts("", { hereLabel })[0]).toBe('label:"Travel plans"');
  const draft = { chips: ["label:청구서"], text: "" };
  expect(inserts("", { hereLabel, draft })).not.toContain('label:"Travel plans"');
});

test("people are offered as senders first", () => {
  expect(inserts("nad", { people: [nadia] })).toEqual([
    "from:nadia@elsewhere.example",
    "to:nadia@elsewhere.example",
  ]);
  expect(inserts("plan -cc:na", { people: [nadia] })).toEqual(["-cc:nadia@elsewhere.example"]);
});

test("labels are offered by any word of their name, with marks where they need some", () => {
  expect(inserts("label:")).toEqual(["label:청구서", 'label:"Travel plans"']);
  expect(inserts("label:pla")).toEqual(['label:"Travel plans"']);
  expect(inserts("청구")).toContain("label:청구서");
  expect(inserts("")).toContain("label:");
  expect(inserts("", { labels: [] })).not.toContain("label:");
});

test("folders are offered by name and by role, with marks where they need some", () => {
  expect(inserts("in:")).toEqual(["in:inbox", "in:sent", "in:Work", 'in:"Work/Travel plans"']);
  expect(inserts("in:pla")).toEqual(['in:"Work/Travel plans"']);
  expect(inserts("work")).toContain("in:Work");
});

describe("dates", () => {
  test("are offered in words, also in two, also in Korean", () => {
    expect(inserts("yest")).toEqual(["date:yesterday"]);
    expect(inserts("last we")).toEqual(["date:last-week"]);
    expect(inserts("budget 지난주")).toEqual(["date:last-week"]);
    expect(inserts("before:this")).toEqual([
      "before:this-week",
      "before:this-month",
      "before:this-year",
    ]);
  });

  test("of two words both are replaced", () => {
    const text = "budget last week";
    const [only] = suggest({ ...known, draft: { chips: [], text }, caret: text.length });
    expect(text.slice(only!.start, only!.end)).toBe("last week");
  });

  test("months are the latest of their name, figures are taken as they are", () => {
    expect(inserts("march")).toEqual(["date:2026-03"]);
    expect(inserts("12월")).toEqual(["date:2025-12"]);
    expect(inserts("2026-03-05")).toEqual(["date:2026-03-05"]);
    expect(inserts("2026")).toEqual([]);
  });
});

test("states and sizes are offered by what they are called", () => {
  expect(inserts("unre")).toContain("is:unread");
  expect(inserts("atta")).toContain("has:attachment");
  expect(inserts("is:st")).toEqual(["is:starred", "is:unstarred"]);
  expect(inserts("larger:")).toContain("larger:5M");
});

test("what is a chip already is not offered again", () => {
  const draft = { chips: ["is:unread"], text: "is:" };
  expect(inserts("is:", { draft })).not.toContain("is:unread");
});

test("the piece at the caret is what is being typed", () => {
  expect(typedAt("from:bob plan", 6)).toMatchObject({
    name: "from",
    value: "bob",
    start: 0,
    end: 8,
  });
  expect(typedAt("from:bob ", 9)).toMatchObject({ name: undefined, value: "", start: 9 });
});

test("names fit by the beginning of a word, Korean ones anywhere", () => {
  expect(fits("now", "Nadia Nowak")).toBe(true);
  expect(fits("else", "nadia@elsewhere.example")).toBe(true);
  expect(fits("adia", "Nadia Nowak")).toBe(false);
  expect(fits("지민", "김지민")).toBe(true);
  expect(fits("jose", "José")).toBe(true);
});

test("after an operator of people alone, those of the mail are offered, without oneself", () => {
  const own = "me@demo.test";
  const bob = { name: "Bob Baker", email: "bob@demo.test" };
  const me = { name: "Me", email: own };
  const mail = [
    { from: [me], to: [bob], cc: null },
    { from: [nadia], to: [me], cc: null },
  ];
  const account = { all: () => mail } as unknown as Parameters<typeof peopleOf>[0];
  const people = peopleOf(account, own, "");
  expect(people).toEqual([bob, nadia]);
  expect(inserts("from:", { people })).toEqual(["from:bob@demo.test", `from:${nadia.email}`]);
  expect(peopleOf(account, own, "me")).toEqual([me]);
});

test("a person of the directory who is known from mail is suggested once", () => {
  const again = { name: "Nadia", email: "NADIA@elsewhere.example" };
  const other = { name: "Bob", email: "bob@demo.test" };
  expect(mergePeople([nadia], [again, other])).toEqual([nadia, other]);
});

test("the history keeps the latest first, each once, and reads what it understands", () => {
  expect(withSearch(["a", "b"], " b ")).toEqual(["b", "a"]);
  expect(
    withSearch(
      Array.from({ length: 30 }, (_, at) => `s${at}`),
      "new",
    ),
  ).toHaveLength(20);
  expect(read('["a",1,""," ","b"]')).toEqual(["a", "b"]);
  for (const text of [null, "{", '{"a":1}', '"a"']) expect(read(text)).toEqual([]);
});

test("a search that found nothing is widened step by step", () => {
  expect(widened("in:work is:unread two words").map(({ text }) => text)).toEqual([
    "is:unread in:anywhere two words",
    "is:unread two words",
    "in:work two words",
    "in:work is:unread two OR words",
  ]);
  expect(widened("in:anywhere word")).toEqual([]);
});
