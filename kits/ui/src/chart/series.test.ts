import { expect, test } from "vitest";
import { areaPath, barsPath, linePath, stacked } from "./series.ts";

const plane = { width: 40, height: 10, top: 10, count: 4 };

test("a line is broken where nothing is known, and what stands alone is a dot", () => {
  expect(linePath(plane, [0, 10, null, 5])).toBe("M5 10L15 0M35 5h0.1");
  expect(areaPath(plane, [0, 10, null, 5])).toBe("M5 10L5 10L15 0L15 10ZM35 10L35 5L35 10Z");
  expect(linePath(plane, [null, null])).toBe("");
});

test("bars stand on each other, and the smallest is still seen", () => {
  const series = [
    { name: "a", tone: "info", values: [2, 0, null, 10] },
    { name: "b", tone: "danger", values: [3, 0.1, 1, 0] },
  ] as const;
  const layers = stacked(series);
  expect(layers).toEqual([
    [0, 0, 0, 0],
    [2, 0, 0, 10],
    [5, 0.1, 1, 10],
  ]);
  expect(barsPath(plane, series[0].values, layers[0]!)).toBe(
    "M1.4 10v-2h7.2v2ZM31.4 10v-10h7.2v10Z",
  );
  expect(barsPath(plane, series[1].values, layers[1]!)).toContain("M11.4 10v-1.5h7.2v1.5Z");
});
