import { expect, test } from "vitest";
import { fitted } from "./fit.ts";
import type { Panel } from "./panels.ts";

const panels = (...shapes: Panel["shape"][]): Panel[] =>
  shapes.map((shape, index) => ({
    id: String(index + 1),
    shape,
    asked: 0,
    state: { name: "opening" },
  }));
const shapes = (list: readonly Panel[]) => list.map(({ shape }) => shape).join(" ");

test("three messages stand side by side where there is room", () => {
  expect(shapes(fitted(panels("normal", "normal", "normal"), "3", 1408))).toBe(
    "normal normal normal",
  );
});

test("with less room the oldest are put aside, never the one that is wanted", () => {
  expect(shapes(fitted(panels("normal", "normal", "normal"), "3", 992))).toBe(
    "small normal normal",
  );
  expect(shapes(fitted(panels("normal", "normal", "normal"), "1", 992))).toBe(
    "normal small normal",
  );
  expect(shapes(fitted(panels("normal", "normal", "normal"), "2", 358))).toBe("small normal small");
  expect(shapes(fitted(panels("small", "small", "normal"), "3", 358))).toBe("small small normal");
});

test("putting one aside changes no other", () => {
  expect(shapes(fitted(panels("normal", "small"), undefined, 358))).toBe("normal small");
});

test("a second one that has no room beside the first where one reads is put aside", () => {
  expect(shapes(fitted(panels("normal", "normal"), "2", 736))).toBe("small normal");
});

test("what is written below its message takes no room and keeps its place", () => {
  expect(shapes(fitted(panels("normal", "inline", "normal"), "3", 780))).toBe(
    "normal inline normal",
  );
  expect(shapes(fitted(panels("inline", "normal"), "2", 300))).toBe("inline normal");
});
