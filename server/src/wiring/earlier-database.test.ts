import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CAPABILITY, type JsonObject } from "@atrium/contract/types/wire";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../engine/index.ts";
import { openBlobs } from "../platform/blobs/index.ts";
import { listMigrations, migrate, usingClient } from "../platform/db/index.ts";
import { migrateJobs } from "../platform/jobs/index.ts";
import { silentLog } from "../platform/log/index.ts";
import { MIGRATIONS } from "../platform/store/index.ts";
import { cloneDatabase } from "../testing/index.ts";
import { startSuite, type TestSuite } from "../testing/suite.ts";

/** The last migration of commit f74c937, whose stores wrote the rows of the fixture. */
const LAST = "0102-session-passkey.sql";
const FIXTURE = new URL("./earlier-database.fixture.sql", import.meta.url);
const SESSION = "session:s06eavhw4w0xa2n9d";
const LETTER = [
  "From: Bob <bob@demo.test>",
  "To: Alice <alice@demo.test>",
  "Subject: Copper roof",
  "Date: Mon, 02 Mar 2026 09:00:00 +0000",
  "Message-ID: <1@demo.test>",
  "",
  "The roof needs copper.",
  "",
].join("\r\n");
const DRAFT = [
  "From: Alice Archer <alice@demo.test>",
  "To: bob@demo.test",
  "Subject: Lunch",
  "Date: Mon, 02 Mar 2026 09:01:00 +0000",
  "Message-ID: <2@demo.test>",
  "",
  "At noon?",
  "",
].join("\r\n");
/** What was decided and chosen before there were policies and preferences. */
const DECIDED = `
  update organisation set second_factor_for = 'administrators', second_factor_from = '2026-03-02T09:00:00Z';
  update person set preferences = '{"locale": "ko", "theme": "dark"}' where name = 'Alice Archer'`;
/** The last migration before what is shared had versions. */
const LAST_UNVERSIONED = "0141-removed-shared-accounts.sql";
const BOB = "p06eavhmtg16wyxhc";
/** What was shared by then. */
const SHARED = `
  insert into share_grant (account_id, type, container_id, principal_id, rights, granted_at, name)
  select account_id, 'FileNode', id, '${BOB}', '{mayRead}', now(), name from file_node where name = 'Plans'`;
const FILE = "a file of Alice's\n";

let server: TestSuite;
let alice: Actor;
beforeAll(async () => {
  const { connection, drop } = await cloneDatabase("template0");
  const data = await mkdtemp(join(tmpdir(), "atrium-earlier-"));
  const migrateTo = async (last: string): Promise<void> => {
    const names = (await listMigrations(MIGRATIONS)).filter((name) => name <= last);
    await migrate(connection, MIGRATIONS, silentLog, new Set(names));
  };
  await migrateTo(LAST);
  await migrateJobs(connection, silentLog);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const rows = (await readFile(FIXTURE, "utf8")).replaceAll("2026-03-02", yesterday);
  await usingClient(connection, silentLog, (client) => client.query(rows));
  await usingClient(connection, silentLog, (client) => client.query(DECIDED));
  await migrateTo(LAST_UNVERSIONED);
  await usingClient(connection, silentLog, (client) => client.query(SHARED));
  const blobs = await openBlobs(join(data, "blobs"));
  for (const text of [LETTER, DRAFT, FILE]) await blobs.put(Buffer.from(text));

  server = await startSuite({ connection, seeds: false, config: { data } });
  afterAll(async () => {
    await server.close();
    await drop();
    await rm(data, { recursive: true });
  });
  const { accounts } = server.suite;
  const credentials = { address: "alice@demo.test", password: "a long enough passphrase" };
  const client = { ip: "192.0.2.1", userAgent: "test" };
  const { personId } = (await accounts.signIn(credentials, client)).actor;
  // Pushes belong to the session that asked for them.
  alice = (await accounts.refresh({ personId, credential: SESSION }))!;
});

