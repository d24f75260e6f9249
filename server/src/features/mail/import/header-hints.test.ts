import { expect, test } from "vitest";
import { readHints } from "./header-hints.ts";

const hints = (...fields: string[]) =>
  readHints(Buffer.from(`${fields.join("\r\n")}\r\n\r\nStatus: in the body\r\n`));

test.each([
  [
    ["Status: RO", "X-Status: AF"],
    ["$seen", "$answered", "$flagged"],
  ],
  [["Status: O"], []],
  [["X-Mozilla-Status: 0001"], ["$seen"]],
  [["X-Mozilla-Status: 0007"], ["$seen", "$answered", "$flagged"]],
  [["X-Gmail-Labels: Inbox,Starred"], ["$seen", "$flagged"]],
  [["X-Gmail-Labels: Inbox,Unread"], []],
  [["Subject: nothing"], []],
] as const)("%j says %j", (fields, keywords) =>
  expect(hints(...fields).keywords).toEqual(keywords),
);

test("the time is that of the newest Received, then the Date, then none", () => {
  const received = "Received: from a\r\n\tby b; Sat, 21 Nov 2026 12:00:00 +0100 (CET)";
  expect(hints(received, "Date: Fri, 20 Nov 2026 12:00:00 +0000").time?.toISOString()).toBe(
    "2026-11-21T11:00:00.000Z",
  );
  expect(hints("Date: Fri, 20 Nov 2026 12:00:00 +0000").time?.toISOString()).toBe(
    "2026-11-20T12:00:00.000Z",
  );
  expect(hints("Date: yesterday").time).toBeNull();
});

test("what Thunderbird has deleted is recognised, and what is no mail", () => {
  expect(hints("X-Mozilla-Status: 0009").deleted).toBe(true);
  expect(hints("X-Mozilla-Status: 0001").deleted).toBe(false);
  expect(readHints(Buffer.from("PK\u0003\u0004 a zip file")).isMail).toBe(false);
});
