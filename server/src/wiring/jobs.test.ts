import { expect, test } from "vitest";
import { cloneDatabase } from "../testing/index.ts";
import { startSuite } from "../testing/suite.ts";

test("whatever an earlier release has queued finds its job", async () => {
  const { connection, drop } = await cloneDatabase();
  const server = await startSuite({ connection, seeds: false });
  // As they stand in queues: a job is renamed in its code alone.
  expect(server.suite.jobs.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "blobs.sweep",
      "change-log.trim",
      "deliveries.trim",
      "labels.remove-keywords",
      "mail.reindex",
      "mail.snoozed",
      "operations.sample",
      "operations.trim",
      "push.sweep",
      "queue.trim",
      "sessions.sweep",
      "submissions.trim",
    ]),
  );
  await server.close();
  await drop();
});
