import { expect, test } from "vitest";
import { marksOf, nearMark } from "./marks.ts";

test("marks are parsed apart from the text around them", () => {
  expect(marksOf("The <mark>bud</mark>get &amp; <mark>회의</mark>")).toEqual([
    { text: "The ", isMarked: false },
    { text: "bud", isMarked: true },
    { text: "get & ", isMarked: false },
    { text: "회의", isMarked: true },
  ]);
  expect(marksOf("")).toEqual([]);
});

test("what is written as text stays text", () => {
  expect(marksOf("&lt;mark&gt;a&lt;/mark&gt; &amp;lt; &quot;b&#39;s&quot; &unknown;")).toEqual([
    { text: `<mark>a</mark> &lt; "b's" &unknown;`, isMarked: false },
  ]);
});

test("a mark far into the text is brought into sight", () => {
  const text = "Here are the numbers that we talked about. The <mark>budget</mark> is attached.";
  expect(nearMark(marksOf(text))).toEqual([
    { text: "…The ", isMarked: false },
    { text: "budget", isMarked: true },
    { text: " is attached.", isMarked: false },
  ]);
  const near = marksOf("The <mark>budget</mark>");
  expect(nearMark(near)).toEqual(near);
});
