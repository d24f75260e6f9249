import { expect, test } from "vitest";
import { growth, many } from "../testing/growth.ts";
import { fillText, leftIn, placesIn } from "./index.ts";

test("what is known is put in, in either language, and the rest is left", () => {
  const values = { firstName: "Ann", name: "Ann Archer", myName: "Bob" };
  expect(fillText("Dear {first name}, {Name} / {company}. {my name}", values)).toBe(
    "Dear Ann, Ann Archer / {company}. Bob",
  );
  expect(fillText("{이름}님, {회사} {내 이름} 드림", { name: "김민수", myName: "서지민" })).toBe(
    "김민수님, {회사} 서지민 드림",
  );
  expect(fillText("{first\u00a0name}", values)).toBe("Ann");
  // What is put in is no placeholder.
  expect(fillText("{name}", { name: "{date}", date: "today" })).toBe("{date}");
});

test("what is no placeholder is nobody's business", () => {
  const text = "if (a) { b } {color} {} {{ {constructor} {__proto__} }} {first\nname}";
  expect(fillText(text, { name: "x" })).toBe(text);
  expect(leftIn(text)).toEqual([]);
});

test("those that are left are named once, and found where they stand", () => {
  expect(leftIn("{name} {회사} {name} {what}")).toEqual(["{name}", "{회사}"]);
  expect(placesIn("a {name} b {x} {date}")).toEqual([
    [2, 8],
    [15, 21],
  ]);
});

test("a long text of braces is read to its end", () => {
  const text = `${"{".repeat(200_000)}name}${"{name".repeat(50_000)}`;
  expect(leftIn(text)).toEqual(["{name}"]);
});

test("the work grows with the length of the text", () => {
  for (const part of ["{", "{name", "{name}", "}{ "])
    expect(growth(leftIn, many(part))).toBeLessThan(3);
});
