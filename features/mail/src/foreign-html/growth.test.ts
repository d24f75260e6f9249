import { expect, test } from "vitest";
import { findLinks } from "../reader/plain-text/links.ts";
import { boundText } from "../reader/plain-text/bound-text.ts";
import { namedParts } from "../reader/html-mail/held-parts.ts";
import { boundHtml } from "./bound-html.ts";
import { boundSheet } from "./bound-sheet.ts";
import { runBreaker } from "./break-runs.ts";
import { HOSTILE } from "./hostile.ts";

/** Microseconds of this process's own work; what else the machine does is not in it. */
function workOf(act: () => unknown): number {
  const before = process.cpuUsage();
  act();
  return process.cpuUsage(before).user;
}

/**
 * How much more work twice the input is, taken from four times of it. The least of several tries counts, since the
 * collector of garbage works when it likes, and no more are made than it takes to see that it is little.
 */
function growth(act: (text: string) => unknown, write: (size: number) => string): number {
  const [small, large] = [write(SIZE), write(4 * SIZE)];
  act(small);
  let [one, four] = [Infinity, Infinity];
  for (let tries = 0; tries < 20 && (tries < 3 || four > 9 * one); tries++) {
    one = Math.max(
      LEAST,
      Math.min(
        one,
        workOf(() => act(small)),
      ),
    );
    four = Math.min(
      four,
      workOf(() => act(large)),
    );
  }
  return Math.sqrt(four / one);
}

const SIZE = 100_000;
/** What takes fewer microseconds is told from nothing by chance alone; the square of it would be seconds. */
const LEAST = 10_000;

const many =
  (part: string) =>
  (size: number): string =>
    part.repeat(size / part.length);

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

test.each(["\u0301", "a\u0301", "ก", "กา ", "x"])(
  "twice as many signs of %j are at most triple work",
  (part) => expect(growth(runBreaker(), many(part))).toBeLessThanOrEqual(3),
);

test.each(["cid:", "cid:a ", "c", "ci"])(
  "twice as many names of %j are at most triple work",
  (part) => expect(growth((text) => namedParts([text]), many(part))).toBeLessThanOrEqual(3),
);
