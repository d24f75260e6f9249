import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { testPlatform, type TestPlatform } from "../../../testing/index.ts";
import { mailFixture, type Mailer, type MailFixture } from "../mail.fixture.ts";
import { reindexMail } from "./reindex.ts";

let platform: TestPlatform;
let fixture: MailFixture;
let alice: Mailer;

beforeAll(async () => {
  platform = await testPlatform();
  fixture = mailFixture(platform);
  alice = await fixture.person("alice");
});

const find = async (filter: object) =>
  (await fixture.call(alice, "Email/query", { filter }))["ids"] as string[];

it("what was indexed in an older way is found again by everything, once", async () => {
  const long = Array.from({ length: 20_000 }, (_, n) => (n % 2 ? "often" : `w${n}`)).join(" ");
  const ids = [
    await fixture.deliver(alice, { to: "bob@demo.test", headers: ["X-Old: yes"], body: "short" }),
    await fixture.deliver(alice, { body: `${long} the last words` }),
  ];
  const lost = await fixture.deliver(alice, { body: "whose bytes are lost" });
  for (let n = 0; n < 120; n += 1) await fixture.deliver(alice, {});
  await sql`update email_words set words = '''old'''::tsvector, parts = null, version = 0`.execute(
    platform.db,
  );
  await sql`update email set blob_hash = ${"0".repeat(64)} where id = ${lost}`.execute(platform.db);
  expect(await find({ to: "bob" })).toEqual([]);

  expect(await reindexMail(fixture.engine)).toBe(122);
  expect(await find({ to: "bob" })).toEqual([ids[0]]);
  expect(await find({ header: ["X-Old"] })).toEqual([ids[0]]);
  expect(await find({ body: '"the last words"' })).toEqual([ids[1]]);
  expect(await find({ body: '"last the words"' })).toEqual([]);
  expect(await find({ text: "old" })).toEqual([lost]);
  expect(await reindexMail(fixture.engine)).toBe(0);
});
