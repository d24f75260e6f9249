import { asText, findHeader, parseMessage } from "@atrium/formats/mime";
import { expect, test } from "vitest";
import { readReport } from "../../inbound/reports/read-report.ts";
import { buildReport, type DeliveryReport, type ReportedRecipient } from "./build.ts";

const HEADER = "From: alice@demo.test\r\nSubject: hi\r\nMessage-ID: <1@demo.test>\r\n\r\n";
const now = new Date("2026-03-02T09:00:00Z");

function recipient(given: Partial<ReportedRecipient> = {}): ReportedRecipient {
  return {
    address: "bob@example.org",
    params: {},
    kind: "failed",
    reply: "550 5.1.1 No such user",
    status: "5.1.1",
    host: "mx.example.org (192.0.2.1)",
    triedAt: now,
    triedUntil: new Date("2026-03-06T09:00:00Z"),
    ...given,
  };
}

const report = (given: Partial<DeliveryReport> = {}): Buffer =>
  buildReport({
    to: "alice@demo.test",
    envelopeId: null,
    ownName: "mail.demo.test",
    domain: "demo.test",
    arrivedAt: now,
    now,
    recipients: [recipient()],
    original: { bytes: Buffer.from(HEADER), isWhole: false },
    subject: "hi",
    messageId: "1@demo.test",
    ...given,
  });

function subject(bytes: Buffer): string {
  const { headers } = parseMessage(bytes);
  return asText(bytes, findHeader(headers, "subject")!);
}

test("a report can be read by machines, ours among them", () => {
  const bytes = report({ envelopeId: "id 1" });
  const { root, problems } = parseMessage(bytes);
  expect(problems).toEqual([]);
  expect(root.type).toBe("multipart/report");
  expect(root.parameters["report-type"]).toBe("delivery-status");
  expect(root.children!.map(({ type }) => type)).toEqual([
    "text/plain",
    "message/delivery-status",
    "text/rfc822-headers",
  ]);
  expect(readReport(bytes)).toMatchObject({
    kind: "dsn",
    envelopeId: "id 1",
    messageId: "1@demo.test",
    recipients: [
      {
        address: "bob@example.org",
        action: "failed",
        status: "5.1.1",
        diagnostic: "550 5.1.1 No such user",
      },
    ],
  });
});

test("several recipients are several groups, and the worst gives the title", () => {
  const bytes = report({
    recipients: [
      recipient({ kind: "delayed", address: "a@x.test", status: "4.4.1" }),
      recipient({ kind: "failed", address: "b@x.test" }),
      recipient({ kind: "relayed", address: "c@x.test", status: "2.0.0" }),
    ],
  });
  expect(subject(bytes)).toBe("Not delivered: hi");
  expect(
    readReport(bytes)!.recipients.map(({ address, action }) => `${action} ${address}`),
  ).toEqual(["delayed a@x.test", "failed b@x.test", "relayed c@x.test"]);
  expect(bytes.toString()).toContain("Will-Retry-Until: Fri, 06 Mar 2026 09:00:00 +0000\r\n");
});

test("the whole message comes back when there is a whole message", () => {
  const bytes = report({ original: { bytes: Buffer.from(`${HEADER}Grüße\r\n`), isWhole: true } });
  const last = parseMessage(bytes).root.children!.at(-1)!;
  expect(last.type).toBe("message/rfc822");
  expect(bytes.subarray(last.start, last.end).toString()).toContain("Grüße");
});

test("addresses and subjects of all scripts", () => {
  const bytes = report({
    to: "지민@demo.test",
    subject: "안녕하세요",
    recipients: [recipient({ address: "用户@bücher.example" })],
  });
  expect(subject(bytes)).toBe("Not delivered: 안녕하세요");
  const { root } = parseMessage(bytes);
  expect(root.children![1]!.type).toBe("message/global-delivery-status");
  expect(bytes.toString()).toContain(
    "Final-Recipient: utf-8; \\x{7528}\\x{6237}@xn--bcher-kva.example\r\n",
  );
});

test("what a server or a sender says begins no field of its own", () => {
  const bytes = report({
    envelopeId: "x\r\nAction: delivered",
    subject: "y\r\nX-Evil: 1",
    recipients: [
      recipient({ reply: "550 no\r\nAction: delivered", host: "evil\r\nStatus: 2.0.0" }),
      recipient({ params: { ORCPT: "rfc822;z\r\nAction: delivered" } }),
    ],
  });
  const lines = bytes.toString().split("\r\n");
  expect(lines.filter((line) => line.startsWith("Action:"))).toEqual([
    "Action: failed",
    "Action: failed",
  ]);
  expect(lines.some((line) => line.startsWith("X-Evil"))).toBe(false);
});
