import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../testing/index.ts";
import { startNameServer, type NameServer } from "../testing/name-server.ts";
import { startSuite, type TestSuite } from "../testing/suite.ts";
import { putInQueue } from "../testing/waiting-mail.ts";
import { UserError } from "./command.ts";
import { domainCommands } from "./domain.ts";
import { queueCommands } from "./queue.ts";

const HOST = "mail.demo.test";
let names: NameServer;
let server: TestSuite;
const undo: (() => Promise<void>)[] = [];
beforeAll(async () => {
  names = await startNameServer();
  undo.push(() => names.close());
  const { connection, drop } = await cloneDatabase();
  undo.push(drop);
  server = await startSuite({ connection, config: { dns: names, mailHost: HOST } });
  undo.push(() => server.close());
});
afterAll(async () => {
  for (const close of undo.reverse()) await close();
});

/** A command as it is typed, on the store of the server that runs. */
async function atrium(name: string, ...args: string[]): Promise<{ code: number; out: string }> {
  const command = [...domainCommands, ...queueCommands].find((one) => one.name === name)!;
  const lines: string[] = [];
  const code = await command.run({
    terminal: {
      print: (line) => void lines.push(line),
      note: (line) => void lines.push(line),
      readPassword: async () => "",
    },
    config: server.suite.platform.config,
    args,
    values: {},
    open: async () => server.suite,
  });
  return { code: code ?? 0, out: lines.join("\n") };
}

test("domain check says what to set, and is content once it is set", async () => {
  const before = await atrium("domain check", "demo.test");
  expect(before.code).toBe(1);
  expect(before.out).toContain(`✗ ${HOST} has no address record.`);
  expect(before.out).toContain(`demo.test. IN MX 10 ${HOST}.`);
  const zones: Record<string, { A?: string[]; MX?: [number, string][]; TXT?: string[][] }> = {
    [HOST]: { A: ["192.0.2.1"] },
    "demo.test": { MX: [[10, HOST]] },
  };
  for (const [, name, text] of before.out.matchAll(/^ {4}(\S+)\. IN TXT (.*)$/gm)) {
    const strings = [...text!.matchAll(/"([^"]*)"/g)].map(([, string]) => string!);
    zones[name!] = { ...zones[name!], TXT: [...(zones[name!]?.TXT ?? []), strings] };
  }
  names.set(zones);
  const after = await atrium("domain check");
  expect(after.out).not.toContain("✗");
  expect(after.out).toContain("does not resolve back");
  expect(after.code).toBe(0);
  await expect(atrium("domain check", "other.test")).rejects.toThrow(UserError);
});

test("what waits can be listed, tried again and given up", async () => {
  const { suite, people } = server;
  const { accountId, address } = people.alice;
  const { db } = suite.platform;
  expect((await atrium("queue list")).out).toBe("No mail is waiting.");
  names.set({ "slow.test": { fails: "servfail" } });
  const id = await putInQueue(suite, people.alice, ["x@slow.test"]);
  const attempts = async (): Promise<number | undefined> =>
    (
      await db
        .selectFrom("queue_recipient")
        .select("attempts")
        .where("message_id", "=", id)
        .where("lease", "is", null)
        .executeTakeFirst()
    )?.attempts;
  await expect.poll(attempts).toBe(1);
  const { out } = await atrium("queue list");
  expect(out).toContain(`<${address}>`);
  expect(out).toMatch(/x@slow\.test\ttries: 1\tnext: \S+\t451 4\.4\.3 /);
  expect((await atrium("queue retry", id)).out).toMatch(/^1 recipient /);
  await expect.poll(attempts).toBe(2);
  expect((await atrium("queue drop", id)).out).toBe(
    "Cancelled for 1 recipient. The sender gets a bounce.",
  );
  await expect(atrium("queue drop", id)).rejects.toThrow(UserError);
  await expect(atrium("queue retry", id)).rejects.toThrow(UserError);
  expect((await atrium("queue list")).out).not.toContain("slow.test");
  // The sender gets a report.
  const reports = async () =>
    (
      await db
        .selectFrom("email")
        .select("subject")
        .where("account_id", "=", accountId)
        .where("subject", "like", "Not delivered%")
        .execute()
    ).length;
  await expect.poll(reports).toBe(1);
});
