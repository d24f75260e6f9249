import { expect, test } from "vitest";
import { messageIdIn, readDeliveryStatus } from "./index.ts";
import { MAX_REPORTED } from "./limits.ts";

const REPORT = [
  "Reporting-MTA: dns; mx.demo.test",
  "Arrival-Date: Tue, 24 Nov 2026 09:00:00 +0000",
  "",
  "Original-Recipient: rfc822;Ann@Shop.example",
  "Final-Recipient: RFC822; <ann@inner.example>",
  "Action: failed (for good)",
  "Status: 5.1.1 (no such user)",
  "Diagnostic-Code: smtp; 550 5.1.1 <ann@inner.example>:",
  "  No such user",
  "",
  "final-recipient: utf-8; \\x{D55C}@shop.example",
  "action: Delayed",
  "status: soon",
  "",
].join("\r\n");

test("each recipient's group is read, whatever its letters' case and its folding", () => {
  expect(readDeliveryStatus(REPORT)).toEqual([
    {
      address: "ann@inner.example",
      original: "Ann@Shop.example",
      action: "failed",
      status: "5.1.1",
      said: "550 5.1.1 <ann@inner.example>: No such user",
    },
    { address: "한@shop.example", original: undefined, action: "delayed", status: "", said: "" },
  ]);
});

test("what is no report says nothing, and a report without end is cut", () => {
  for (const text of ["", "\n\n\n", "Action: failed", ": x\n\n;", "Final-Recipient\n\nAction"])
    expect(readDeliveryStatus(text)).toEqual([]);
  const group = "Final-Recipient: rfc822; a@x.example\nAction: failed\n\n";
  expect(readDeliveryStatus(group.repeat(5000))).toHaveLength(MAX_REPORTED);
  expect(
    readDeliveryStatus("Final-Recipient: utf-8; \\x{110000}\\x{D800}\nAction: failed"),
  ).toEqual([
    {
      address: "\\x{110000}\\x{D800}",
      original: undefined,
      action: "failed",
      status: "",
      said: "",
    },
  ]);
});

test("the message that it is about is found by the id in its header alone", () => {
  expect(messageIdIn("Subject: x\r\nMessage-Id:\r\n <a.b@demo.test>\r\n\r\nText")).toBe(
    "a.b@demo.test",
  );
  expect(messageIdIn("Subject: x\n\nMessage-ID: <late@x.example>")).toBeUndefined();
});
