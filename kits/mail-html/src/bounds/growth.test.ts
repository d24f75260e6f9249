import { expect, test } from "vitest";
import { growth, many } from "../../../../formats/src/testing/growth.ts";
import { namedParts } from "../parts/held-parts.ts";
import { boundHtml } from "./bound-html.ts";
import { boundSheet } from "./bound-sheet.ts";
import { runBreaker } from "./break-runs.ts";
import { HOSTILE } from "./hostile.ts";

test.each(Object.entries(HOSTILE))("twice as much HTML of %s is at most triple work", (_, write) =>
  expect(growth(boundHtml, write)).toBeLessThanOrEqual(3),
);

test.each([
  "@import url(",
  "@import x;",
  "a{",
  "([{",
  "@media x{",
  '"',
  "\\",
  "/*",
  "url(",
  "}",
  "\\75 rl(",
])("twice as long a style sheet of %j is at most triple work", (part) =>
  expect(growth((text) => boundSheet(text, 5000), many(part))).toBeLessThanOrEqual(3),
);

test.each(["\u0301", "a\u0301", "ก", "กา ", "x"])(
  "twice as many signs of %j are at most triple work",
  (part) => expect(growth(runBreaker(), many(part))).toBeLessThanOrEqual(3),
);

test.each(["cid:", "cid:a ", "c", "ci"])(
  "twice as many names of %j are at most triple work",
  (part) => expect(growth((text) => namedParts([text]), many(part))).toBeLessThanOrEqual(3),
);
