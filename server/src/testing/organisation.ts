import { createEngine, type Actor, type Engine, type Served } from "../engine/index.ts";
import { createAccounts, type Accounts, type Person } from "../features/accounts/index.ts";
import { createRecorder } from "../features/operations/index.ts";
import { deliver, type Recipient } from "../features/mail/index.ts";
import { vapidOf } from "../features/push/index.ts";
import type { SendingLimits } from "../features/submission/index.ts";
import type { Platform } from "../wiring/platform.ts";
import { ACCOUNT_PARTS, served } from "../wiring/served.ts";
import { createTaskKinds } from "../wiring/task-kinds.ts";
import { testPlatform, type TestPlatform } from "./database.ts";

const SENDING: SendingLimits = {
  undoSend: 15_000,
  maxMessageSize: 1_000_000,
  maxRecipients: 20,
  sendLimit: 1000,
};

export interface TestSuite {
  readonly platform: TestPlatform;
  readonly engine: Engine;
  readonly accounts: Accounts;
}

/** Thirty days, as it is unless configured otherwise. */
export const TRASH_LIFETIME = 30 * 24 * 3_600_000;

/**
 * The features on a database of their own, without an organisation and without protocols. Call it in `beforeAll`.
 * @param more types that are served beside all others.
 */
export async function testSuite(
  sends: Partial<SendingLimits> = {},
  more: readonly Served[] = [],
): Promise<TestSuite> {
  const sending = { ...SENDING, ...sends };
  const platform = await testPlatform();
  const limits = { maxSizeUpload: 10_000_000 };
  const vapid = vapidOf(platform.secrets, "mailto:postmaster@demo.test");
  const recorder = createRecorder(platform);
  const types = served({
    ...platform,
    sending,
    trash: { trashLifetime: TRASH_LIFETIME },
    limits,
    vapid,
    recorder,
    taskKinds: createTaskKinds(platform),
  });
  const engine = createEngine({
    ...platform,
    ...types,
    types: [...types.types, ...more],
    limits,
  });
  const accounts = createAccounts({
    ...platform,
    engine,
    ...ACCOUNT_PARTS,
  });
  return { platform, engine, accounts };
}

/** Makes the organisation "Demo" with these people at demo.test, who have no passwords. */
export async function makeDemo<Name extends string>(
  { accounts }: Pick<TestSuite, "accounts">,
  ...names: readonly Name[]
): Promise<Readonly<Record<Name, Person>>> {
  await accounts.createOrganisation("system", { name: "Demo", domain: "demo.test" });
  const people: Partial<Record<Name, Person>> = {};
  for (const name of names) {
    const address = `${name}@demo.test`;
    people[name] = await accounts.persons.create("system", { name, address, password: null });
  }
  return people as Record<Name, Person>;
}

/** A person who works in their own account. */
export const actorOf = ({ id, accountId, name }: Person): Actor => ({
  personId: id,
  accountId,
  roles: ["member"],
  accounts: { [accountId]: { name, isPersonal: true, isReadOnly: false } },
});

/** Puts a message into an account, and answers the email's id. */
export async function putMail(
  {
    engine,
    platform,
  }: {
    readonly engine: TestSuite["engine"];
    readonly platform: Pick<Platform, "blobs" | "clock" | "ids">;
  },
  to: Recipient,
  text: string,
): Promise<string> {
  const [delivered] = await deliver(engine, {
    ...(await platform.blobs.put(Buffer.from(text))),
    transactionId: platform.ids.next("t"),
    receivedAt: platform.clock.now(),
    recipients: [to],
  });
  return delivered!.emailId;
}

/** A message as it lies in an account, for comparing. */
export interface StoredMail {
  readonly id: string;
  readonly subject: string | null;
  readonly mailbox: string;
  readonly role: string | null;
  readonly keywords: readonly string[];
  readonly receivedAt: Date;
  readonly text: string;
}

/** Everything an account has, oldest first, with the bytes as text. */
export async function storedMail(
  suite: { readonly platform: Pick<TestPlatform, "db" | "blobs"> },
  accountId: string,
): Promise<StoredMail[]> {
  const { db, blobs } = suite.platform;
  const rows = await db
    .selectFrom("email as e")
    .innerJoin("email_mailbox as m", (join) =>
      join.onRef("m.account_id", "=", "e.account_id").onRef("m.email_id", "=", "e.id"),
    )
    .innerJoin("mailbox as b", (join) =>
      join.onRef("b.account_id", "=", "m.account_id").onRef("b.id", "=", "m.mailbox_id"),
    )
    .select(["e.id", "e.subject", "e.blob_hash", "e.keywords", "e.received_at", "b.name", "b.role"])
    .where("e.account_id", "=", accountId)
    .orderBy("e.received_at")
    .orderBy("e.id")
    .execute();
  return await Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      subject: row.subject,
      mailbox: row.name,
      role: row.role,
      keywords: row.keywords,
      receivedAt: row.received_at,
      text: String(await blobs.read(row.blob_hash)),
    })),
  );
}
