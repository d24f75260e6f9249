import { expect, test } from "vitest";
import { decodePieces, decodeTransfer } from "./index.ts";
import { decodedLength } from "./transfer.ts";

/** Numbers that look like chance and are the same each time. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

async function inPieces(
  bytes: Uint8Array,
  encoding: "base64" | "quoted-printable",
  next: () => number,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + Math.floor(next() * 9);
    pieces.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat(await Array.fromAsync(decodePieces(pieces, encoding)));
}

const SIGNS = {
  base64: ["QUJD", "R", "S", "==", "=", "\r\n", "\n", " ", "AB", "\t", "Zm9v", "aGVsbG8="],
  "quoted-printable": [
    "=",
    "=3D",
    "=e",
    "=\r\n",
    "= \n",
    "x",
    "  ",
    "\t",
    "\r\n",
    "\n",
    "\r",
    "=4",
  ],
};

test.each(["base64", "quoted-printable"] as const)(
  "%s decodes in pieces to what it decodes to as a whole, and is known to be as long",
  async (encoding) => {
    const next = createRandom(7);
    for (let round = 0; round < 3000; round += 1) {
      const signs = round % 3 === 0 ? [...SIGNS[encoding], "-", "ä"] : SIGNS[encoding];
      const text = Array.from(
        { length: Math.floor(next() * 30) },
        () => signs[Math.floor(next() * signs.length)]!,
      ).join("");
      const bytes = Buffer.from(text);
      const whole = Buffer.from(decodeTransfer(bytes, encoding));
      const pieces = await inPieces(bytes, encoding, next);
      expect(pieces.toString("latin1"), JSON.stringify(text)).toBe(whole.toString("latin1"));
      expect(decodedLength(bytes, encoding), JSON.stringify(text)).toBe(whole.length);
    }
  },
);

test.each([
  ["base64", "QUJD".repeat(100_000), "ABC".repeat(100_000)],
  ["quoted-printable", "a=3D=20b ".repeat(100_000), "a= b ".repeat(100_000)],
] as const)("a line of %s without an end is not waited for", async (encoding, text, expected) => {
  const pieces = Array.from({ length: Math.ceil(text.length / 1000) }, (_, index) =>
    Buffer.from(text.slice(index * 1000, index * 1000 + 1000)),
  );
  const decoded = await Array.fromAsync(decodePieces(pieces, encoding));
  expect(Math.max(...decoded.map(({ length }) => length))).toBeLessThan(70_000);
  expect(Buffer.concat(decoded).toString()).toBe(expected);
});
