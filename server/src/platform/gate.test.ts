import { expect, test } from "vitest";
import { createGate, createMessageGate, type Gate } from "./gate.ts";

/** Work that says when it runs and ends on request. */
function jobs(gate: Gate) {
  const running = new Map<string, () => void>();
  const start = (name: string, weight: number): Promise<string> =>
    gate.run(
      weight,
      () =>
        new Promise((end) =>
          running.set(name, () => {
            running.delete(name);
            end(name);
          }),
        ),
    );
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { start, running, settled };
}

test("what fits runs at once, the rest in the order it came", async () => {
  const { start, running, settled } = jobs(createGate(10));
  const all = [start("a", 6), start("b", 4), start("c", 5), start("d", 1)];
  await settled();
  expect([...running.keys()]).toEqual(["a", "b"]);
  running.get("b")!();
  await settled();
  // "d" would fit, but it came later than "c": nothing large waits for ever.
  expect([...running.keys()]).toEqual(["a"]);
  running.get("a")!();
  await settled();
  expect([...running.keys()]).toEqual(["c", "d"]);
  for (const end of running.values()) end();
  expect(await Promise.all(all)).toEqual(["a", "b", "c", "d"]);
});

test("what is wider than the gate goes through alone", async () => {
  const { start, running, settled } = jobs(createGate(10));
  const all = [start("small", 1), start("huge", 99), start("after", 1)];
  await settled();
  expect([...running.keys()]).toEqual(["small"]);
  running.get("small")!();
  await settled();
  expect([...running.keys()]).toEqual(["huge"]);
  running.get("huge")!();
  await settled();
  running.get("after")!();
  expect(await Promise.all(all)).toHaveLength(3);
});

test("work that fails gives its place back", async () => {
  const gate = createGate(1);
  await expect(gate.run(1, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await gate.run(1, async () => "yes")).toBe("yes");
});

test("a small message waits for no large one, and large ones wait for no small one", async () => {
  const { start, running, settled } = jobs(createMessageGate(64_000_000));
  const large = Array.from({ length: 8 }, (_each, index) => start(`large ${index}`, 44_000_000));
  const small = Array.from({ length: 20 }, (_each, index) => start(`small ${index}`, 1_000_000));
  await settled();
  const begun = Array.from({ length: 16 }, (_each, index) => `small ${index}`);
  expect([...running.keys()]).toEqual(["large 0", ...begun]);
  running.get("large 0")!();
  await settled();
  // Never both: as much memory is held as the gate is wide.
  expect([...running.keys()]).toEqual([...begun, "large 1"]);
  while (running.size > 0) {
    for (const end of running.values()) end();
    await settled();
  }
  expect(await Promise.all([...large, ...small])).toHaveLength(28);
});
