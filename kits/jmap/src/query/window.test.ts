import { expect, test } from "vitest";
import { Window } from "./window.ts";

function filled(): Window {
  const window = new Window();
  window.total = 10;
  window.put(0, ["a", "b", "c"]);
  window.put(6, ["g", "h"]);
  return window;
}

test("gaps are found inside what is wanted and inside the list", () => {
  const window = filled();
  expect(window.gap({ first: 0, last: 2 })).toBeUndefined();
  expect(window.gap({ first: 0, last: 7 })).toEqual({ first: 3, last: 5 });
  expect(window.gap({ first: 7, last: 99 })).toEqual({ first: 8, last: 9 });
});

test("a hidden row closes up, and is there again when it comes back", () => {
  const window = filled();
  window.hide("b", true);
  expect(window.length).toBe(9);
  expect([0, 1, 2].map((row) => window.idAt(row))).toEqual(["a", "c", undefined]);
  expect(window.rowOf("g")).toBe(5);
  expect(window.rowOf("b")).toBe(-1);
  expect(window.positionOf(1)).toBe(2);
  window.hide("b", false);
  expect(window.idAt(1)).toBe("b");
  expect(window.length).toBe(10);
});

test("an id that turns up elsewhere has moved", () => {
  const window = filled();
  window.put(3, ["g"]);
  expect(window.idAt(3)).toBe("g");
  expect(window.idAt(6)).toBeUndefined();
});

test("only an unbroken start can be followed by what changed", () => {
  const window = filled();
  expect(window.isPrefix).toBe(false);
  window.setPrefix(["a", "b"]);
  expect(window.isPrefix).toBe(true);
  expect(window.prefix()).toEqual(["a", "b"]);
});

test("a hidden row that leaves the list is forgotten", () => {
  const window = filled();
  window.hide("c", true);
  window.total = 2;
  window.setPrefix(["a", "b"]);
  expect(window.length).toBe(2);
  window.put(2, ["c"]);
  window.total = 3;
  expect(window.length).toBe(3);
});
