import { allParts, decodeBody, parseMessage } from "@atrium/formats/mime";
import { expect, test } from "vitest";
import { inSevenBits } from "./seven-bits.ts";

const message = (lines: readonly string[]): Buffer => Buffer.from(lines.join("\r\n"));

const MIXED = message([
  "Subject: x",
  "MIME-Version: 1.0",
  "Content-Type: multipart/mixed; boundary=a",
  "Content-Transfer-Encoding: 8bit",
  "",
  "--a",
  "Content-Type: text/plain; charset=utf-8",
  "Content-Transfer-Encoding: 8bit",
  "",
  "Grüße",
  "--a",
  "",
  "ASCII",
  "--a",
  "Content-Type: message/rfc822",
  "",
  "Subject: inner",
  "MIME-Version: 1.0",
  "Content-Type: text/html; charset=utf-8",
  "",
  "<p>ß</p>",
  "--a--",
  "",
]);

test("every body with more than seven bits is put into base64, at any depth", () => {
  const bytes = inSevenBits(MIXED)!;
  expect(bytes.every((octet) => octet < 0x80)).toBe(true);
  const before = parseMessage(MIXED);
  const after = parseMessage(bytes);
  expect(allParts(after.root).map(({ type }) => type)).toEqual(
    allParts(before.root).map(({ type }) => type),
  );
  const [first, second, third] = after.root.children!;
  expect(Buffer.from(decodeBody(bytes, first!)).toString()).toBe("Grüße");
  expect(second!.encoding).toBe("identity");
  const inner = parseMessage(bytes, { start: third!.start, end: third!.end });
  expect(Buffer.from(decodeBody(bytes, inner.root)).toString()).toBe("<p>ß</p>");
});

test("text from before MIME becomes MIME", () => {
  const bytes = inSevenBits(message(["Subject: x", "", "Grüße", ""]))!;
  expect(bytes.toString()).toBe(
    message([
      "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=unknown-8bit",
      "Content-Transfer-Encoding: base64",
      "Subject: x",
      "",
      Buffer.from("Grüße\r\n").toString("base64"),
      "",
    ]).toString(),
  );
});

test("what is signed, and what hides eight bits in an inner header, stays as it is", () => {
  const signed = MIXED.toString().replace("multipart/mixed", "multipart/signed");
  expect(inSevenBits(Buffer.from(signed))).toBeNull();
  const header = MIXED.toString().replace("Subject: inner", "Subject: ß");
  expect(inSevenBits(Buffer.from(header))).toBeNull();
});
