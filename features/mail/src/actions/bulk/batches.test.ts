import { expect, test } from "vitest";
import { inBatches, InversePatches, remaining, type BatchProgress } from "./batches.ts";

const items = Array.from({ length: 10 }, (_, index) => `e${index}`);

function run(
  step: (batch: readonly string[]) => Promise<number>,
  abort = new AbortController(),
): { progress: BatchProgress[]; outcome: ReturnType<typeof inBatches> } {
  const progress: BatchProgress[] = [];
  const outcome = inBatches(items, {
    size: 4,
    step,
    signal: abort.signal,
    onProgress: (now) => progress.push(now),
  });
  return { progress, outcome };
}

test("everything is done in order, batch by batch, and failures are counted", async () => {
  const seen: string[] = [];
  const { progress, outcome } = run(async (batch) => {
    seen.push(...batch);
    return batch.includes("e5") ? 1 : 0;
  });
  expect(await outcome).toEqual({ rest: [] });
  expect(seen).toEqual(items);
  expect(progress).toEqual([
    { past: 4, failed: 0 },
    { past: 8, failed: 1 },
    { past: 10, failed: 1 },
  ]);
});

test("cancelling ends after the batch under way, and what is left is reported", async () => {
  const abort = new AbortController();
  const { progress, outcome } = run(async () => {
    abort.abort();
    return 0;
  }, abort);
  expect(await outcome).toEqual({ rest: items.slice(4) });
  expect(progress).toEqual([{ past: 4, failed: 0 }]);
});

test("a server that is away stops it; the batch it did not answer is still to do", async () => {
  let calls = 0;
  const away = new Error("away");
  const { outcome } = run(async () => {
    calls += 1;
    if (calls === 2) throw away;
    return 0;
  });
  expect(await outcome).toEqual({ rest: items.slice(4), error: away });
});

test("the time left follows the pace so far", () => {
  expect(remaining(0, 100, 5000)).toBeUndefined();
  expect(remaining(50, 100, 500)).toBeUndefined();
  expect(remaining(25, 100, 2000)).toBe(6);
});

test("ways back are kept by what they are, and found by message", () => {
  const inverse = new InversePatches();
  inverse.say("a", { "mailboxIds/in": true });
  inverse.say("b", { "mailboxIds/in": true });
  inverse.say("c", { "mailboxIds/work": true });
  inverse.say("d", { "mailboxIds/work": true });
  inverse.answered(["a", "b", "c", "d"], new Set(["d"]));
  expect(inverse.ids()).toEqual(["a", "b", "c"]);
  expect(inverse.all().get("c")).toEqual({ "mailboxIds/work": true });
});

test("what a lost answer was about has a way back, also when nothing is left to be said of it", () => {
  const inverse = new InversePatches();
  inverse.say("a", { "mailboxIds/in": true });
  inverse.say("b", { "mailboxIds/in": true });
  expect(inverse.ids()).toEqual(["a", "b"]);
  // The second try finds only one of them unchanged.
  inverse.say("b", { "mailboxIds/in": true });
  inverse.answered(["a", "b"], new Set());
  inverse.say("c", { "mailboxIds/work": true });
  expect(inverse.ids()).toEqual(["a", "b", "c"]);
});