async function call(name: string, args: JsonObject): Promise<JsonObject> {
  const { methodResponses } = await server.suite.engine.handle(alice, {
    using: Object.values(CAPABILITY),
    methodCalls: [[name, args, "c"]],
  });
  return methodResponses[0]![1];
}

/** All records of a type in Alice's account. */
async function all(type: string, args: JsonObject = {}): Promise<readonly JsonObject[]> {
  const { list } = await call(`${type}/get`, { accountId: alice.accountId, ids: null, ...args });
  return list as readonly JsonObject[];
}

async function letter(): Promise<JsonObject> {
  const emails = await all("Email", { fetchTextBodyValues: true });
  return emails.find(({ subject }) => subject === "Copper roof")!;
}

test("mail, files and settings that an earlier release stored are read", async () => {
  const mailboxes = await all("Mailbox");
  const idOf = (name: string) =>
    String(mailboxes.find((mailbox) => mailbox["name"] === name)!["id"]);
  const { id, ...email } = await letter();
  expect(email).toMatchObject({
    mailboxIds: { [idOf("Inbox")]: true, [idOf("Projects")]: true },
    keywords: { $seen: true, $flagged: true, blue: true },
    bodyValues: { "1": { value: "The roof needs copper.\n" } },
  });
  const { accountId } = alice;
  expect(await call("Email/query", { accountId, filter: { text: "copper" } })).toMatchObject({
    ids: [id],
  });
  expect(await all("SavedSearch")).toMatchObject([{ name: "Copper", text: "copper" }]);
  expect(await all("Identity")).toMatchObject([{ email: "alice@demo.test" }]);
  expect(await all("VacationResponse")).toMatchObject([{ isEnabled: true, subject: "Away" }]);
  const { list } = await call("PushSubscription/get", { ids: null });
  expect(list).toMatchObject([{ deviceClientId: "device", types: ["Email"] }]);

  const nodes = await all("FileNode");
  expect(nodes.map(({ name }) => name)).toEqual(["Plans", "plan.txt"]);
  const blob = await server.suite.engine.blobs.open(alice, accountId, String(nodes[1]!["blobId"]));
  expect(String(Buffer.concat(await blob!.stream().toArray()))).toBe(FILE);
});

test("a job and a message that an earlier release queued are done", async () => {
  const keywords = async () => (await letter())["keywords"];
  // The label "urgent" was deleted; the job takes its keyword away.
  await expect.poll(keywords).toEqual({ $seen: true, $flagged: true, blue: true });
  const status = async () => (await all("EmailSubmission"))[0]!["deliveryStatus"];
  await expect.poll(status).toMatchObject({ "bob@demo.test": { delivered: "yes" } });
});

test("whom a second factor is asked of, and what a person chose, holds on", async () => {
  const { accounts } = server.suite;
  expect(await accounts.policies.read()).toMatchObject({
    secondFactorFor: "administrators",
    secondFactorFrom: "2026-03-02T09:00:00Z",
    secondFactorReason: "",
    mayKeepOnDevice: true,
  });
  const given = { address: "alice@demo.test", password: "a long enough passphrase" };
  const { info } = await accounts.signIn(given, { ip: "192.0.2.1", userAgent: "test" });
  expect(info.preferences).toEqual({ locale: "ko", theme: "dark" });
});

test("what was shared before it had versions is in reach", async () => {
  const { accounts, engine } = server.suite;
  const [password, ip] = ["another long passphrase", "192.0.2.1"];
  await accounts.persons.setPassword("system", BOB, password);
  const given = { address: "bob@demo.test", password };
  const { token } = await accounts.signIn(given, { ip, userAgent: "test" });
  const { actor } = (await accounts.actorOfToken(token, ip))!;
  const bob = await engine.withShares(actor);
  const { [alice.accountId]: part } = bob.partialAccounts ?? {};
  const [plans] = await all("FileNode");
  expect(part).toMatchObject({
    reach: { FileNode: new Map([[plans!["id"], new Set(["mayRead"])]]) },
  });
});
