import { expect, test } from "vitest";
import { createShares, onBehalfOf } from "./shares.ts";

/** Work that has a connection until it is ended, by who it is for. */
function work(most: number, kept: number, ofPerson: number) {
  const shares = createShares(most, kept, ofPerson);
  const running: { readonly who: string; readonly end: () => void }[] = [];
  const take = async (who: string): Promise<void> => {
    const end = await shares.take();
    running.push({ who, end });
  };
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    ask: async (who: string, times: number) => {
      for (let n = 0; n < times; n += 1)
        void (who === "nobody" ? take(who) : onBehalfOf(who, () => take(who)));
      await settled();
    },
    endOne: async () => {
      running.shift()!.end();
      await settled();
    },
    whose: () => running.map(({ who }) => who),
  };
}

const times = (count: number, who: string): string[] => Array.from({ length: count }, () => who);

test("one person has so many connections and no more, and others have the rest", async () => {
  const { ask, whose } = work(10, 2, 3);
  await ask("alice", 100);
  expect(whose()).toEqual(times(3, "alice"));
  await ask("bob", 2);
  await ask("nobody", 1);
  expect(whose()).toEqual([...times(3, "alice"), "bob", "bob", "nobody"]);
});

test("who asks for little is next, however much others have asked for before", async () => {
  const { ask, endOne, whose } = work(4, 1, 2);
  await ask("alice", 50);
  await ask("bob", 50);
  await ask("carol", 1);
  expect(whose()).toEqual(["alice", "alice", "bob"]);
  await endOne();
  expect(whose()).toEqual(["alice", "bob", "carol"]);
});

test("people leave connections to all else, and all else to people", async () => {
  const people = work(4, 1, 2);
  for (const who of ["alice", "bob", "carol"]) await people.ask(who, 2);
  expect(people.whose()).toHaveLength(3);
  await people.ask("nobody", 1);
  expect(people.whose().at(-1)).toBe("nobody");
  const others = work(4, 1, 2);
  await others.ask("nobody", 50);
  expect(others.whose()).toEqual(times(3, "nobody"));
  await others.ask("alice", 1);
  expect(others.whose().at(-1)).toBe("alice");
});

test("all that waits has its turn in the end", async () => {
  const { ask, endOne, whose } = work(3, 1, 2);
  for (const who of ["alice", "nobody", "bob", "nobody"]) await ask(who, 25);
  for (let ended = 0; ended < 100; ended += 1) {
    expect(whose()).not.toEqual([]);
    await endOne();
  }
  expect(whose()).toEqual([]);
});

test("there is a connection for everybody where there is but one", async () => {
  const { ask, endOne, whose } = work(1, 4, 6);
  await ask("alice", 1);
  await ask("nobody", 1);
  expect(whose()).toEqual(["alice"]);
  await endOne();
  expect(whose()).toEqual(["nobody"]);
});
