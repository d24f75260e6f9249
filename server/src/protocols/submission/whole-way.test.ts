import { createTransport } from "nodemailer";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../testing/index.ts";
import { startSuite, type TestSuite } from "../../testing/suite.ts";

let server: TestSuite;

beforeAll(async () => {
  const { connection, drop } = await cloneDatabase();
  server = await startSuite({ connection, config: { submissionsPort: 0 } });
  return async () => {
    await server.close();
    await drop();
  };
});

async function texts(accountId: string): Promise<string[]> {
  const { db, blobs } = server.suite.platform;
  const rows = await db
    .selectFrom("email")
    .select("blob_hash")
    .where("account_id", "=", accountId)
    .execute();
  return await Promise.all(rows.map(async (row) => String(await blobs.read(row.blob_hash))));
}

test("a mail that a program hands in reaches its recipient, who is away, and whose answer comes back", async () => {
  const { bob, carol } = server.people;
  const response = await fetch(`${server.url}/jmap/api`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${carol.address}:${carol.password}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      using: [CAPABILITY.core, CAPABILITY.vacationResponse],
      methodCalls: [
        [
          "VacationResponse/set",
          {
            accountId: carol.accountId,
            update: { singleton: { isEnabled: true, textBody: "I am on a boat." } },
          },
          "c",
        ],
      ],
    }),
  });
  expect(response.status).toBe(200);
  for (const port of [server.submissionPort, server.submissionsPort!]) {
    const transport = createTransport({
      host: "127.0.0.1",
      port,
      secure: port === server.submissionsPort,
      // The certificate is the server's own.
      tls: { rejectUnauthorized: false },
      auth: { user: bob.address, pass: bob.password },
    });
    await transport.sendMail({
      from: bob.address,
      to: carol.address,
      subject: `by ${port}`,
      text: "",
    });
    transport.close();
  }
  await expect.poll(() => texts(carol.accountId)).toHaveLength(2);
  await expect.poll(() => texts(bob.accountId)).toHaveLength(1);
  for (const text of await texts(carol.accountId)) {
    expect(text).toMatch(/\r\nReceived: by \S+ with ESMTPSA id q/);
    expect(text).not.toContain("127.0.0.1");
  }
  const [answer = ""] = await texts(bob.accountId);
  expect(answer).toMatch(/^Return-Path: <>\r\n/);
  expect(answer).toContain("Auto-Submitted: auto-replied (vacation)\r\n");
  expect(answer).toContain("I am on a boat.");
});
