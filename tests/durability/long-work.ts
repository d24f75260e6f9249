import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { TaskArguments, TaskKind } from "@atrium/contract/types/background-task";
import { CAPABILITY } from "@atrium/contract/types/wire";
import {
  actorOfPerson,
  asInBrowser,
  type Person,
} from "../../server/src/features/accounts/index.ts";
import { importMessages } from "../../server/src/features/mail/index.ts";
import { copyMail } from "../../server/src/testing/copy-mail.ts";
import type { Suite } from "../../server/src/wiring/suite.ts";
import { openSuiteIn } from "./open-suite.ts";
import { serverProcess } from "./server-process.ts";
import { faultsOfCounts } from "./stored-mail.ts";

/** Messages that are made, and copied from then on. */
const ORIGINALS = 100;

export interface LongWork {
  /** A multiple of 100. */
  readonly messages: number;
  /** The shares of the work after which the server is killed. */
  readonly kills: readonly number[];
  readonly isUndoingKilled?: boolean;
  /** A migrated, empty database; otherwise the server starts a PostgreSQL of its own. */
  readonly databaseUrl?: string;
  readonly say?: (line: string) => void;
}

/**
 * Moves a mailbox full of mail in a background task, and takes it back in another one, while the server is killed in
 * the first, and in both if that is wanted; says what is wrong afterwards.
 */
export async function faultsOfLongWork({
  messages,
  kills,
  isUndoingKilled = false,
  databaseUrl,
  say = () => undefined,
}: LongWork): Promise<readonly string[]> {
  const data = await mkdtemp(join(tmpdir(), "atrium-durability-"));
  // This process puts blobs beside it, as whoever it is.
  const server = await serverProcess(data, {
    ATRIUM_USER: "root",
    ...(databaseUrl !== undefined && { ATRIUM_DATABASE_URL: databaseUrl }),
  });
  const faults: string[] = [];
  try {
    await server.start();
    const suite = await openSuiteIn(data, { beside: true, databaseUrl: databaseUrl ?? null });
    await suite.accounts.createOrganisation("system", { name: "Demo", domain: "demo.test" });
    const person = { name: "Alice", address: "alice@demo.test", password: null };
    const alice = await suite.accounts.persons.create("system", person);
    await importMessages(
      suite.engine,
      alice.accountId,
      Array.from({ length: ORIGINALS }, (_, n) => ({
        bytes: Buffer.from(`From: kim@elsewhere.test\r\nSubject: Message ${n}\r\n\r\nHello ${n}`),
        receivedAt: new Date(),
        mailboxRole: "inbox",
      })),
    );
    await copyMail(suite.platform.db, alice.accountId, {
      copies: messages / ORIGINALS - 1,
      days: 2,
    });
    const before = await whereAll(suite, alice);
    const boxes = await suite.platform.db
      .selectFrom("mailbox")
      .select(["id", "role"])
      .where("account_id", "=", alice.accountId)
      .execute();
    const box = (role: string): string => boxes.find((one) => one.role === role)!.id;
    const moving = await begin(suite, alice, "changeEmails", {
      source: { filter: { inMailbox: box("inbox") } },
      changes: [
        { do: "moveTo", mailboxId: box("archive") },
        { do: "setKeyword", keyword: "$flagged", isOn: true },
      ],
    });
    const run = async (id: string, kills: readonly number[]): Promise<void> => {
      const begun = performance.now();
      for (const share of kills) {
        await until(suite, id, ({ done }) => done >= share * messages);
        await server.kill();
        await server.start();
      }
      const task = await until(suite, id, ({ state }) => !["waiting", "running"].includes(state));
      if (task.state !== "done" || task.done !== messages || task.failed !== 0)
        faults.push(`the task is ${JSON.stringify(task)}`);
      say(`${messages} messages in ${Math.round((performance.now() - begun) / 1000)} s`);
    };
    await run(moving, kills);

    const wrong = (await whereAll(suite, alice)).filter(
      ({ mailbox_ids, keywords }) =>
        mailbox_ids.join() !== box("archive") || keywords.join() !== "$flagged",
    );
    if (wrong.length > 0) faults.push(`${wrong.length} messages were not moved`);
    faults.push(...(await faultsOfCounts(suite)));
    const undoing = await begin(suite, alice, "undo", { taskId: moving });
    await run(undoing, isUndoingKilled ? kills : []);

    if (JSON.stringify(await whereAll(suite, alice)) !== JSON.stringify(before))
      faults.push("not everything is where it was");
    faults.push(...(await faultsOfCounts(suite)));
    await suite.close();
    if ((await server.stop()) !== 0) faults.push("the server did not end well");
  } finally {
    await server.kill();
    server.killPostmaster();
    await rm(data, { recursive: true, force: true });
  }
  return faults;
}

const whereAll = (suite: Suite, { accountId }: Person) =>
  suite.platform.db
    .selectFrom("email")
    .select(["id", "mailbox_ids", "keywords"])
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute();

async function begin<Kind extends TaskKind>(
  suite: Suite,
  person: Person,
  kind: Kind,
  args: TaskArguments[Kind],
): Promise<string> {
  const { accountId } = person;
  const actor = asInBrowser(
    (await actorOfPerson(suite.platform.db, person.id))!,
    new Date(Date.now() + 60_000),
  );
  const create = { a: { kind, name: "Long work", arguments: args } };
  const { methodResponses } = await suite.engine.handle(actor, {
    using: [CAPABILITY.core, CAPABILITY.backgroundTasks],
    methodCalls: [["BackgroundTask/set", { accountId, create }, "0"]],
  });
  return (methodResponses[0]![1]["created"] as { a: { id: string } }).a.id;
}

interface Seen {
  readonly state: string;
  readonly done: number;
  readonly failed: number;
}

async function until(suite: Suite, id: string, isSo: (task: Seen) => boolean): Promise<Seen> {
  for (;;) {
    const task = await suite.platform.db
      .selectFrom("background_task")
      .select(["state", "done", "failed"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (isSo(task)) return task;
    await pause(10);
  }
}
