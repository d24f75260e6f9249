import { sql } from "kysely";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { testWhole } from "../../../../../formats/src/testing/whole.ts";
import type { Engine } from "../../../engine/index.ts";
import { createLog } from "../../../platform/log/index.ts";
import { testPlatform, type TestPlatform } from "../../../testing/index.ts";
import { mailFixture, type Mailer, type MailFixture } from "../mail.fixture.ts";
import { WORDS_VERSION } from "../message/index-words.ts";
import { reindexMail } from "./reindex.ts";

let platform: TestPlatform;
let fixture: MailFixture;
let alice: Mailer;

const logged: { level: string; [name: string]: unknown }[] = [];
const log = createLog({
  destination: { write: (line) => void logged.push(JSON.parse(line) as (typeof logged)[0]) },
});

beforeAll(async () => {
  platform = await testPlatform();
  fixture = mailFixture({ ...platform, log });
  alice = await fixture.person("alice");
});

beforeEach(async () => {
  await reindexMail(fixture.engine);
  logged.length = 0;
});

const find = async (filter: object) =>
  (await fixture.call(alice, "Email/query", { filter }))["ids"] as string[];

const makeOld = () =>
  sql`update email_words set words = '''old'''::tsvector, parts = null, version = 1`.execute(
    platform.db,
  );

/** The engine, recording which blobs are read. */
function watched(reading: (hash: string) => void): Engine {
  const { services } = fixture.engine;
  const blobs = new Proxy(services.blobs, {
    get: (store, name): unknown =>
      name === "read"
        ? (hash: string) => {
            reading(hash);
            return store.read(hash);
          }
        : Reflect.get(store, name),
  });
  return { ...fixture.engine, services: { ...services, blobs } };
}

it("what was indexed in an older way is found again by everything, once", async () => {
  const long = Array.from({ length: 20_000 }, (_, n) => (n % 2 ? "often" : `w${n}`)).join(" ");
  const ids = [
    await fixture.deliver(alice, { to: "bob@demo.test", headers: ["X-Old: yes"], body: "short" }),
    await fixture.deliver(alice, { body: `${long} the last words` }),
  ];
  const lost = await fixture.deliver(alice, { body: "whose bytes are lost" });
  await fixture.fill(
    alice,
    Array.from({ length: 120 }, () => ({})),
  );
  await makeOld();
  await sql`update email set blob_hash = ${"0".repeat(64)} where id = ${lost}`.execute(platform.db);
  expect(await find({ to: "bob" })).toEqual([]);

  expect(await reindexMail(fixture.engine)).toBe(122);
  expect(await find({ to: "bob" })).toEqual([ids[0]]);
  expect(await find({ header: ["X-Old"] })).toEqual([ids[0]]);
  expect(await find({ body: '"the last words"' })).toEqual([ids[1]]);
  expect(await find({ body: '"last the words"' })).toEqual([]);
  expect(await find({ text: "old" })).toEqual([lost]);
  expect(await reindexMail(fixture.engine)).toBe(0);
  await fixture.call(alice, "Email/set", { destroy: [lost] });
}, 60_000);

testWhole(
  "whether a message has an attachment is found out again as well, and announced",
  async () => {
    const id = await fixture.deliver(alice, { headers: ["X-Plain: yes"] });
    await sql`update email set has_attachment = true where id = ${id}`.execute(platform.db);
    await makeOld();
    const { state } = await fixture.call(alice, "Email/get", { ids: [] });
    await reindexMail(fixture.engine);
    const { updated } = await fixture.call(alice, "Email/changes", { sinceState: state });
    expect(updated).toEqual([id]);
    const { list } = await fixture.call(alice, "Email/get", {
      ids: [id],
      properties: ["hasAttachment"],
    });
    expect(list).toEqual([{ id, hasAttachment: false }]);
  },
);

testWhole("several processes do nothing twice", async () => {
  await fixture.fill(
    alice,
    Array.from({ length: 60 }, () => ({})),
  );
  await makeOld();
  const { rows } = await sql<{ hash: string }>`select blob_hash hash from email`.execute(
    platform.db,
  );
  const read: string[] = [];
  const engine = watched((hash) => void read.push(hash));
  const done = await Promise.all([1, 2, 3].map(() => reindexMail(engine)));
  // Whoever finds another at work leaves it to them; what is left then waits for the next time.
  const rest = await reindexMail(engine);
  expect(done.reduce((sum, one) => sum + one, rest)).toBe(rows.length);
  expect(read.toSorted()).toEqual(rows.map(({ hash }) => hash).toSorted());
});

it("it goes on where it was stopped, from the newest on, and says how far it is", async () => {
  const at = (day: number) => new Date(Date.UTC(2027, 0, day));
  const newest = await fixture.deliver(alice, { body: "newest", receivedAt: at(3) });
  const second = await fixture.deliver(alice, { body: "second", receivedAt: at(2) });
  const third = await fixture.deliver(alice, { body: "third", receivedAt: at(1) });
  await makeOld();
  const read: string[] = [];
  const stopping = new AbortController();
  const engine = watched((hash) => {
    if (read.push(hash) === 2) stopping.abort();
  });
  expect(await reindexMail(engine, stopping.signal)).toBe(2);
  expect(await find({ body: "newest" })).toEqual([newest]);
  expect(await find({ body: "second" })).toEqual([second]);
  expect(await find({ body: "third" })).toEqual([]);
  // By its old words it is found meanwhile.
  expect(await find({ text: "old", after: "2027-01-01T00:00:00Z" })).toEqual([third]);

  const left = await reindexMail(engine);
  expect(await find({ body: "third" })).toEqual([third]);
  expect(new Set(read).size).toBe(read.length);
  expect(logged).toMatchObject([
    { level: "info", total: left + 2 },
    { level: "info", total: left },
  ]);
});

testWhole("a message that went to many is read once", async () => {
  const bob = await fixture.person("bob");
  const bytes = Buffer.from("Subject: To all\r\n\r\nwombat");
  const receivedAt = new Date(Date.UTC(2028, 0, 1));
  for (const person of [alice, bob, alice]) await fixture.deliver(person, { bytes, receivedAt });
  await makeOld();
  const read: string[] = [];
  const done = await reindexMail(watched((hash) => void read.push(hash)));
  expect(read).toHaveLength(done - 2);
  expect(await find({ body: "wombat" })).toHaveLength(2);
});

it("what is to be done is found by an index that holds nothing else", async () => {
  await platform.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<Record<string, string>>`
      explain select received_at, account_id, email_id from email_words
      where version < ${sql.lit(WORDS_VERSION)}
        and (received_at, account_id, email_id) < (now(), 'a', 'm')
      order by received_at desc, account_id desc, email_id desc limit 50`.execute(tx);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("Scan Backward using email_words_stale");
    expect(plan).not.toContain("Sort");
  });
});
