import { expect, test } from "vitest";
import { ruleForSearch } from "./rule-for-search.ts";

const rule = (text: string) => ruleForSearch(text, "bob@demo.test");

test("senders, recipients, subject, attachments and size are said as a rule says them", () => {
  expect(
    rule("from:Ann@x.example to:@demo.test subject:invoice has:attachment larger:2M -from:ann"),
  ).toEqual({
    match: "all",
    conditions: [
      { on: "from", how: "is", values: ["ann@x.example"], isNot: false },
      { on: "to", how: "domain", values: ["demo.test"], isNot: false },
      { on: "subject", how: "contains", values: ["invoice"], isNot: false },
      { on: "attachment", isNot: false },
      { on: "size", how: "over", octets: 2_000_000, isNot: false },
      { on: "from", how: "contains", values: ["ann"], isNot: true },
    ],
    left: [],
  });
  expect(rule("from:me").conditions).toEqual([
    { on: "from", how: "is", values: ["bob@demo.test"], isNot: false },
  ]);
});

test("what a new message does not say is left, by its words", () => {
  const { conditions, left } = rule(
    "from:ann@x.example is:unread in:archive label:plans date:2026",
  );
  expect(conditions).toHaveLength(1);
  expect(left).toEqual(["is:unread", "in:archive", "label:plans", "date:2026"]);
  // Cc alone is less than what a rule calls recipients.
  expect(rule("cc:ann@x.example bcc:me").left).toEqual(["cc:ann@x.example", "bcc:me"]);
  // What no script can hold.
  expect(rule("subject:${a} has:attachment").left).toEqual(["subject:${a}"]);
});

test("one of several is a rule of one of several, or one condition with several values", () => {
  expect(rule("from:a@x.example OR from:b@x.example OR subject:news")).toEqual({
    match: "any",
    conditions: [
      { on: "from", how: "is", values: ["a@x.example", "b@x.example"], isNot: false },
      { on: "subject", how: "contains", values: ["news"], isNot: false },
    ],
    left: [],
  });
  expect(rule("(from:a@x.example OR from:b@x.example) subject:news")).toMatchObject({
    match: "all",
    conditions: [{ values: ["a@x.example", "b@x.example"] }, { on: "subject" }],
    left: [],
  });
  // A rule cannot say this beside something else.
  expect(rule("(from:a OR subject:b) has:attachment").left).toEqual(["from:a OR subject:b"]);
  expect(rule("from:a OR is:unread")).toMatchObject({
    conditions: [],
    left: ["from:a OR is:unread"],
  });
  expect(rule("-(from:a@x.example OR from:b@x.example)").conditions).toEqual([
    { on: "from", how: "is", values: ["a@x.example", "b@x.example"], isNot: true },
  ]);
});

test("words alone are looked for in subject and text; beside others they are left", () => {
  expect(rule('"hare soup"')).toMatchObject({
    match: "any",
    conditions: [
      { on: "subject", values: ["hare soup"] },
      { on: "body", values: ["hare soup"] },
    ],
    left: [],
  });
  expect(rule("hare from:ann").left).toEqual(["hare"]);
  expect(rule("")).toEqual({ match: "all", conditions: [], left: [] });
});

/** A saved search has at most so many characters. */
const MOST = 2000;

test.each(["from:a OR ", "-", "(", "a@", "from:a@b.", "-(", "from:@"])(
  "whatever is saved, as %j again and again, becomes a rule that can be edited",
  (part) => {
    const { conditions, left } = rule(part.repeat(MOST / part.length));
    expect(conditions.length + left.length).toBeLessThan(MOST);
  },
);
