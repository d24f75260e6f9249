import { expect, test } from "vitest";
import { spool } from "./spool.ts";

async function spooled(text: string, size: number): Promise<{ header: string; body: string }> {
  async function* pieces() {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const message = await spool(pieces());
  expect(message.size).toBe(text.length);
  const body = Buffer.concat(await Array.fromAsync(message.body())).toString();
  await message.release();
  return { header: message.header.toString(), body };
}

test.each([
  ["A: b\r\nC: d\r\n\r\n", "body\r\n\r\nmore\r\n"],
  ["\r\n", "\r\nno header\r\n"],
  ["A: b\r\n\r\n", ""],
  ["A: b\r\n", ""],
  ["", ""],
  [`A: ${"b".repeat(3000)}\r\n\r\n`, "c".repeat(300_000)],
])("the header %.20j ends where it ends, however the message is cut", async (header, body) => {
  for (const size of [1, 2, 3, 7, 1000, 1_000_000])
    expect(await spooled(header + body, size)).toEqual({ header, body });
});

test("a header in very many pieces is read in no time", async () => {
  const header = `A: ${"b".repeat(900_000)}\r\n\r\n`;
  expect((await spooled(header, 5)).header).toBe(header);
});
