import { expect, test } from "vitest";
import { MAX_REPORT_FIELD, MAX_REPORT_FIELDS, MAX_REPORT_OCTETS } from "./limits.ts";
import { readReport } from "./read-report.ts";

const report = (type: string, status: string, returned = ""): Buffer =>
  Buffer.from(
    [
      "From: MAILER-DAEMON@mx.example",
      `Content-Type: multipart/report; report-type=${type}; boundary="B"`,
      "MIME-Version: 1.0",
      "",
      "--B",
      "Content-Type: text/plain; charset=us-ascii",
      "",
      "Sorry.",
      "",
      "--B",
      `Content-Type: message/${type}`,
      "",
      status.trim(),
      "",
      ...(returned === "" ? [] : ["--B", returned, ""]),
      "--B--",
      "",
    ]
      .join("\n")
      .replaceAll("\n", "\r\n"),
  );

test("a delivery status names envelope, message and what became of each recipient", () => {
  const bytes = report(
    "delivery-status",
    `
Reporting-MTA: dns; mx.example
X-Queue-ID: 4B1C
Original-Envelope-Id: q06abc
Arrival-Date: Mon,  2 Mar 2026 10:00:00 +0100

Final-Recipient: rfc822; bob@mx.example
Original-Recipient: rfc822;Bob@example.org
Action: failed
Status: 5.1.1 (no such user)
Remote-MTA: dns; in.mx.example
Diagnostic-Code: smtp; 550 5.1.1 <bob@mx.example>: Recipient address
    rejected: User unknown

Final-Recipient: rfc822; carol@example.org
Action: DELAYED
Status: 4.4.1

Final-Recipient: x400; nobody
Action: perhaps`,
    "Content-Type: text/rfc822-headers\n\nFrom: ann@demo.test\nMessage-ID:\n <one@demo.test>\nSubject: x",
  );
  expect(readReport(bytes)).toEqual({
    kind: "dsn",
    envelopeId: "q06abc",
    messageId: "one@demo.test",
    recipients: [
      {
        address: "Bob@example.org",
        action: "failed",
        status: "5.1.1",
        diagnostic: "550 5.1.1 <bob@mx.example>: Recipient address    rejected: User unknown",
      },
      { address: "carol@example.org", action: "delayed", status: "4.4.1", diagnostic: null },
    ],
  });
});

test("the message itself may have come back, and addresses beyond ASCII as numbers", () => {
  const bytes = report(
    "global-delivery-status",
    "Reporting-MTA: dns; mx.example\n\nOriginal-Recipient: utf-8; \\x{C9C0}\\x{BBFC}@example.org\nFinal-Recipient: rfc822; x@example.org\nAction: delivered\nStatus: 2.0.0",
    "Content-Type: message/rfc822\n\nMessage-ID: <two@demo.test>\n\nMessage-ID: <three@demo.test>",
  );
  expect(readReport(bytes)).toMatchObject({
    messageId: "two@demo.test",
    recipients: [{ address: "지민@example.org", action: "delivered" }],
  });
});

test("a disposition notification says that a message was displayed, and no other disposition counts", () => {
  const read = (disposition: string) =>
    readReport(
      report(
        "disposition-notification",
        `Reporting-UA: there.example; Mailer 1\nFinal-Recipient: rfc822;bob@example.org\nOriginal-Message-ID: <one@demo.test>\nDisposition: ${disposition}`,
      ),
    );
  expect(read("manual-action/MDN-sent-manually; displayed")).toEqual({
    kind: "mdn",
    envelopeId: null,
    messageId: "one@demo.test",
    recipients: [{ address: "bob@example.org", action: "displayed" }],
  });
  expect(read("automatic-action/MDN-sent-automatically; deleted")).toMatchObject({
    recipients: [],
  });
});

test.each([
  ["an ordinary mail", "Subject: x\r\n\r\nAction: failed\r\n"],
  ["no mail at all", "\0\0\0"],
  [
    "a report without a part for machines",
    "Content-Type: multipart/report; boundary=B\r\n\r\n--B\r\n\r\nSorry\r\n--B--\r\n",
  ],
  [
    "a report of abuse",
    "Content-Type: multipart/report; boundary=B\r\n\r\n--B\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\n--B--\r\n",
  ],
])("%s is no report", (_name, text) => expect(readReport(Buffer.from(text))).toBeNull());

test("one whose part for machines is empty says nothing", () => {
  expect(readReport(report("delivery-status", ""))).toEqual({
    kind: "dsn",
    envelopeId: null,
    messageId: null,
    recipients: [],
  });
});

test("of very many recipients only the first are read", () => {
  const groups = "Final-Recipient: rfc822; x@mx.example\nAction: failed\n\n".repeat(2000);
  const bytes = report("delivery-status", `Reporting-MTA: dns; mx.example\n\n${groups}`);
  expect(readReport(bytes)!.recipients).toHaveLength(1000);
});

test("a report of empty lines alone, as large as a message may be, says nothing and costs no more than a look", () => {
  const nothing = Buffer.alloc(48_600_000, "CgoK").toString("latin1");
  const encoded = (type: string, body: string): string =>
    `--B\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}\r\n`;
  const head = 'Content-Type: multipart/report; boundary="B"\r\n\r\n';
  const empty = { kind: "dsn", envelopeId: null, messageId: null, recipients: [] };
  const status = encoded("message/delivery-status", nothing);
  expect(readReport(Buffer.from(`${head}${status}--B--\r\n`))).toEqual(empty);
  const returned = encoded("message/rfc822", nothing);
  const short = "--B\r\nContent-Type: message/delivery-status\r\n\r\n\r\n";
  expect(readReport(Buffer.from(`${head}${short}${returned}--B--\r\n`))).toEqual(empty);
});

test("what stands behind the limits of a report is not read", () => {
  const group = (lines: string): string =>
    `Reporting-MTA: dns; mx.example\n\n${lines}\nFinal-Recipient: rfc822; x@mx.example\nAction: failed`;
  const recipients = (lines: string): number =>
    readReport(report("delivery-status", group(lines)))!.recipients.length;
  expect(recipients("X-More: 1")).toBe(1);
  expect(recipients("X-More: 1\n".repeat(MAX_REPORT_FIELDS))).toBe(0);
  expect(recipients(`X-More: 1\n${"\n".repeat(MAX_REPORT_FIELDS)}`)).toBe(0);
  // A field that is too long is passed over, what follows is read.
  expect(recipients(`X-More: ${"1".repeat(MAX_REPORT_FIELD)}`)).toBe(1);
  expect(recipients(`X-More: ${"1".repeat(MAX_REPORT_OCTETS)}`)).toBe(0);
  const long = `Original-Recipient: rfc822; ${"y".repeat(MAX_REPORT_FIELD)}@mx.example`;
  const [only] = readReport(report("delivery-status", group(long)))!.recipients;
  expect(only!.address).toBe("x@mx.example");
});
