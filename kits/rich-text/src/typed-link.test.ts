import { expect, test } from "vitest";
import { TYPED_LINK } from "./typed-link.ts";

const linkIn = (text: string) => TYPED_LINK.exec(text)?.[0];

test.each([
  ["see https://a.example/b?c=d.", "https://a.example/b?c=d"],
  ["(www.a.example)", "www.a.example"],
  ["at a.example/b, and", "a.example/b"],
  ["https://a.example/wiki/B_(c) is", "https://a.example/wiki/B_(c)"],
  ["ann@a.example,", "ann@a.example"],
  ["ftp://a.example/b", "ftp://a.example/b"],
])("%j holds the link %s", (text, link) => expect(linkIn(text)).toBe(link));

test("words are no links", () => {
  for (const text of ["a. b", "and/or", "@all", "3.5", "http://"])
    expect(linkIn(text)).toBeUndefined();
});

test.each(["!", "()", "a.", "www.", "http://!", "a@", "(a", "a-"])(
  "10⁵ times %j is searched through",
  (part) => {
    expect(TYPED_LINK.exec(`http://${"!".repeat(100)} ${part.repeat(100_000)}`)).toBeDefined();
  },
);
