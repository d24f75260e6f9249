import { expect, test } from "vitest";
import { cloneDatabase } from "../testing/index.ts";
import { startSuite } from "../testing/suite.ts";

test("whatever an earlier release has queued finds its job", async () => {
  const { connection, drop } = await cloneDatabase();
  const server = await startSuite({ connection, seeds: false });
  // As they stand in queues: a job is renamed in its code alone.
  expect(server.suite.jobs.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "background-tasks.resume",
      "background-tasks.run",
      "background-tasks.trim",
      "blobs.sweep",
      "change-log.trim",
      "deliveries.trim",
      "drive.trim-trash",
      "junk.digest",
      "junk.learn",
      "junk.trim",
      "labels.remove-keyword",
      "labels.remove-keywords",
      "mail.follow-up",
      "mail.forget-deleted",
      "mail.reindex",
      "mail.snoozed",
      "notices.tell",
      "operations.sample",
      "operations.trim",
      "push.sweep",
      "quarantine.release",
      "quarantine.tell",
      "quarantine.trim",
      "queue.trim",
      "recovery.mail",
      "sessions.sweep",
      "share-notifications.trim",
      "shares.end",
      "shares.tell",
      "submissions.trim",
    ]),
  );
  await server.close();
  await drop();
});
