import { beforeEach, expect, test } from "vitest";
import { sql } from "kysely";
import { makeDemo, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import type { Person } from "../../accounts/index.ts";
import { deliver } from "../../mail/index.ts";
import { MAX_DIGEST } from "../limits.ts";
import { sendDigests } from "./send-digests.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ORIGIN = "https://atrium.example";

let suite: TestSuite;
let people: Readonly<Record<"ann" | "bob", Person>>;
let count = 0;

beforeEach(async () => {
  suite = await testSuite();
  people = await makeDemo(suite, "ann", "bob");
  // It is seven o'clock.
  const now = suite.platform.clock.now().getTime();
  suite.platform.clock.advance(DAY - (now % DAY) + 7 * HOUR);
  expect(await digests()).toBe(0);
});

const digests = (): Promise<number> => sendDigests(suite.engine, ORIGIN);
const advance = (by: number): void => suite.platform.clock.advance(by);

/** Puts a message into Ann's Junk. */
async function junk(subject = "Offer", from = "Spam Inc. <s@spam.example>"): Promise<string> {
  const { clock, blobs } = suite.platform;
  const bytes = Buffer.from(`From: ${from}\r\nSubject: ${subject}\r\n\r\nBuy.\r\n`);
  const blob = await blobs.put(bytes);
  const [email] = await deliver(suite.engine, {
    ...blob,
    transactionId: `t${(count += 1)}`,
    receivedAt: clock.now(),
    recipients: [{ accountId: people.ann.accountId, mailboxRole: "junk" }],
  });
  return email!.emailId;
}

const choose = (preferences: object): Promise<unknown> =>
  sql`update person set preferences = ${JSON.stringify(preferences)}::jsonb where id = ${people.ann.id}`.execute(
    suite.platform.db,
  );

/** The lists that Ann got, the newest first. */
async function lists(): Promise<{ subject: string | null; text: string }[]> {
  const { db, blobs } = suite.platform;
  const rows = await db
    .selectFrom("email")
    .select(["subject", "blob_hash"])
    .where("account_id", "=", people.ann.accountId)
    .where(sql<boolean>`not exists (select from mailbox m where m.account_id = email.account_id
      and m.role = 'junk' and m.id = any(email.mailbox_ids))`)
    .orderBy("id", "desc")
    .execute();
  return await Promise.all(
    rows.map(async ({ subject, blob_hash }) => {
      const bytes = String(await blobs.read(blob_hash));
      const body = bytes.slice(bytes.indexOf("\r\n\r\n"));
      const isEncoded = /^content-transfer-encoding: *base64/im.test(bytes);
      const isQuoted = /^content-transfer-encoding: *quoted-printable/im.test(bytes);
      const text = isEncoded
        ? String(Buffer.from(body, "base64"))
        : isQuoted
          ? Buffer.from(
              body
                .replaceAll("=\r\n", "")
                .replaceAll(/=([0-9A-F]{2})/g, (_all, hex) =>
                  String.fromCharCode(parseInt(hex, 16)),
                ),
              "latin1",
            ).toString()
          : body;
      return { subject, text };
    }),
  );
}

test("once a week what came into Junk is listed, with a link to each, and nothing twice", async () => {
  const id = await junk();
  advance(6 * DAY);
  expect(await digests()).toBe(0);
  advance(DAY);
  expect(await digests()).toBe(1);
  expect(await digests()).toBe(0);
  const [list, ...more] = await lists();
  expect(more).toEqual([]);
  expect(list!.subject).toBe("1 new message in Junk");
  expect(list!.text).toContain("Spam Inc. <s@spam.example>");
  expect(list!.text).toContain(`${ORIGIN}/mail/message/${id}`);
  advance(7 * DAY);
  expect(await digests()).toBe(0);
});

test("each day or never, as is chosen, in the reader's language and at seven where they are", async () => {
  await choose({ junkDigest: "daily", locale: "ko", timeZone: "Asia/Seoul" });
  await junk();
  advance(DAY);
  expect(await digests()).toBe(0);
  advance(15 * HOUR);
  expect(await digests()).toBe(1);
  expect((await lists())[0]!.subject).toBe("스팸메일함에 새 메일 1개가 있습니다");
  await choose({ junkDigest: "never" });
  await junk();
  advance(9 * HOUR + 8 * DAY);
  expect(await digests()).toBe(0);
});

test("what a stranger wrote adds no line and is no link, and of many some are listed", async () => {
  await junk("Go to https://evil.example and www.evil.example\r\n now");
  advance(1000);
  for (let n = 0; n < MAX_DIGEST; n += 1) await junk();
  advance(7 * DAY);
  await digests();
  const [first] = await lists();
  expect(first!.subject).toBe(`${MAX_DIGEST + 1} new messages in Junk`);
  expect(first!.text.match(/\/mail\/message\//g)).toHaveLength(MAX_DIGEST);
  expect(first!.text).toContain("One more is in Junk.");
  await choose({ junkDigest: "daily" });
  await junk("Go to https://evil.example and www.evil.example\r\n now");
  advance(DAY);
  await digests();
  const [second] = await lists();
  expect(second!.text).toContain("evil.example");
  expect(second!.text).not.toMatch(/https:\/\/evil|www\.evil/);
});

test("what a person put there is no news to them", async () => {
  const id = await junk();
  await suite.platform.db
    .insertInto("junk_report")
    .values({
      account_id: people.ann.accountId,
      email_id: id,
      person_id: people.ann.id,
      is_junk: true,
      author: null,
      reported_at: suite.platform.clock.now(),
      is_pending: false,
      learned_as_junk: null,
      learned_at: null,
      buckets: null,
    })
    .execute();
  advance(7 * DAY);
  expect(await digests()).toBe(0);
});
