import { expect, test } from "vitest";
import { splitMbox, type FolderMessage } from "./mbox.ts";

async function split(
  text: string,
  options: { chunk?: number; maxSize?: number } = {},
): Promise<FolderMessage[]> {
  const bytes = Buffer.from(text);
  const { chunk = bytes.length || 1, maxSize = 10_000 } = options;
  async function* file() {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  return await Array.fromAsync(splitMbox(file(), maxSize));
}

const texts = (messages: FolderMessage[]): string[] =>
  messages.map(({ bytes }) => bytes.toString());

const TWO = `From ann@example.net Sat Nov 21 11:00:00 2026
Subject: one

first

From - Sun, no date here
>From the beginning
>>From further back

From bob@example.net Sun Nov 22 01:02:03 +0900 2026
Subject: two

second
`;

test("messages are split at dated separators, unquoted, and get CRLF", async () => {
  const messages = await split(TWO);
  expect(texts(messages)).toEqual([
    "Subject: one\r\n\r\nfirst\r\n\r\nFrom - Sun, no date here\r\nFrom the beginning\r\n>From further back\r\n",
    "Subject: two\r\n\r\nsecond\r\n",
  ]);
  expect(messages.map(({ time }) => time?.toISOString())).toEqual([
    "2026-11-21T11:00:00.000Z",
    "2026-11-21T16:02:03.000Z",
  ]);
});

test("how the file is cut into pieces makes no difference, and CRLF in it none either", async () => {
  const expected = texts(await split(TWO));
  for (const chunk of [1, 2, 3, 7, 64])
    expect(texts(await split(TWO, { chunk }))).toEqual(expected);
  expect(texts(await split(TWO.replaceAll("\n", "\r\n"), { chunk: 5 }))).toEqual(expected);
});

test("a file whose separators have no dates is split at each of them", async () => {
  expect(texts(await split("From \nA: 1\n\nx\n\nFrom \nA: 2\n\ny\n"))).toEqual([
    "A: 1\r\n\r\nx\r\n",
    "A: 2\r\n\r\ny\r\n",
  ]);
});

test("a separator has to follow an empty line", async () => {
  expect(
    await split(
      "From a Sat Nov 21 11:00:00 2026\nA: 1\n\ntext\nFrom b Sat Nov 21 11:00:00 2026\nmore\n",
    ),
  ).toHaveLength(1);
});

test("Gmail's and Thunderbird's separators are understood", async () => {
  const [gmail] = await split("From 1715@xxx Sat Nov 21 11:00:00 +0000 2026\nA: 1\n\nx\n");
  expect(gmail!.time?.toISOString()).toBe("2026-11-21T11:00:00.000Z");
  const [bird] = await split("From - Sat Nov  1 11:00:00 2026\nA: 1\n\nx\n");
  expect(bird!.time?.toISOString()).toBe("2026-11-01T11:00:00.000Z");
});

test("a message that is too large is named and not kept, and the next one is found", async () => {
  const big = `From a Sat Nov 21 11:00:00 2026\nA: 1\n\n${"x".repeat(70)}\n\n`;
  const messages = await split(`${big}From b Sat Nov 21 11:00:00 2026\nA: 2\n\ny\n`, {
    maxSize: 50,
  });
  expect(messages.map(({ tooLarge, bytes }) => [tooLarge, bytes.toString()])).toEqual([
    [true, ""],
    [false, "A: 2\r\n\r\ny\r\n"],
  ]);
});

test("an empty file has no messages, and one without any separator is one message", async () => {
  expect(await split("")).toEqual([]);
  expect(await split("\n\n")).toEqual([]);
  expect(texts(await split("Subject: alone\n\nx"))).toEqual(["Subject: alone\r\n\r\nx\r\n"]);
});
