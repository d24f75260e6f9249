import { beforeAll, expect, test } from "vitest";
import { testPlatform, type TestPlatform } from "../../testing/index.ts";
import { readHistory } from "./figures.store.ts";
import { listFaults } from "./errors.store.ts";
import { listProcesses } from "./processes.store.ts";
import { createRecorder } from "./index.ts";
import { trimOperations } from "./sample.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});

const HOUR = 3_600_000;
const rows = async (): Promise<number> => {
  const { length } = await platform.db.selectFrom("operation_figure").select("span").execute();
  return length;
};
const received = async (range: "hour" | "day" | "month"): Promise<readonly number[]> =>
  (await readHistory(platform.db, range, platform.clock.now())).counts.received;

test("processes on one database are added up, each in the minute in which it happened", async () => {
  const [one, other] = [createRecorder(platform), createRecorder(platform)];
  for (let at = 0; at < 3; at += 1) one.count("received");
  platform.clock.advance(60_000);
  one.count("received");
  other.count("received");
  await Promise.all([one.write(), other.write(), one.write()]);
  expect((await received("hour")).slice(-3)).toEqual([0, 3, 2]);
  expect((await received("day")).at(-1)).toBe(5);
  expect((await received("month")).at(-1)).toBe(5);
  expect(await listProcesses(platform.db, platform.clock.now())).toHaveLength(2);
  platform.clock.advance(5 * 60_000);
  await other.write();
  // The one that has been silent is taken for ended.
  expect(await listProcesses(platform.db, platform.clock.now())).toHaveLength(1);
});

test("what could not be written is kept for the next time", async () => {
  const recorder = createRecorder(platform);
  platform.clock.advance(HOUR);
  recorder.count("bounced");
  recorder.fault("delivery", "550 5.1.1", "<ann@nowhere.test>: user unknown, ask ann@nowhere.test");
  await platform.pool.query("alter table operation_process rename to elsewhere");
  await expect(recorder.write()).rejects.toThrow("operation_process");
  await platform.pool.query("alter table elsewhere rename to operation_process");
  await recorder.write();
  await recorder.write();
  const { counts } = await readHistory(platform.db, "hour", platform.clock.now());
  expect(counts.bounced.at(-1)).toBe(1);
  expect(await listFaults(platform.db, platform.clock.now())).toEqual([
    {
      source: "delivery",
      code: "550 5.1.1",
      amount: 1,
      lastAt: platform.clock.now().toISOString(),
      detail: "<…>: user unknown, ask <…>",
    },
  ]);
});

test("buckets go when they are older than what is kept of their length", async () => {
  const recorder = createRecorder(platform);
  platform.clock.advance(1000 * 24 * HOUR);
  await trimOperations(platform);
  expect(await rows()).toBe(0);
  recorder.count("sent");
  recorder.fault("http", "500", "GET /");
  await recorder.write();
  expect(await rows()).toBe(3);
  await trimOperations(platform);
  expect(await rows()).toBe(3);
  platform.clock.advance(4 * HOUR);
  await trimOperations(platform);
  expect(await rows()).toBe(2);
  platform.clock.advance(4 * 24 * HOUR);
  await trimOperations(platform);
  expect(await rows()).toBe(1);
  expect(await listFaults(platform.db, platform.clock.now())).toHaveLength(1);
  platform.clock.advance(110 * 24 * HOUR);
  await trimOperations(platform);
  expect(await rows()).toBe(0);
  expect(await listFaults(platform.db, platform.clock.now())).toEqual([]);
  expect(await listProcesses(platform.db, platform.clock.now())).toEqual([]);
});
