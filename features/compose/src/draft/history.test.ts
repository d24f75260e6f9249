import { expect, test } from "vitest";
import { goesOn, History } from "./history.ts";

test("steps go back and forth, and a new one ends what could be done again", () => {
  const history = new History("a");
  history.note("ab");
  history.note("abc");
  expect([history.undo(), history.undo(), history.undo()]).toEqual(["ab", "a", undefined]);
  expect(history.redo()).toBe("ab");
  history.note("abX");
  expect(history.redo()).toBeUndefined();
  expect([history.undo(), history.undo()]).toEqual(["ab", "a"]);
});

test("what is typed in one go is taken back in one step, but never the first state", () => {
  const history = new History("");
  history.note("h", true);
  history.note("he", true);
  history.note("he ", true);
  history.note("he w");
  expect([history.undo(), history.undo(), history.undo()]).toEqual(["he ", "", undefined]);
});

test("a history goes on elsewhere as it was", () => {
  const history = new History(1);
  for (const value of [2, 3, 4]) history.note(value);
  history.undo();
  const moved = new History(0, structuredClone(history.past()));
  expect([moved.redo(), moved.undo(), moved.undo()]).toEqual([4, 3, 2]);
});

test("long histories forget their beginning", () => {
  const history = new History(0);
  for (let value = 1; value <= 500; value += 1) history.note(value);
  expect(history.past().entries.length).toBe(200);
  expect(history.undo()).toBe(499);
});

test("letters of a word go together; a new word, a pause and a paste do not", () => {
  expect(goesOn("he", "hel", 100)).toBe(true);
  expect(goesOn("hello", "hello ", 100)).toBe(true);
  expect(goesOn("hello ", "hello w", 100)).toBe(false);
  expect(goesOn("he", "hel", 2000)).toBe(false);
  expect(goesOn("he", "hello", 100)).toBe(false);
  expect(goesOn("hel", "he", 100)).toBe(true);
  expect(goesOn("ab", "xab", 100)).toBe(true);
});
