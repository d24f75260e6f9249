import { compileScript } from "@atrium/formats/sieve";
import { readRules } from "@atrium/formats/sieve-rules";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { testWhole } from "../../../../formats/src/testing/whole.ts";
import { storedMail, testSuite, type TestSuite } from "../../testing/organisation.ts";
import { writeMark } from "./demo.store.ts";
import { createDemo, demoState, removeDemo } from "./index.ts";

let suite: TestSuite;
beforeAll(async () => {
  suite = await testSuite();
  // Blobs are as old as their files, and those have the time of the machine.
  suite.platform.clock.set(new Date());
});

const options = () => ({ ...suite.platform, ...suite, count: 250 });

async function filledTables(): Promise<string[]> {
  const { db } = suite.platform;
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where column_name = 'account_id' and table_schema = current_schema()`.execute(db);
  const filled: string[] = [];
  for (const { name } of rows) {
    const { rows: some } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (some.length > 0) filled.push(name);
  }
  return filled;
}

async function blobCount(): Promise<number> {
  return (await Array.fromAsync(suite.platform.blobs.list())).length;
}

test("the demo organisation is made with people who can sign in, groups and mail in folders, and goes without a trace", async () => {
  const before = await blobCount();
  const progress: number[] = [];
  const demo = await createDemo({
    ...options(),
    passwords: { bob: "a quiet lamp by the door" },
    onProgress: ({ done }) => progress.push(done),
  });
  expect(await demoState(suite.platform)).toBe("made");
  expect(demo.messages).toBe(250);
  expect(demo.people.map(({ address }) => address)).toEqual([
    "alice@demo.test",
    "bob@demo.test",
    "carol@demo.test",
    "dave@demo.test",
    "jimin@demo.test",
  ]);
  expect(new Set(demo.people.map(({ password }) => password)).size).toBe(5);
  for (const { path, address } of demo.tour) {
    expect(path).toMatch(/^\/[a-z0-9/-]*$/);
    expect([null, ...demo.people.map((person) => person.address)]).toContain(address);
  }

  const { accounts } = suite;
  for (const { address, password } of demo.people) {
    const signedIn = await accounts.signIn(
      { address, password },
      { ip: "127.0.0.1", userAgent: "test" },
    );
    expect(signedIn.info.roles.includes("administrator")).toBe(address === "alice@demo.test");
  }
  expect(demo.people[1]!.password).toBe("a quiet lamp by the door");
  expect(await accounts.findRecipient("everyone@demo.test")).toHaveLength(5);
  expect(await accounts.findRecipient("team@demo.test")).toHaveLength(4);
  expect(await accounts.findRecipient("지민@demo.test")).toHaveLength(1);

  const alice = await accounts.persons.find("alice@demo.test");
  const stored = await storedMail(suite, alice!.accountId);
  expect(stored.length).toBeGreaterThan(150);
  const labels = await suite.platform.db
    .selectFrom("label")
    .select("keyword")
    .where("account_id", "=", alice!.accountId)
    .execute();
  expect(labels).toHaveLength(3);
  const worn = new Set(stored.flatMap(({ keywords }) => keywords.filter((one) => /^\w/.test(one))));
  // Of so few messages not each label has one every day; receipts are among them always.
  expect(worn).toContain("orders");
  expect([...worn].filter((one) => !labels.some(({ keyword }) => keyword === one))).toEqual([]);
  const roles = new Set(stored.map(({ role }) => role));
  // Whether so few messages have one in the trash is up to the time of the day.
  for (const role of ["inbox", "archive", "drafts", "sent", "junk", null])
    expect(roles).toContain(role);
  expect(progress.at(-1)).toBeGreaterThan(stored.length);

  const [script, ...others] = await suite.platform.db
    .selectFrom("sieve_script")
    .select(["account_id", "content", "is_active"])
    .execute();
  expect(script).toMatchObject({ account_id: alice!.accountId, is_active: true });
  expect(others).toEqual([]);
  expect(() => compileScript(script!.content)).not.toThrow();
  expect(readRules(script!.content).parts.map(({ kind }) => kind)).toEqual(["rule", "rule"]);

  await expect(createDemo(options())).rejects.toMatchObject({ code: "alreadyExists" });
  const { db } = suite.platform;
  const nodes = await db
    .selectFrom("file_node")
    .select(["account_id", "name", "node_type", "in_trash"])
    .execute();
  const files = nodes.filter(({ node_type }) => node_type === "file");
  const ofAlice = files.filter(({ account_id }) => account_id === alice!.accountId);
  expect(ofAlice.filter(({ in_trash }) => !in_trash)).toHaveLength(13);
  expect(ofAlice.filter(({ in_trash }) => in_trash)).toHaveLength(2);
  const folders = nodes.filter(({ node_type }) => node_type === "directory");
  expect(folders.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["Projects", "Drawings", "프로젝트", "도면"]),
  );
  // The people's, and that of the shared account.
  expect(new Set(files.map(({ account_id }) => account_id)).size).toBe(6);
  expect(files.map(({ name }) => name)).toContain("할 일.txt");
  const grants = await db
    .selectFrom("share_grant")
    .select(["account_id", "principal_id"])
    .execute();
  const withAlice = grants.filter(({ account_id }) => account_id !== alice!.accountId);
  expect(new Set(withAlice.map(({ account_id }) => account_id)).size).toBe(3);
  const { blobs } = await removeDemo(options());
  // The messages, the files and the script.
  expect(blobs).toBeGreaterThan(271);
  expect(await filledTables()).toEqual([]);
  expect(await blobCount()).toBe(before);
  expect(await accounts.organisation()).toBeNull();
  expect(await demoState(suite.platform)).toBe("none");
  await expect(removeDemo(options())).rejects.toMatchObject({ code: "notFound" });
});

testWhole("what an interrupted making left behind is replaced", async () => {
  const { db, clock } = suite.platform;
  await writeMark(db, clock.now());
  await suite.accounts.createOrganisation("system", { name: "Half", domain: "demo.test" });
  expect(await demoState(suite.platform)).toBe("interrupted");
  await createDemo({ ...options(), count: 30 });
  expect(await demoState(suite.platform)).toBe("made");
  expect((await suite.accounts.organisation())!.name).toBe("Lanternfield");
  await removeDemo(options());
});

test("a store with another organisation is left alone", async () => {
  await suite.accounts.createOrganisation("system", { name: "Real", domain: "real.test" });
  await expect(createDemo(options())).rejects.toMatchObject({ code: "alreadyExists" });
  await expect(removeDemo(options())).rejects.toMatchObject({ code: "forbidden" });
  expect((await suite.accounts.organisation())!.name).toBe("Real");
});
