import { expect, test } from "vitest";
import { faultsOfLongWork } from "./long-work.ts";

test("a background task goes on after each kill, loses and doubles nothing, and is taken back", async () => {
  expect(await faultsOfLongWork(2000)).toEqual([]);
}, 400_000);
