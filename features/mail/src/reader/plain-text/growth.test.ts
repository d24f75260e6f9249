import { expect, test } from "vitest";
import { growth, many } from "../../../../../formats/src/testing/growth.ts";
import { boundText } from "./bound-text.ts";
import { findLinks } from "./links.ts";

test.each([
  "> a\nb\n",
  "\n",
  "www.a)",
  "www.a.b ",
  "a@b.c ",
  "a.",
  "http://)))",
  "-- \n",
  "From: a\nTo: b\n",
  ">",
])("twice as long a text of %j is at most triple work", (part) => {
  expect(growth(boundText, many(part))).toBeLessThanOrEqual(3);
  expect(growth(findLinks, many(part))).toBeLessThanOrEqual(3);
});
