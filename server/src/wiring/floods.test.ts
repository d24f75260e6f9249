import { CAPABILITY } from "@atrium/contract/types/wire";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { connectClient } from "../platform/db/index.ts";
import { silentLog } from "../platform/log/index.ts";
import { cloneDatabase } from "../testing/index.ts";
import { rawSmtp } from "../testing/smtp-client.ts";
import { startSuite, type TestPerson } from "../testing/suite.ts";

const USING = [CAPABILITY.core, CAPABILITY.mail];

const { connection, drop } = await cloneDatabase();
const server = await startSuite({ connection });
afterAll(async () => {
  await server.close();
  await drop();
});
const { limits } = server.suite.engine;
const { alice, bob } = server.people;

const authorization = ({ address, password }: TestPerson) =>
  `Basic ${Buffer.from(`${address}:${password}`).toString("base64")}`;

const post = (person: TestPerson, path: string, body: string, type = "application/json") =>
  fetch(`${server.url}${path}`, {
    method: "POST",
    headers: { authorization: authorization(person), "content-type": type },
    body,
  });

const createMailbox = (person: TestPerson, name: string) =>
  post(
    person,
    "/jmap/api",
    JSON.stringify({
      using: USING,
      methodCalls: [["Mailbox/set", { accountId: person.accountId, create: { a: { name } } }, "0"]],
    }),
  );

const upload = (person: TestPerson, text: string) =>
  post(person, `/jmap/upload/${person.accountId}`, text, "text/plain");

/** Delivers a message, and answers the reply to it. */
async function deliverTo(address: string): Promise<string> {
  const smtp = rawSmtp(server.smtpPort);
  onTestFinished(() => smtp.end());
  await smtp.reply();
  for (const line of [
    "EHLO x.example",
    "MAIL FROM:<ann@example.net>",
    `RCPT TO:<${address}>`,
    "DATA",
  ])
    await smtp.say(line);
  return await smtp.say("From: ann@example.net\r\nSubject: Hello\r\n\r\nx\r\n.");
}

/** Connections of the server to the database that wait for a lock. */
const LOCKED = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

test("nobody waits for one person's requests, all of which wait for a lock", async () => {
  const holder = await connectClient(connection, silentLog);
  onTestFinished(() => holder.end());
  const pushes = await fetch(`${server.url}/jmap/eventsource?types=*&closeafter=state&ping=0`, {
    headers: { authorization: authorization(bob) },
  });
  // Nobody waits for the first look at who it is.
  await createMailbox(alice, "Before");

  await holder.query("begin");
  await holder.query("select from account where account_id = $1 for update", [alice.accountId]);
  const flood = [
    ...Array.from({ length: limits.maxConcurrentRequests }, (_each, n) =>
      createMailbox(alice, `Mailbox ${n}`),
    ),
    ...Array.from({ length: limits.maxConcurrentUpload }, (_each, n) => upload(alice, `file ${n}`)),
  ];
  // All of them have come as far as they can when no more is let in. One that came before the last of them waits in its place.
  const before: Promise<Response>[] = [];
  const tryOneMore = async (asked: Promise<Response>): Promise<number | "waits"> => {
    const status = await Promise.race([
      asked.then((one) => one.status),
      pause(1000, "waits" as const),
    ]);
    if (status === "waits") before.push(asked);
    return status;
  };
  await expect.poll(() => tryOneMore(createMailbox(alice, "One more"))).toBe(400);
  await expect.poll(() => tryOneMore(upload(alice, "one more"))).toBe(400);
  const { rows } = await holder.query<{ count: number }>(LOCKED);
  expect(rows).toEqual([{ count: 1 }]);

  expect(await (await createMailbox(bob, "Meanwhile")).json()).toMatchObject({
    methodResponses: [["Mailbox/set", { created: { a: {} } }, "0"]],
  });
  expect((await upload(bob, "meanwhile")).status).toBe(201);
  expect(await deliverTo(bob.address)).toMatch(/^250 /);
  expect(await pushes.text()).toContain(bob.accountId);

  await holder.query("commit");
  const answers = await Promise.all([...flood, ...before]);
  const refused = answers.filter(({ status }) => status === 400);
  expect(refused).toHaveLength(before.length);
  const done = answers.filter((one) => !refused.includes(one));
  expect(new Set(done.map(({ status }) => status))).toEqual(new Set([200, 201]));
});
