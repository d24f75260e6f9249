import { beforeAll, expect, test } from "vitest";
import { submissionProgress } from "../../outbound/queue/index.ts";
import { outgoingBench, type OutgoingBench } from "../../outbound/queue/outgoing.fixture.ts";
import { createLocalDelivery } from "../local-delivery.ts";
import { createInbound, type Inbound } from "../receive.ts";

let bench: OutgoingBench;
let inbound: Inbound;
beforeAll(async () => {
  bench = await outgoingBench();
  const { platform, engine, accounts } = bench.suite;
  inbound = createInbound({
    ...platform,
    engine,
    accounts,
    hostName: "mx.demo.test",
    maxSize: 1_000_000,
  });
});

let count = 0;
/** A report as another server sends it. */
async function report(
  to: string,
  type: "delivery-status" | "disposition-notification",
  status: string,
  returned = "Subject: x",
): Promise<void> {
  count += 1;
  const lines = [
    `From: MAILER-DAEMON@example.org\nTo: ${to}\nSubject: Report ${count}\nMIME-Version: 1.0`,
    `Content-Type: multipart/report; report-type=${type};\n\tboundary="B"\n\n--B\n\nSee below.`,
    `--B\nContent-Type: message/${type}\n\n${status}\n`,
    `--B\nContent-Type: text/rfc822-headers\n\n${returned}\n\n--B--\n`,
  ];
  const route = await inbound.route(to, 0);
  if (route.kind !== "ours") throw new Error(`${to} is not here`);
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(lines.join("\n").replaceAll("\n", "\r\n"));
  }
  const envelope = {
    transactionId: `report${count}`,
    mailFrom: "",
    helo: "mx.example.org",
    remoteAddress: "203.0.113.9",
    protocol: "ESMTP" as const,
  };
  await inbound.receive(bytes(), envelope, [route.recipient]);
}

let sentCount = 0;
async function sent(to: readonly string[]) {
  const message = await bench.send(to);
  await bench.queue().settle();
  sentCount += 1;
  const id = `s${sentCount}`;
  const { db } = bench.suite.platform;
  return {
    ...message,
    progress: async () => (await submissionProgress(db, bench.alice, [id])).get(id)!,
  };
}

const dsn = (address: string, action: string, more = ""): string =>
  `Reporting-MTA: dns; mx.example.org\n${more}\nFinal-Recipient: rfc822; ${address}\nAction: ${action}\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 5.2.2 Mailbox is full`;

test("a report that names our envelope says what became of each recipient", async () => {
  const mail = await sent(["bob@example.org", "carol@example.org"]);
  const envelope = `Original-Envelope-Id: ${mail.queueId}\n`;
  await report("alice@demo.test", "delivery-status", dsn("BOB@example.org", "failed", envelope));
  await report(
    "alice@demo.test",
    "delivery-status",
    dsn("carol@example.org", "delivered", envelope),
  );
  const { deliveryStatus, dsnBlobIds } = await mail.progress();
  expect(deliveryStatus["bob@example.org"]).toMatchObject({
    delivered: "no",
    smtpReply: "552 5.2.2 Mailbox is full",
  });
  expect(deliveryStatus["carol@example.org"]).toMatchObject({ delivered: "yes" });
  expect(dsnBlobIds).toHaveLength(2);
});

test("one that names no envelope is known by the message that came back", async () => {
  const mail = await sent(["bob@example.org"]);
  const [, id] = /^Message-ID: (.*)\r$/m.exec(bench.sink.messages.at(-1)!.text) ?? [];
  await report(
    "alice@demo.test",
    "delivery-status",
    dsn("bob@example.org", "failed"),
    `Message-ID: ${id}`,
  );
  expect((await mail.progress()).deliveryStatus["bob@example.org"]!.delivered).toBe("no");
});

test("that a message was displayed is noted as well", async () => {
  const mail = await sent(["bob@example.org"]);
  const [, id] = /^Message-ID: (.*)\r$/m.exec(bench.sink.messages.at(-1)!.text) ?? [];
  await report(
    "alice@demo.test",
    "disposition-notification",
    `Final-Recipient: rfc822; bob@example.org\nOriginal-Message-ID: ${id}\nDisposition: manual-action/MDN-sent-manually; displayed`,
  );
  const { deliveryStatus, mdnBlobIds } = await mail.progress();
  expect(deliveryStatus["bob@example.org"]!.displayed).toBe("yes");
  expect(mdnBlobIds).toHaveLength(1);
});

test("a report to someone else says nothing about a message", async () => {
  const mail = await sent(["bob@example.org"]);
  const envelope = `Original-Envelope-Id: ${mail.queueId}\n`;
  await report("bob@demo.test", "delivery-status", dsn("bob@example.org", "failed", envelope));
  const { deliveryStatus, dsnBlobIds } = await mail.progress();
  expect(deliveryStatus["bob@example.org"]!.delivered).toBe("unknown");
  expect(dsnBlobIds).toEqual([]);
});

test("so is one from a colleague, whose receipt passes no other server", async () => {
  const mail = await sent(["bob@demo.test"]);
  const { db } = bench.suite.platform;
  const { message_id: id } = await db
    .selectFrom("queue_message")
    .select("message_id")
    .where("id", "=", mail.queueId)
    .executeTakeFirstOrThrow();
  const { engine, accounts, platform } = bench.suite;
  const local = createLocalDelivery({ ...platform, engine, accounts });
  const receipt = [
    "From: bob@demo.test\nTo: alice@demo.test\nSubject: Read\nMIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=disposition-notification; boundary="B"\n\n--B\n\nOpened.',
    `--B\nContent-Type: message/disposition-notification\n\nFinal-Recipient: rfc822; bob@demo.test\nOriginal-Message-ID: <${id}>\nDisposition: manual-action/MDN-sent-manually; displayed\n\n--B--\n`,
  ];
  await local.deliver({
    bytes: Buffer.from(receipt.join("\n").replaceAll("\n", "\r\n")),
    trace: "",
    mailFrom: "",
    addresses: ["alice@demo.test"],
    transactionId: "receipt",
  });
  const { deliveryStatus, mdnBlobIds } = await mail.progress();
  expect(deliveryStatus["bob@demo.test"]!.displayed).toBe("yes");
  expect(mdnBlobIds).toHaveLength(1);
});
