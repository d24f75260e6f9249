import { persistFor } from "@atrium/jmap/persistence-mark";
import { setPreferences } from "@atrium/state";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetPeople, keepPeople, keptPeople, MOST_DIRECTORY, read } from "./kept-people.ts";

const stored = new Map<string, string>();

beforeEach(() => {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  persistFor("p1");
});
afterEach(() => {
  setPreferences({ keepsOnDevice: true });
  stored.clear();
  vi.unstubAllGlobals();
});

const people = {
  at: 5,
  written: [{ name: "Dave", email: "dave@x.example", weight: 2 }],
  directory: [{ name: "Erin", email: "erin@x.example" }],
};

test("people are kept for the one whose records this device keeps, until they are forgotten", () => {
  keepPeople("p1", people);
  expect(keptPeople()).toEqual(people);
  persistFor("p2");
  expect(keptPeople()).toBeUndefined();
  persistFor("p1");
  forgetPeople();
  expect(keptPeople()).toBeUndefined();
});

test("nothing is kept where nothing may be, for another person, or after a sign-out", () => {
  keepPeople("p2", people);
  setPreferences({ keepsOnDevice: false });
  keepPeople("p1", people);
  setPreferences({ keepsOnDevice: true });
  // Their records were wiped, so that this browser is nobody's.
  stored.clear();
  keepPeople("p1", people);
  persistFor("p1");
  expect(keptPeople()).toBeUndefined();
});

test("as many are kept as there is room for, the best known of those one wrote to", () => {
  const written = Array.from({ length: 900 }, (_, at) => ({
    name: null,
    email: `p${at}@x.example`,
    weight: at,
  }));
  const directory = written.concat(written).map(({ name, email }) => ({ name, email }));
  keepPeople("p1", { at: 1, written, directory });
  const kept = keptPeople()!;
  expect(kept.written).toHaveLength(400);
  expect(kept.written[0]!.email).toBe("p899@x.example");
  expect(kept.directory).toHaveLength(MOST_DIRECTORY);
});

test("what is not understood is left out", () => {
  const text = JSON.stringify({
    personId: "p1",
    written: [null, 3, { email: 7 }, { name: 4, email: "a@x.example", weight: "much" }],
    directory: "none",
  });
  expect(read(text, "p1")).toEqual({
    at: 0,
    written: [{ name: null, email: "a@x.example", weight: 0 }],
    directory: [],
  });
});
