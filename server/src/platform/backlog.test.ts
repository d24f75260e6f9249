import { expect, test } from "vitest";
import { createBacklog } from "./backlog.ts";

/** A backlog of two at once, whose work says what it got and ends on request. */
function backlog() {
  const done: string[] = [];
  const ends: (() => void)[] = [];
  const made = createBacklog<number>(2, Math.min, async (key, detail) => {
    done.push(`${key} ${detail}`);
    await new Promise<void>((end) => ends.push(end));
  });
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const endAll = async (): Promise<void> => {
    for (const end of ends.splice(0)) end();
    await settled();
  };
  return { ...made, done, endAll };
}

test("each key has its turn once at a time and no more than so many have it, with what is left of what was said", async () => {
  const { add, done, endAll } = backlog();
  for (let n = 0; n < 1000; n += 1) for (const key of ["a", "b", "c"]) add(key, 1000 - n);
  expect(done).toEqual(["a 1000", "b 1000"]);
  await endAll();
  // What was asked for while it was done is done again: it may have looked before.
  expect(done.slice(2)).toEqual(["c 1", "a 1"]);
  await endAll();
  await endAll();
  expect(done.slice(4)).toEqual(["b 1"]);
});

test("what waits is forgotten when it is closed, and what runs is waited for", async () => {
  const { add, close, done, endAll } = backlog();
  for (const key of ["a", "b", "c"]) add(key, 1);
  let isClosed = false;
  const closing = close().then(() => (isClosed = true));
  add("d", 1);
  await Promise.resolve();
  expect(isClosed).toBe(false);
  await endAll();
  await closing;
  expect(done).toEqual(["a 1", "b 1"]);
});
