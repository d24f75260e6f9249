import { mkdtemp, rm } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importMessages } from "../../../server/src/features/mail/index.ts";
import { copyMail } from "../../../server/src/testing/copy-mail.ts";
import { startNameServer } from "../../../server/src/testing/name-server.ts";
import type { Suite } from "../../../server/src/wiring/suite.ts";
import { openSuiteIn } from "../../durability/open-suite.ts";
import { serverProcess, type ServerProcess } from "../../durability/server-process.ts";
import { readCpu, type Cpu } from "./cpu.ts";
import { mailOf, PER_DAY } from "./letters.ts";
import { createSender, type Sender } from "./sender.ts";

/** What is really imported; larger accounts hold it several times. */
const IMPORTED = 10_000;
/** The imported letters fill so many days. */
const DAYS = IMPORTED / PER_DAY;
/** Above this, the index of words is made again afterwards instead of grown row by row. */
const MANY_COPIES = 20;
const PASSWORD = "a long enough passphrase";
/** One person may have 16 requests under way; twenty clients are several persons. */
const PEOPLE = 4;
/** Who gets mail. */
const RECIPIENTS = 10;

/** A server as one runs it, a process of its own with a database that syncs, and an account that grows. */
export interface Store {
  readonly server: ServerProcess;
  /** The same store, opened by the measuring process. */
  readonly suite: Suite;
  /** The large account, which several people work in. */
  readonly accountId: string;
  readonly address: string;
  /** Signed-in people, as the cookies of their browsers. */
  readonly cookies: readonly string[];
  readonly recipients: readonly string[];
  /** A user whose mail is signed, and whose server may send it. */
  readonly sender: Sender;
  readonly cpu: () => Cpu;
  /** How many messages the large account holds. */
  size(): Promise<number>;
  /** Has the account hold at least so many messages. */
  grow(messages: number): Promise<{ readonly held: number; readonly added: number }>;
  close(): Promise<void>;
}

/** @param folder kept afterwards, to go on with; otherwise a temporary one. */
export async function openStore(folder: string | undefined): Promise<Store> {
  const data = folder ?? (await mkdtemp(join(tmpdir(), "atrium-bench-")));
  const sender = createSender();
  const names = await startNameServer(sender.zones);
  const server = await serverProcess(data, {
    ATRIUM_DNS: `${names.address}:${names.port}`,
    // Both processes write messages, and each has to read the other's.
    ...(process.getuid?.() === 0 && { ATRIUM_USER: "root" }),
  });
  await server.start();
  const suite = await openSuiteIn(data, { beside: true });
  const address = "office@demo.test";
  const { accountId, people, recipients } = await organisation(suite, address);
  const cookies = await Promise.all(people.map((person) => signIn(server.url, person)));
  const postmaster = Number(readFileSync(join(data, "pg/postmaster.pid"), "utf8").split("\n")[0]);
  return {
    server,
    suite,
    accountId,
    address,
    cookies,
    recipients,
    sender,
    cpu: () => readCpu(server.pid, postmaster),
    size: () => sizeOf(suite, accountId),
    grow: (messages) => grow(suite, { accountId, address }, messages),
    async close() {
      await suite.close();
      await server.stop();
      await names.close();
      if (folder === undefined) await rm(data, { recursive: true });
    },
  };
}

async function organisation({ accounts }: Suite, address: string) {
  const people = Array.from({ length: PEOPLE }, (_, index) => `person${index}@demo.test`);
  const recipients = Array.from(
    { length: RECIPIENTS },
    (_, index) => `recipient${index}@demo.test`,
  );
  const known = await accounts.shared.find(address);
  if (known !== null) return { accountId: known.accountId, people, recipients };
  await accounts.createOrganisation("system", { name: "Demo", domain: "demo.test" });
  const members = [];
  for (const one of people) {
    const person = { name: one, address: one, password: PASSWORD };
    const { id } = await accounts.persons.create("system", person);
    members.push({ personId: id, mayWrite: true });
  }
  for (const one of recipients)
    await accounts.persons.create("system", { name: one, address: one, password: null });
  const made = await accounts.shared.create("system", { name: "Office", address, members });
  return { accountId: made.accountId, people, recipients };
}

async function signIn(url: string, address: string): Promise<string> {
  const answer = await fetch(`${url}/api/sign-in`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/json" },
    body: JSON.stringify({ address, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`${address} cannot sign in: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

async function sizeOf({ platform: { pool } }: Suite, accountId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from email where account_id = $1",
    [accountId],
  );
  return rows[0]!.count;
}

async function grow(
  suite: Suite,
  { accountId, address }: Pick<Store, "accountId" | "address">,
  messages: number,
): Promise<{ held: number; added: number }> {
  const { engine, platform } = suite;
  const before = await sizeOf(suite, accountId);
  if (before >= messages) return { held: before, added: 0 };
  const wanted = Math.min(messages, IMPORTED);
  // Those that are there already are passed over.
  if (before < wanted) await importMessages(engine, accountId, mailOf(address, wanted));
  if (messages > IMPORTED) {
    const present = Math.max(0, Math.round(before / IMPORTED) - 1);
    const copies = Math.ceil(messages / IMPORTED) - 1;
    const isAnew = copies - present > MANY_COPIES;
    if (isAnew) await platform.pool.query("drop index email_words_words");
    await copyMail(platform.db, accountId, { copies, days: DAYS, present });
    if (isAnew)
      await platform.pool.query(
        "create index email_words_words on email_words using gin (account_id, words)",
      );
  }
  // What the database does by itself, in its own time.
  await platform.pool.query("vacuum analyze");
  await platform.pool.query("checkpoint");
  const held = await sizeOf(suite, accountId);
  return { held, added: held - before };
}
