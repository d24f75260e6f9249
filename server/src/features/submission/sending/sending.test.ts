import { expect, test } from "vitest";
import { withWholeLineEnds } from "./line-ends.ts";
import { outgoingHeader } from "./outgoing-header.ts";
import { headerAddresses } from "./sender-fields.ts";

const MADE = { id: "s1", domain: "demo.test", date: new Date("2026-03-02T09:00:00Z") };
const bytes = (...lines: string[]): Buffer => Buffer.from(`${lines.join("\r\n")}\r\n\r\n`);

test("what is complete leaves as the very same bytes", () => {
  const header = bytes("From: a@b.test", "date: now", "MESSAGE-ID: <x@y>", "Subject: Bcc: x");
  expect(outgoingHeader(header, MADE)).toBe(header);
});

test("hidden recipients and the marks of an arrival stay here, whole fields of them", () => {
  const header = bytes(
    "Return-Path: <x@y.test>",
    "Delivered-To: bob@demo.test",
    "Received: from x",
    "From: a@b.test",
    "bcc : one@x.test,",
    " two@x.test,",
    "\tthree@x.test",
    "Date: now",
    "Resent-Bcc: four@x.test",
    "Message-ID: <x@y>",
    "X-Bcc: kept",
  );
  expect(String(outgoingHeader(header, MADE))).toBe(
    String(
      bytes("Received: from x", "From: a@b.test", "Date: now", "Message-ID: <x@y>", "X-Bcc: kept"),
    ),
  );
});

test("Date and Message-ID are added where they are missing", () => {
  expect(String(outgoingHeader(bytes("From: a@b.test"), MADE))).toBe(
    "Date: Mon, 02 Mar 2026 09:00:00 +0000\r\nMessage-ID: <s1@demo.test>\r\nFrom: a@b.test\r\n\r\n",
  );
});

test.each([
  ["a\r\nb\r\n", "a\r\nb\r\n"],
  ["a\nb\rc\r\r\n\n", "a\r\nb\r\nc\r\n\r\n\r\n"],
  ["\r", "\r\n"],
  ["\r\r", "\r\n\r\n"],
  ["é\n\u0000\xff", "é\r\n\u0000\xff"],
  ["", ""],
])("line ends of %j are whole, however it is cut", async (text, expected) => {
  const all = Buffer.from(text);
  for (const size of [1, 2, 3, 100]) {
    async function* pieces() {
      for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
    }
    let changes = 0;
    const passed = Buffer.concat(
      await Array.fromAsync(withWholeLineEnds(pieces(), () => (changes += 1))),
    );
    expect(passed.toString()).toBe(expected);
    expect(changes > 0).toBe(text !== expected);
  }
});

test("who sends is read from the one field that may say so", () => {
  expect(
    headerAddresses(bytes("From: =?utf-8?q?carol@demo.test?= <a@b.test>", "To: c@d, Team: e@f;;")),
  ).toEqual({ from: ["a@b.test"], sender: [], recipients: ["c@d", "e@f"], invalid: [] });
  for (const [lines, invalid] of [
    [["To: a@b.test"], ["from"]],
    [["From: "], ["from"]],
    [["From: a@b.test", "FROM : c@d.test"], ["from"]],
    [["From : c@d.test", "From: a@b.test"], ["from"]],
    [["From: <a@b.test> <c@d.test>"], ["from"]],
    [["From: c@d.test <a@b.test>"], ["from"]],
    [["From: a@b.test", "Sender: <a@b.test> <c@d.test>"], ["sender"]],
    [["From: a@b.test", "Sender: a@b.test, c@d.test"], ["sender"]],
    [["From: a@b.test", "Sender: a@b.test", "Sender: c@d.test"], ["sender"]],
  ] as const)
    expect(headerAddresses(bytes(...lines)).invalid).toEqual(invalid);
});

test("a From behind more fields than are read is not overlooked", () => {
  const many = Array.from({ length: 20_000 }, (_, n) => `X-${n}: x`);
  const { invalid } = headerAddresses(bytes("From: a@b.test", ...many, "From: c@d.test"));
  expect(invalid).not.toEqual([]);
});
