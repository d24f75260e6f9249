import { expect, test } from "vitest";
import { createResting, REST } from "./resting.ts";
import { SessionError } from "./session-error.ts";

test("a server that could not be reached rests for a while, and is forgotten after it", () => {
  let now = 0;
  const resting = createResting({ now: () => new Date(now) });
  const error = new SessionError("connect", "refused");
  resting.add("first", error);
  now += REST / 2;
  resting.add("second", error);
  expect(resting.errorOf("first")).toBe(error);
  now += REST / 2;
  expect(resting.errorOf("third")).toBeNull();
  expect(resting.size).toBe(1);
  expect(resting.errorOf("first")).toBeNull();
  expect(resting.errorOf("second")).toBe(error);
  resting.delete("second");
  expect(resting.errorOf("second")).toBeNull();
});

test("many servers that fail once each do not add up", () => {
  let now = 0;
  const resting = createResting({ now: () => new Date(now) });
  for (let i = 0; i < 10_000; i += 1) {
    now += 1000;
    resting.add(`server ${i}`, new SessionError("connect", "refused"));
  }
  expect(resting.size).toBe(REST / 1000);
});
