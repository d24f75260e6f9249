import { describe, expect, test } from "vitest";
import { conditionOf, draftOf, searchOf, typed } from "./chips.ts";
import { parseSearch, textOf, unknownConditions, withOr, type SearchNode } from "./query.ts";

const words = (text: string, isPhrase = false): SearchNode => ({ kind: "words", text, isPhrase });
const field = (name: string, value: string): SearchNode =>
  ({ kind: "field", name, value }) as SearchNode;
const not = (node: SearchNode): SearchNode => ({ kind: "not", node });

test("words and phrases stand beside each other", () => {
  expect(parseSearch('  budget "second draft"  회의록 ')).toEqual([
    words("budget"),
    words("second draft", true),
    words("회의록"),
  ]);
});

test("what every object answers to is no operator", () => {
  for (const text of ["constructor:x", "__proto__:x", "toString:x", "is:constructor"])
    expect(parseSearch(text)).toEqual([words(text)]);
});

test("every operator is recognised, in any case and in Korean", () => {
  expect(
    parseSearch(
      'From:bob to:"Carol Kim" cc:d bcc:e subject:x has:attachment is:UNREAD in:Work label:Later ' +
        "larger:5mb smaller:200k before:2026/3/5 after:2026-03 older:1y newer:7D date:지난주 제목:보고 메일함:일 첨부:있음",
    ),
  ).toEqual([
    field("from", "bob"),
    field("to", "Carol Kim"),
    field("cc", "d"),
    field("bcc", "e"),
    field("subject", "x"),
    field("has", "attachment"),
    field("is", "unread"),
    field("in", "Work"),
    field("label", "Later"),
    field("larger", "5M"),
    field("smaller", "200K"),
    field("before", "2026-03-05"),
    field("after", "2026-03"),
    field("older", "1y"),
    field("newer", "7d"),
    field("date", "last-week"),
    field("subject", "보고"),
    field("in", "일"),
    words("첨부:있음"),
  ]);
});

test("what an operator cannot mean, and what is no operator, is a word", () => {
  expect(
    parseSearch("is:lovely before:soon larger:big http://a.test 12:30 before:2026-02-30"),
  ).toEqual(
    ["is:lovely", "before:soon", "larger:big", "http://a.test", "12:30", "before:2026-02-30"].map(
      (text) => words(text),
    ),
  );
});

test("an operator that nothing follows yet asks for nothing", () => {
  expect(parseSearch("from: plan subject:")).toEqual([words("plan")]);
  expect(parseSearch('from:"')).toEqual([]);
});

test("a hyphen excludes, inside a word it does not", () => {
  expect(parseSearch('-draft -from:bob -"no thanks" e-mail -')).toEqual([
    not(words("draft")),
    not(field("from", "bob")),
    not(words("no thanks", true)),
    words("e-mail"),
    words("-"),
  ]);
  expect(parseSearch("-(-a)")).toEqual([words("a")]);
});

test("OR joins its neighbours, marks group", () => {
  expect(parseSearch("a b OR c | d e")).toEqual([
    words("a"),
    { kind: "any", nodes: [words("b"), words("c"), words("d")] },
    words("e"),
  ]);
  expect(parseSearch("(from:bob plan) OR -(c d)")).toEqual([
    {
      kind: "any",
      nodes: [
        { kind: "all", nodes: [field("from", "bob"), words("plan")] },
        not({ kind: "all", nodes: [words("c"), words("d")] }),
      ],
    },
  ]);
  expect(parseSearch("OR a OR")).toEqual([words("a")]);
  expect(parseSearch("a or b")).toHaveLength(3);
});

test("what is never closed, and what closes nothing, loses no word", () => {
  expect(parseSearch('"half a phrase')).toEqual([words("half a phrase", true)]);
  expect(parseSearch("(a b")).toEqual([{ kind: "all", nodes: [words("a"), words("b")] }]);
  expect(parseSearch("a) b :)")).toEqual([words("a)"), words("b"), words(":)")]);
});

test("any text is read, and what was read reads the same from its own text", () => {
  const pieces = [
    ...Array.from('ab-():|" '),
    "OR ",
    "from:",
    "is:unread ",
    'in:"x y" ',
    "회의 ",
    "larger:5M ",
    "date:2026-01..2026-02 ",
    "😀",
  ];
  let seed = 42;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let round = 0; round < 3000; round += 1) {
    const text = Array.from(
      { length: 1 + Math.floor(random() * 12) },
      () => pieces[Math.floor(random() * pieces.length)],
    ).join("");
    const nodes = parseSearch(text);
    expect(parseSearch(textOf(nodes)), text).toEqual(nodes);
  }
});

describe("chips", () => {
  test("a search is split into conditions and text, and joined again", () => {
    const draft = draftOf('plan from:bob -in:sent "x y" a OR is:unread');
    expect(draft).toEqual({
      chips: ["from:bob", "-in:sent"],
      text: 'plan "x y" a OR is:unread',
    });
    expect(searchOf(draft)).toBe('from:bob -in:sent plan "x y" a OR is:unread');
    expect(searchOf({ chips: [], text: "  " })).toBe("");
  });

  test("a space ends an operator, and then it is a chip", () => {
    const empty = { chips: [], text: "" };
    expect(typed(empty, "from:bob")).toEqual({ chips: [], text: "from:bob" });
    expect(typed(empty, "plan from:bob ")).toEqual({ chips: ["from:bob"], text: "plan " });
    expect(typed(empty, "from: ")).toEqual({ chips: [], text: "from: " });
    expect(typed(empty, "is:lovely ")).toEqual({ chips: [], text: "is:lovely " });
    expect(typed({ chips: ["from:bob"], text: "" }, "from:bob ").chips).toEqual(["from:bob"]);
  });

  test("a space inside quotation marks ends nothing", () => {
    const empty = { chips: [], text: "" };
    expect(typed(empty, 'from:"Carol ')).toEqual({ chips: [], text: 'from:"Carol ' });
    expect(typed(empty, 'from:"Carol Kim" ')).toEqual({ chips: ['from:"Carol Kim"'], text: "" });
  });

  test("OR takes the chip before it back into the text", () => {
    expect(typed({ chips: ["is:unread", "from:bob"], text: "" }, "OR f")).toEqual({
      chips: ["is:unread"],
      text: "from:bob OR f",
    });
    expect(typed({ chips: [], text: "" }, "from:bob OR from:carol ").chips).toEqual([]);
  });

  test("a chip names its condition", () => {
    expect(conditionOf("-from:bob")).toEqual({ condition: field("from", "bob"), isNot: true });
    expect(conditionOf("plain")).toBeUndefined();
  });
});

test("what looks like a condition and is none is named, as it is written", () => {
  expect(unknownConditions("filename:pdf is:lovely budget")).toEqual(["filename:pdf", "is:lovely"]);
  expect(unknownConditions('-has:drive list:"the team" 크기:크다')).toEqual([
    "has:drive",
    'list:"the team"',
    "크기:크다",
  ]);
  const known = 'from:bob is:읽음 has:첨부 in:x https://a.example Re: 10:30 "a:b" from: a:b';
  expect(unknownConditions(known)).toEqual([]);
});

test("a small or between two terms can be meant as OR, and AND says nothing", () => {
  expect(withOr("a or b or from:c")).toBe("a OR b OR from:c");
  for (const text of ["or a", "a or", '"a or b"', "a OR b", "a -or b", "oracle or"])
    expect(withOr(text)).toBeUndefined();
  expect(parseSearch("a AND b")).toEqual(parseSearch("a b"));
});
