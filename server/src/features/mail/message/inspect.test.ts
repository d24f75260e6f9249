import { expect, test } from "vitest";
import { inspected, RefusedMessage } from "./inspect.ts";

const RULES = { maxSize: 1000, maxReceived: 2, ownAddresses: new Set(["bob@demo.test"]) };

async function pass(text: string, chunk = 1): Promise<string> {
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  try {
    return Buffer.concat(await Array.fromAsync(inspected(pieces(), RULES))).toString();
  } catch (error) {
    if (error instanceof RefusedMessage) return error.fault;
    throw error;
  }
}

const cuts = [1, 2, 3, 1000];

test.each(["", "A: 1\r\n\r\nx\r\n", "\r\n\r\n", "A: 1\r\n", "x"])(
  "%j passes unchanged, however it is cut",
  async (text) => {
    for (const chunk of cuts) expect(await pass(text, chunk)).toBe(text);
  },
);

test.each(["\n", "\r", "a\nb", "a\rb", "a\r\n\n", "\r\r\n", "a\r\n\rb", "a\n\r", "a\r"])(
  "%j has a line end that is none",
  async (text) => {
    for (const chunk of cuts) expect(await pass(text, chunk)).toBe("bareNewline");
  },
);

test("hops are counted in the header alone", async () => {
  const hop = "Received: from a\r\n by b; now\r\n";
  for (const chunk of cuts) {
    expect(await pass(`${hop.repeat(2)}\r\n${hop.repeat(9)}`, chunk)).not.toBe("loop");
    expect(await pass(`${hop}received : x\r\n${hop}\r\n`, chunk)).toBe("loop");
  }
});

test("a message that has been delivered to this address comes back in a loop", async () => {
  for (const chunk of cuts) {
    expect(await pass("delivered-to:  BOB@demo.test \r\n\r\n", chunk)).toBe("loop");
    expect(await pass("Delivered-To: carol@demo.test\r\n\r\n", chunk)).not.toBe("loop");
  }
});

test("a byte too many is too large", async () => {
  expect(await pass("x".repeat(1000), 7)).toHaveLength(1000);
  expect(await pass("x".repeat(1001), 7)).toBe("tooLarge");
});
