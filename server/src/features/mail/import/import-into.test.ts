import { beforeAll, expect, test } from "vitest";
import { makeDemo, storedMail, testSuite, type TestSuite } from "../../../testing/organisation.ts";
import { importInto, type ImportProgress, type ImportReport } from "./import-into.ts";

let suite: TestSuite;
let accountId: string;

beforeAll(async () => {
  suite = await testSuite();
  ({ accountId } = (await makeDemo(suite, "bob")).bob);
});

async function* bytes(text: string) {
  yield Buffer.from(text);
}

const folder = (
  text: string,
  options: Parameters<typeof importInto>[3] = {},
): Promise<ImportReport> =>
  importInto(suite.engine, accountId, { kind: "mbox", bytes: bytes(text) }, options);

const message = (subject: string, more = ""): string =>
  `From a Sat Nov 21 11:00:00 2026\nSubject: ${subject}\n${more}\ntext of ${subject}\n\n`;

test("a mail folder lands in a mailbox that is made for it, with its times and states", async () => {
  const progress: ImportProgress[] = [];
  const text = message("one", "Status: RO\n") + message("two", "X-Status: F\n");
  const report = await folder(text, {
    mailbox: "Old mail/2026",
    onProgress: (so) => progress.push(so),
  });
  expect(report).toEqual({ imported: 2, skipped: 0, left: [] });
  expect(progress.at(-1)).toEqual({ read: text.length, imported: 2, skipped: 0 });
  const stored = (await storedMail(suite, accountId)).filter(({ mailbox }) => mailbox === "2026");
  expect(stored).toMatchObject([
    { subject: "one", keywords: ["$seen"], receivedAt: new Date("2026-11-21T11:00:00Z") },
    { subject: "two", keywords: ["$flagged"] },
  ]);
  expect(stored[0]!.text).toBe("Subject: one\r\nStatus: RO\r\n\r\ntext of one\r\n");
});

test("run again it brings nothing twice, and goes on with what is new", async () => {
  await folder(message("again 1") + message("again 2"));
  expect(await folder(message("again 1") + message("again 2") + message("again 3"))).toEqual({
    imported: 1,
    skipped: 2,
    left: [],
  });
});

test("what cannot be brought is named by its place, and the rest comes all the same", async () => {
  const text =
    message("good 1") +
    message("big", `X: ${"x".repeat(400)}\n`) +
    message("gone", "X-Mozilla-Status: 0008\n") +
    "From a Sat Nov 21 11:00:00 2026\n\n\n" +
    message("good 2");
  expect(await folder(text, { maxSize: 300 })).toEqual({
    imported: 2,
    skipped: 0,
    left: [
      { position: 2, reason: "tooLarge" },
      { position: 3, reason: "deleted" },
      { position: 4, reason: "empty" },
    ],
  });
});

test("a single file is one message, at the time of its header or of the file", async () => {
  const eml = (text: string, time?: Date): Promise<ImportReport> =>
    importInto(
      suite.engine,
      accountId,
      { kind: "eml", bytes: bytes(text), ...(time ? { time } : {}) },
      { mailbox: "archive" },
    );
  expect(
    await eml("Subject: dated\nDate: Fri, 20 Nov 2026 12:00:00 +0000\n\nFrom here on\n"),
  ).toMatchObject({ imported: 1 });
  expect(await eml("Subject: undated\n\nx\n", new Date("2020-01-02T03:04:05Z"))).toMatchObject({
    imported: 1,
  });
  expect(await eml("\u0000\u0001 not a mail")).toEqual({
    imported: 0,
    skipped: 0,
    left: [{ position: 1, reason: "notMail" }],
  });
  const stored = (await storedMail(suite, accountId)).filter(({ role }) => role === "archive");
  expect(stored.map(({ subject, receivedAt }) => [subject, receivedAt.toISOString()])).toEqual([
    ["undated", "2020-01-02T03:04:05.000Z"],
    ["dated", "2026-11-20T12:00:00.000Z"],
  ]);
  expect(stored[1]!.text.endsWith("\r\n\r\nFrom here on\r\n")).toBe(true);
});
