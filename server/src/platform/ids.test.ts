import { expect, test } from "vitest";
import { createIds, newId } from "./ids.ts";

test("an id is its prefix and sixteen lowercase characters", () => {
  expect(newId("a")).toMatch(/^a[0-9a-z]{16}$/);
});

test("ids of one process sort in the order of their making, also within a millisecond and when the clock goes back", () => {
  let time = 1_800_000_000_000;
  const ids = createIds({ now: () => new Date(time) });
  const made: string[] = [];
  for (let i = 0; i < 5000; i += 1) {
    if (i === 1000) time += 1;
    if (i === 2000) time -= 60_000;
    made.push(ids.next("m"));
  }
  expect(new Set(made).size).toBe(made.length);
  expect([...made].sort()).toEqual(made);
});

test("ids of a later millisecond sort after those of an earlier one", () => {
  const early = createIds({ now: () => new Date(1_700_000_000_000) }).next("x");
  const late = createIds({ now: () => new Date(1_700_000_000_001) }).next("x");
  expect(early < late).toBe(true);
});
