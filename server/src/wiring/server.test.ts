import { beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../testing/index.ts";
import { rawSmtp } from "../testing/smtp-client.ts";
import { startSuite } from "../testing/suite.ts";
import type { TestSuite } from "../testing/suite.ts";
import { sweepBlobs } from "../features/blobs/index.ts";

let server: TestSuite;
beforeAll(async () => {
  const { connection, drop } = await cloneDatabase();
  server = await startSuite({ connection });
  return async () => {
    await server.close();
    await drop();
  };
});

test("it says that it runs and that it can serve", async () => {
  // A database that takes longer than a moment is a reason not to be ready.
  for (const path of ["/healthz", "/readyz"])
    await expect.poll(async () => (await fetch(new URL(path, server.url))).status).toBe(200);
});

test("mail that arrives by SMTP is in the inbox when it is acknowledged", async () => {
  const { bob } = server.people;
  const client = rawSmtp(server.smtpPort);
  await client.reply();
  await client.say("EHLO there.example");
  await client.say("MAIL FROM:<someone@there.example>");
  expect(await client.say(`RCPT TO:<${bob.address}>`)).toMatch(/^250/);
  expect(await client.say("RCPT TO:<nobody@demo.test>")).toMatch(/^550/);
  expect(await client.say("DATA")).toMatch(/^354/);
  client.write("Subject: Hello\r\nMessage-ID: <one@there.example>\r\n\r\nHello, Bob.\r\n");
  expect(await client.say(".")).toMatch(/^250/);
  client.end();
  const basic = Buffer.from(`${bob.address}:${bob.password}`).toString("base64");
  const response = await fetch(new URL("/jmap/api", server.url), {
    method: "POST",
    headers: { authorization: `Basic ${basic}`, "content-type": "application/json" },
    body: JSON.stringify({
      using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
      methodCalls: [
        ["Email/query", { accountId: bob.accountId }, "q"],
        [
          "Email/get",
          {
            accountId: bob.accountId,
            "#ids": { resultOf: "q", name: "Email/query", path: "/ids" },
            properties: ["subject"],
          },
          "g",
        ],
      ],
    }),
  });
  const { methodResponses } = (await response.json()) as {
    methodResponses: [string, { list: { subject: string }[] }, string][];
  };
  expect(methodResponses[1]?.[1].list).toMatchObject([{ subject: "Hello" }]);
});

test("the sweep removes old blobs that nobody has and no others", async () => {
  const { platform, engine } = server.suite;
  const orphan = await platform.blobs.put(Buffer.from("nobody has this"));
  const { bob } = server.people;
  const before: string[] = [];
  for await (const { hash } of platform.blobs.list()) before.push(hash);
  expect(await sweepBlobs(platform)).toBe(0);
  const clock = { now: () => new Date(Date.now() + 48 * 3_600_000) };
  expect(await sweepBlobs({ ...platform, clock })).toBe(1);
  expect(await platform.blobs.has(orphan.hash)).toBe(false);
  for (const hash of before.filter((one) => one !== orphan.hash))
    expect(await platform.blobs.has(hash)).toBe(true);
  expect(await engine.states(bob.accountId)).toHaveProperty("Email");
});
