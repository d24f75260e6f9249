import { afterEach, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../testing/index.ts";
import { rawSmtp, type RawSmtp } from "../../testing/smtp-client.ts";
import { startSuite, type TestSuite } from "../../testing/suite.ts";

let server: TestSuite;
const connections: RawSmtp[] = [];
beforeAll(async () => {
  const { connection, drop } = await cloneDatabase();
  server = await startSuite({ connection, config: { quotaEmails: 1, quota: 10_000 } });
  const { accounts } = server.suite;
  await accounts.groups.create("system", {
    name: "Pair",
    address: "pair@demo.test",
    members: [server.people.bob.personId, server.people.carol.personId],
  });
  return async () => {
    await server.close();
    await drop();
  };
});
afterEach(() => connections.splice(0).forEach((smtp) => smtp.end()));

async function mailFrom(parameters = ""): Promise<RawSmtp> {
  const smtp = rawSmtp(server.smtpPort);
  connections.push(smtp);
  await smtp.reply();
  await smtp.say("EHLO client.example");
  await smtp.say(`MAIL FROM:<ann@example.net>${parameters}`);
  return smtp;
}

const FULL = "452 4.2.2 The mailbox is full";

test("who has no room left is refused at RCPT, and the other recipients get theirs", async () => {
  const first = await mailFrom();
  expect(await first.say("RCPT TO:<bob@demo.test>")).toMatch(/^250 /);
  await first.say("DATA");
  expect(await first.say("Subject: One\r\n\r\nx\r\n.")).toMatch(/^250 /);

  const second = await mailFrom();
  expect(await second.say("RCPT TO:<bob@demo.test>")).toBe(FULL);
  // Carol has room, so the group has.
  expect(await second.say("RCPT TO:<pair@demo.test>")).toMatch(/^250 /);
  await second.say("DATA");
  expect(await second.say("Subject: Two\r\n\r\nx\r\n.")).toMatch(/^250 /);

  const third = await mailFrom();
  expect(await third.say("RCPT TO:<pair@demo.test>")).toBe(FULL);
});

test("a message that says it is larger than the room that is left is not begun", async () => {
  const smtp = await mailFrom(" SIZE=20000");
  expect(await smtp.say("RCPT TO:<dave@demo.test>")).toBe(FULL);
  const smaller = await mailFrom(" SIZE=5000");
  expect(await smaller.say("RCPT TO:<dave@demo.test>")).toMatch(/^250 /);
});

test("what one person may keep by themselves counts instead", async () => {
  const { accounts, engine } = server.suite;
  const { personId, accountId } = server.people.dave;
  await accounts.persons.update("system", personId, { quotaOctets: 30_000 });
  const smtp = await mailFrom(" SIZE=20000");
  expect(await smtp.say("RCPT TO:<dave@demo.test>")).toMatch(/^250 /);
  await accounts.persons.update("system", personId, { quotaEmails: 0 });
  expect(await engine.isOverQuota(accountId, { emails: 1 })).toBe(true);
  const again = await mailFrom();
  expect(await again.say("RCPT TO:<dave@demo.test>")).toBe(FULL);
});
