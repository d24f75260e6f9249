import { expect, test } from "vitest";
import {
  colourText,
  contrast,
  DARK_PAGE,
  darkened,
  isDarkGround,
  legible,
  luminance,
  parseColour,
  upon,
  type Colour,
} from "./dark-colours.ts";

const WHITE: Colour = [255, 255, 255, 1];
const BLACK: Colour = [0, 0, 0, 1];

test("computed colours are read and written", () => {
  expect(parseColour("rgb(1, 2, 3)")).toEqual([1, 2, 3, 1]);
  expect(parseColour("rgba(1, 2, 3, 0.5)")).toEqual([1, 2, 3, 0.5]);
  expect(parseColour("color(srgb 1 0 0)")).toBeNull();
  expect(colourText([1.4, 2, 3, 0.5])).toBe("rgba(1, 2, 3, 0.5)");
});

test("white becomes the page, black becomes light, and a hue stays", () => {
  expect(contrast(darkened(WHITE), DARK_PAGE)).toBeLessThan(1.1);
  expect(luminance(darkened(BLACK))).toBeGreaterThan(0.8);
  const [red, green, blue] = darkened([200, 30, 30, 1]);
  expect(red).toBeGreaterThan(green + 40);
  expect(red).toBeGreaterThan(blue + 40);
});

test("what could be read on light ground can be read on dark", () => {
  for (const ink of [BLACK, [51, 51, 51, 1], [0, 0, 238, 1], [180, 40, 20, 1], [20, 105, 63, 1]])
    for (const ground of [WHITE, [244, 239, 230, 1], [10, 80, 60, 1], [255, 230, 0, 1]]) {
      const paper = darkened(ground as unknown as Colour);
      const words = legible(darkened(ink as unknown as Colour), paper);
      expect(contrast(words, paper)).toBeGreaterThanOrEqual(4.5);
    }
});

test("a band that is dark already stays, and what is written on it with it", () => {
  expect(
    [[0, 51, 102, 1], [10, 80, 60, 1], BLACK].map((one) => isDarkGround(one as Colour)),
  ).toEqual([true, true, true]);
  expect(
    [WHITE, [255, 204, 0, 1], [208, 2, 27, 1]].map((one) => isDarkGround(one as Colour)),
  ).toEqual([false, false, false]);
});

test("half of a colour lets the one below shine through", () => {
  expect(upon([255, 255, 255, 0.5], BLACK)).toEqual([127.5, 127.5, 127.5, 1]);
});
