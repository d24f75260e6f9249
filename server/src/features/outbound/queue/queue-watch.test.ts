import { QueuedMail } from "@atrium/contract/types/queued-mail";
import { expect, test } from "vitest";
import type { Engine } from "../../../engine/index.ts";
import { ORGANISATION } from "../../accounts/index.ts";
import { administrationBench } from "../../accounts/testing/bench.ts";
import { createQueueWatch } from "./queue-watch.ts";

test("whoever looks is told once of what several processes saw, and once of many changes", async () => {
  const { engine, platform } = await administrationBench();
  let told = 0;
  engine.onChange((changed) => {
    if (changed[ORGANISATION]?.[QueuedMail.name] !== undefined) told += 1;
  });
  const reads: Promise<unknown>[] = [];
  const observed: Engine = {
    ...engine,
    states(accountId) {
      const read = engine.states(accountId);
      reads.push(read);
      return read;
    },
  };
  const watch = () => createQueueWatch({ ...platform, engine: observed });
  const [one, other] = [watch(), watch()];
  one.moved();
  other.moved();
  await Promise.all(reads);
  await one.stop();
  await other.stop();
  expect(told).toBe(1);
  for (let n = 0; n < 50; n += 1) other.moved();
  await other.stop();
  expect(told).toBe(2);
  // What came while it waited may be newer than what the other told.
  one.moved();
  other.moved();
  other.moved();
  await one.stop();
  await other.stop();
  expect(told).toBe(4);
  one.moved();
  await expect.poll(() => told, { timeout: 20_000 }).toBe(5);
  await one.stop();
});
