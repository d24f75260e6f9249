import { expect, test } from "vitest";
import * as icons from "./icons.ts";

test("no two meanings share a sign", () => {
  const names = new Map<unknown, string[]>();
  for (const [name, sign] of Object.entries(icons))
    names.set(sign, [...(names.get(sign) ?? []), name]);
  expect([...names.values()].filter((same) => same.length > 1)).toEqual([]);
});
