import { expect, test } from "vitest";
import { findLinks } from "./links.ts";

const links = (text: string) => findLinks(text).flatMap(({ href }) => href ?? []);

test("nothing of the text is lost", () => {
  const text =
    "See https://example.org/a_(b)?x=1&y=2, (www.example.com). Mail ann@example.org!\n끝";
  expect(
    findLinks(text)
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});

test("an address ends where the sentence goes on", () => {
  expect(links("See https://example.org/a_(b)?x=1, or (https://example.org/c).")).toEqual([
    "https://example.org/a_(b)?x=1",
    "https://example.org/c",
  ]);
  expect(links("www.example.com. ann@example.org,")).toEqual([
    "https://www.example.com",
    "mailto:ann@example.org",
  ]);
});

test("only web and mail addresses become links", () => {
  expect(links("javascript:alert(1) data:text/html,x file:///etc/passwd http://[")).toEqual([]);
});

test("long text without an address is searched once, not once per letter", () => {
  expect(links(`${"a.".repeat(2_000_000)}@`)).toEqual([]);
});

test("an address that is all closing marks is not counted again for each of them", () => {
  const text = `www.a.example/${")".repeat(2000)} `.repeat(1000);
  expect(links(text)).toHaveLength(1000);
  expect(new Set(links(text))).toEqual(new Set(["https://www.a.example/"]));
});

test("no more become links than one can look at", () => {
  const pieces = findLinks("www.example.com ".repeat(10), 3);
  expect(pieces.filter(({ href }) => href)).toHaveLength(3);
  expect(pieces.map(({ text }) => text).join("")).toBe("www.example.com ".repeat(10));
});
