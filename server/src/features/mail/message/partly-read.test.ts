import { beforeAll, expect, test } from "vitest";
import { IS_WHOLE, testWhole } from "../../../../../formats/src/testing/whole.ts";
import { silentLog } from "../../../platform/log/index.ts";
import { createWorkerPool } from "../../../platform/workers/index.ts";
import { testPlatform } from "../../../testing/database.ts";
import { mailFixture, type Mailer, type MailFixture } from "../mail.fixture.ts";

/** Of a large message, and the memory of who reads it (MB): enough for its beginning alone. */
const [OCTETS, MEMORY] = IS_WHOLE ? [70_000_000, 64] : [40_000_000, 64];

let mail: MailFixture;
let alice: Mailer;
beforeAll(async () => {
  const platform = await testPlatform();
  const workers = createWorkerPool({ log: silentLog, threads: 1, memory: MEMORY });
  mail = mailFixture({ ...platform, workers });
  alice = await mail.person("Alice");
  return () => workers.close();
});

/** Words that each stand once, of so many octets in all. */
function words(octets: number): string {
  const lines: string[] = [];
  for (let length = 0, word = 0; length < octets; word += 1) {
    const line = `word${word} is here and also an end of it${word}`;
    lines.push(line);
    length += line.length + 2;
  }
  return lines.join("\r\n");
}

const large = (text: string): Buffer =>
  Buffer.from(
    [
      "From: Bob <bob@demo.test>",
      "To: alice@demo.test",
      "Subject: A great deal",
      "Message-ID: <large@test>",
      "Date: Tue, 3 Mar 2026 10:00:00 +0900",
      "Content-Type: text/html; charset=utf-16le",
      "",
      text,
    ].join("\r\n"),
  );

test("a message that takes too much is delivered whole, known by its beginning, and says so", async () => {
  const bytes = large(words(OCTETS));
  const id = await mail.deliver(alice, { bytes });
  const { list } = await mail.call(alice, "Email/get", {
    ids: [id],
    properties: ["subject", "from", "size", "blobId", "isPartlyRead", "hasAttachment", "textBody"],
    fetchTextBodyValues: true,
    maxBodyValueBytes: 1000,
  });
  const [email] = list as [Record<string, unknown>];
  expect(email).toMatchObject({
    subject: "A great deal",
    from: [{ name: "Bob", email: "bob@demo.test" }],
    size: bytes.length,
    isPartlyRead: true,
  });
  const kept = await mail.engine.blobs.open(alice.actor, alice.accountId, String(email["blobId"]));
  expect(Buffer.concat(await kept!.stream().toArray()).equals(bytes)).toBe(true);
});

testWhole("beside it, others are read as ever", async () => {
  const [, small] = await Promise.all([
    mail.deliver(alice, { bytes: large(words(OCTETS)) }),
    mail.deliver(alice, { subject: "Beside", body: "something unheard-of" }),
  ]);
  const { list } = await mail.call(alice, "Email/get", {
    ids: [small],
    properties: ["subject", "isPartlyRead", "preview"],
  });
  expect(list).toEqual([
    { id: small, subject: "Beside", isPartlyRead: false, preview: "something unheard-of" },
  ]);
  const { ids } = await mail.call(alice, "Email/query", { filter: { body: "unheard-of" } });
  expect(ids).toEqual([small]);
});
