import { expect, test } from "vitest";
import type { ServerProcess } from "./processes.ts";
import { Recovery } from "./recovery.ts";

const HOUR = 3_600_000;

const startup = (change: Partial<ServerProcess> = {}): ServerProcess => ({
  pid: 2,
  title: "startup recovering 0000000100000000000000A3",
  isBusy: false,
  used: "10 5",
  ...change,
});
const checkpointer = startup({ pid: 3, title: "checkpointer", used: "0 0" });
const writer = startup({ pid: 4, title: "background writer", used: "1 0" });

/** For how long it seems to stand still after an hour in which it was seen so each second. */
function idleAfter(seen: (second: number) => ServerProcess[] | null): number {
  const recovery = new Recovery(0);
  for (let second = 0; second <= 3600; second += 1) recovery.look(seen(second), second * 1000);
  return recovery.idle(HOUR);
}

test("a recovery without a startup process stands still, whatever else is there", () => {
  expect(idleAfter(() => [])).toBe(HOUR);
  expect(idleAfter(() => [checkpointer, writer])).toBe(HOUR);
});

test("a held startup process stands still, also beside one that looks around now and then", () => {
  expect(idleAfter(() => [startup(), checkpointer])).toBe(HOUR);
  expect(
    idleAfter((second) => [startup(), { ...writer, isBusy: second % 10 === 0, used: `${second}` }]),
  ).toBe(HOUR);
});

test("it stands still while the postmaster starts what fails again and again, and turns others away", () => {
  const seen = (second: number) => [
    startup(),
    { ...checkpointer, pid: 1000 + second },
    startup({ pid: 10_000 + second, title: "" }),
  ];
  expect(idleAfter(seen)).toBe(HOUR);
});

test("a process that is missing in some readings has done nothing by that", () => {
  expect(idleAfter((second) => (second % 2 === 0 ? [startup(), checkpointer] : []))).toBe(HOUR);
});

test.for<[string, (second: number) => ServerProcess[] | null]>([
  ["computes", (second) => [startup({ used: `${second} 5` })]],
  ["waits for a turn to compute, or for a dead slow disk", () => [startup({ isBusy: true })]],
  ["reaches the next segment", (second) => [startup({ title: `startup recovering ${second}` })]],
  [
    "waits for the checkpoint at its end, which writes",
    (second) => [startup(), { ...checkpointer, used: `0 ${second}` }],
  ],
  [
    "has a name of the cluster before its own",
    () => [startup({ title: "a: startup", isBusy: true })],
  ],
  ["begins again", (second) => [startup({ pid: second })]],
  ["cannot be seen", () => null],
])("a recovery that %s is left alone", ([, seen]) => {
  expect(idleAfter(seen)).toBe(0);
});

test("it says what it does, and that nobody does anything", () => {
  const recovery = new Recovery(0);
  recovery.look([checkpointer, startup()], 0);
  expect(recovery.doing).toBe("startup recovering 0000000100000000000000A3");
  recovery.look([checkpointer], 1);
  expect(recovery.doing).toBe(null);
});
