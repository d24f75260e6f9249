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
  expect(shapes(fitted(panels("normal", "normal", "normal"), "3", 1440))).toBe(
    "normal normal normal",
  );
});

test("with less room the oldest are put aside, never the one that is wanted", () => {
  expect(shapes(fitted(panels("normal", "normal", "normal"), "3", 1024))).toBe(
    "small normal normal",
  );
  expect(shapes(fitted(panels("normal", "normal", "normal"), "1", 1024))).toBe(
    "normal small normal",
  );
  expect(shapes(fitted(panels("normal", "normal", "normal"), "2", 390))).toBe("small normal small");
  expect(shapes(fitted(panels("small", "small", "normal"), "3", 390))).toBe("small small normal");
});

test("putting one aside changes no other", () => {
  expect(shapes(fitted(panels("normal", "small"), undefined, 390))).toBe("normal small");
});
