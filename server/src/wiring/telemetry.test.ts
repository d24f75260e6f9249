import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../testing/index.ts";
import { startSuite, type TestSuite } from "../testing/suite.ts";

let server: TestSuite;
let metricsPort: number;
let close: () => Promise<void>;
beforeAll(async () => {
  const { connection, drop } = await cloneDatabase();
  server = await startSuite({ connection, config: { metricsPort: 0 } });
  metricsPort = server.metricsPort!;
  close = async () => {
    await server.close();
    await drop();
  };
});
afterAll(() => close());

const scrape = async (): Promise<string> =>
  (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

/** The value of one line; `undefined` when it is not there. */
async function figure(line: string): Promise<number | undefined> {
  const found = (await scrape()).split("\n").find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

test("requests, method calls and messages are counted, by names of which there are few", async () => {
  const { alice, bob } = server.people;
  const authorization = `Basic ${Buffer.from(`${bob.address}:${bob.password}`).toString("base64")}`;
  const call = async (...methodCalls: unknown[]): Promise<void> => {
    await fetch(`${server.url}/jmap/api`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({
        using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
        methodCalls,
      }),
    });
  };
  await call(
    ["Mailbox/get", { accountId: bob.accountId }, "a"],
    ["Mailbox/get", { accountId: alice.accountId }, "b"],
    ["Made/up", {}, "c"],
  );
  await call(["Another/oneMadeUp", {}, "c"]);
  expect(await figure('atrium_jmap_method_seconds_count{method="Mailbox/get",outcome="ok"}')).toBe(
    1,
  );
  expect(
    await figure(
      'atrium_jmap_method_seconds_count{method="Mailbox/get",outcome="accountNotFound"}',
    ),
  ).toBe(1);
  expect(
    await figure('atrium_jmap_method_seconds_count{method="unknown",outcome="unknownMethod"}'),
  ).toBe(2);
  expect(
    await figure('atrium_http_request_seconds_count{route="/jmap/api",method="POST",status="200"}'),
  ).toBe(2);

  const transport = createTransport({
    host: "127.0.0.1",
    port: server.smtpPort,
    tls: { rejectUnauthorized: false },
  });
  const mail = { from: "someone@elsewhere.test", to: bob.address, subject: "Counted", text: "1" };
  await transport.sendMail(mail);
  await expect(transport.sendMail({ ...mail, to: "nobody@demo.test" })).rejects.toThrow();
  transport.close();
  expect(await figure('atrium_smtp_message_seconds_count{door="smtp",outcome="accepted"}')).toBe(1);
  expect(await figure('atrium_accounts_stored{what="emails"}')).toBe(1);
  // Five people and what they share.
  expect(await figure('atrium_accounts_stored{what="accounts"}')).toBe(6);
  expect(await figure('atrium_queue_recipients{state="fresh"}')).toBe(0);
  expect(await figure("atrium_database_size_bytes")).toBeGreaterThan(1_000_000);
  expect(await figure("atrium_push_connections")).toBe(0);
  expect(await figure('atrium_smtp_refusals_total{door="smtp",code="550"}')).toBe(1);
  expect(await figure("atrium_certificate_end_timestamp_seconds")).toBeGreaterThan(
    Date.now() / 1000,
  );
  expect(await figure("process_cpu_seconds_total")).toBeGreaterThan(0);
  const text = await scrape();
  for (const secret of [bob.address, bob.accountId, bob.password, "Made/up", "elsewhere.test"])
    expect(text).not.toContain(secret);
});

test("the figures are on their own port alone, and a database that is away hides none of the rest", async () => {
  expect((await fetch(`${server.url}/metrics`)).headers.get("content-type")).toContain("text/html");
  expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404);
  await server.suite.platform.pool.query("alter table queue_recipient rename to elsewhere");
  try {
    const text = await scrape();
    expect(text).not.toContain("atrium_queue_recipients{");
    expect(text).toContain("atrium_database_size_bytes ");
  } finally {
    await server.suite.platform.pool.query("alter table elsewhere rename to queue_recipient");
  }
});
