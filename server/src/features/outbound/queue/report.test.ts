import { beforeAll, expect, test } from "vitest";
import { HOUR, outgoingBench, type OutgoingBench } from "./outgoing.fixture.ts";

let bench: OutgoingBench;
beforeAll(async () => {
  bench = await outgoingBench();
});

test("reports that cannot be made keep no other from being made, and are given up in the end", async () => {
  const { db, clock } = bench.suite.platform;
  bench.sink.play({ rcpt: () => "550 5.1.1 No such user" });
  const waiting = () =>
    db.selectFrom("queue_recipient").select("message_id").where("report", "is not", null).execute();
  // More than are looked at in one go; their bytes are lost.
  for (let i = 0; i < 25; i += 1) {
    const { queueId } = await bench.send(["lost@example.org"]);
    await db
      .updateTable("queue_recipient")
      .set({ state: "failed", report: "failed", tried_at: clock.now(), attempts: 1 })
      .where("message_id", "=", queueId)
      .execute();
    await db
      .updateTable("queue_message")
      .set({ blob_hash: "0".repeat(64) })
      .where("id", "=", queueId)
      .execute();
  }
  clock.advance(1000);
  const sent = await bench.send(["no@example.org"]);
  const queue = bench.queue();
  const reports = async () =>
    (await bench.reports()).filter(({ text }) => text.includes(sent.subject)).length;
  await queue.settle();
  await queue.settle();
  expect(await reports()).toBe(1);
  expect(await waiting()).toHaveLength(25);
  for (let day = 0; day < 5 * 6; day += 1) {
    clock.advance(4 * HOUR);
    await queue.settle();
    await queue.settle();
  }
  expect(await waiting()).toEqual([]);
  expect(await reports()).toBe(1);
  const open = await db
    .selectFrom("queue_message")
    .select("id")
    .where("ended_at", "is", null)
    .execute();
  expect(open).toEqual([]);
});
