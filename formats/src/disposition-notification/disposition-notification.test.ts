import { expect, test } from "vitest";
import { readDispositionNotification, writeDispositionNotification } from "./index.ts";
import { MAX_EXTENSION_FIELDS, MAX_NOTIFICATION, MAX_NOTIFICATION_FIELD } from "./limits.ts";

const RECEIPT = [
  "Reporting-UA: joes-pc.cs.example.com;",
  "  Foomail 97.1",
  "Original-Recipient: rfc822;Joe@Example.com",
  "final-recipient: rfc822; joe_recipient@example.com",
  "Original-Message-ID: <199509192301.23456@example.org>",
  "Disposition: Manual-Action (by hand) / MDN-sent-Manually ; displayed/error,x-more",
  "Error: the first",
  "Error: the second",
  "X-Extension: a value",
  "Final-Recipient: rfc822; somebody@else.example",
].join("\r\n");

const READ = {
  reportingUA: "joes-pc.cs.example.com; Foomail 97.1",
  mdnGateway: null,
  originalRecipient: "rfc822;Joe@Example.com",
  finalRecipient: "rfc822; joe_recipient@example.com",
  originalMessageId: "<199509192301.23456@example.org>",
  disposition: {
    actionMode: "manual-action",
    sendingMode: "mdn-sent-manually",
    type: "displayed",
  },
  error: ["the first", "the second"],
  extensionFields: { "X-Extension": "a value" },
} as const;

test("a notification is read, whatever its letters' case, folding and comments", () => {
  expect(readDispositionNotification(RECEIPT)).toEqual(READ);
  expect(readDispositionNotification(`${RECEIPT}\n\nDisposition: x`)).toEqual(READ);
});

test("one that is written is the same when it is read", () => {
  const { error: _, mdnGateway: __, ...written } = READ;
  expect(readDispositionNotification(writeDispositionNotification(written))).toEqual({
    ...READ,
    error: null,
  });
  const hostile = writeDispositionNotification({
    ...written,
    reportingUA: "x\r\nDisposition: automatic-action/MDN-sent-automatically; deleted",
    extensionFields: { "Bad Name": "1", Disposition: "2", "a:b": "3", "X-Line": "1\r\n\r\n2" },
  });
  expect(readDispositionNotification(hostile)).toMatchObject({
    disposition: READ.disposition,
    extensionFields: { "X-Line": "1 2" },
  });
  expect(hostile.trimEnd().split("\r\n")).toHaveLength(6);
});

test.each([
  "",
  "Disposition",
  "Disposition: ",
  "Disposition: manual-action; displayed",
  "Disposition: manual-action/mdn-sent-manually",
  "Disposition: manual-action/mdn-sent-manually; read",
  "Disposition: ((((;",
  " Disposition: manual-action/mdn-sent-manually; displayed",
])("%j is none", (text) => expect(readDispositionNotification(text)).toBeNull());

test("what stands behind the limits is not read, and a thing of any size costs no more than a look", () => {
  const disposition = "Disposition: manual-action/mdn-sent-manually; displayed\n";
  const many = Array.from({ length: 500 }, (_, at) => `X-${at}: 1\nError: ${at}\n`).join("");
  const read = readDispositionNotification(disposition + many)!;
  expect(Object.keys(read.extensionFields!)).toHaveLength(MAX_EXTENSION_FIELDS);
  expect(read.error).toHaveLength(MAX_EXTENSION_FIELDS);
  const long = `Reporting-UA: ${"x".repeat(5000)}\n${disposition}`;
  expect(readDispositionNotification(long)!.reportingUA).toHaveLength(MAX_NOTIFICATION_FIELD);
  const behind = `X: ${"y".repeat(MAX_NOTIFICATION)}\n${disposition}`;
  expect(readDispositionNotification(behind)).toBeNull();
  for (const filling of ["(", ")", "\\", "\n", " \n", ":", "/;", "a:\n b\n", '"'])
    expect(
      readDispositionNotification(`Disposition: ${filling.repeat(10_000_000 / filling.length)}`),
    ).toBeNull();
});
