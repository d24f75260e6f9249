import { expect, test } from "vitest";
import { BadReply, createReplyReader } from "./replies.ts";
import { unitext, unitextAsAscii, xtext } from "./xtext.ts";

/** Reads bytes in pieces of every size. */
function read(text: string): string[] {
  const bytes = Buffer.from(text);
  const results = [1, 2, 7, 1000].map((size) => {
    const reader = createReplyReader();
    const replies = [];
    for (let at = 0; at < bytes.length; at += size)
      replies.push(...reader.read(bytes.subarray(at, at + size)));
    return replies.map((reply) => `${reply.text} (${reply.status})`);
  });
  for (const result of results) expect(result).toEqual(results[0]);
  return results[0]!;
}

test.each([
  ["250 2.1.0 OK\r\n", ["250 2.1.0 OK (2.1.0)"]],
  ["250\r\n", ["250 (2.0.0)"]],
  ["550 No\r\n", ["550 No (5.0.0)"]],
  ["250-one\r\n250-two\r\n250 three\r\n", ["250 one two three (2.0.0)"]],
  ["550-5.7.1 No,\r\n550 5.7.1 never\r\n", ["550 5.7.1 No, never (5.7.1)"]],
  // Of another class than the code: it means nothing.
  ["450 5.1.1 Later\r\n", ["450 5.1.1 Later (4.0.0)"]],
  ["250 a\r\n354 b\r\n", ["250 a (2.0.0)", "354 b (3.0.0)"]],
  ["250 lone line feeds\n", ["250 lone line feeds (2.0.0)"]],
  ["550 말\0\u001b[31m 안 됨\r\n", ["550 말 [31m 안 됨 (5.0.0)"]],
])("%j", (text, replies) => {
  expect(read(text)).toEqual(replies);
});

test.each([
  "HTTP/1.1 400 Bad Request\r\n",
  "25 short\r\n",
  "250-a\r\n550 b\r\n",
  "999 high\r\n",
  "x".repeat(5000),
  `250 ${"x".repeat(5000)}\r\n`,
  "250-x\r\n".repeat(20_000),
])("%.40j is no reply", (text) => {
  expect(() => createReplyReader().read(Buffer.from(text))).toThrow(BadReply);
});

test("values of parameters are encoded as RFC 3461 and RFC 6533 say", () => {
  expect(xtext("a+b=c d")).toBe("a+2Bb+3Dc+20d");
  expect(xtext("é")).toBe("+C3+A9");
  expect(unitext("지민 a\\b")).toBe("지민\\x{20}a\\x{5C}b");
  expect(unitextAsAscii("지a")).toBe("\\x{C9C0}a");
});
