import {
  ACTION_MODES,
  DISPOSITION_TYPES,
  readDispositionNotification,
  SENDING_MODES,
  writeDispositionNotification,
} from "@atrium/formats/disposition-notification";
import { expect, test } from "vitest";
import {
  MAX_EXTENSION_FIELDS,
  MAX_NOTIFICATION_FIELD,
} from "../../../formats/src/disposition-notification/limits.ts";
import { IS_WHOLE } from "../../../formats/src/testing/whole.ts";
import { parseMdn } from "../../../server/src/features/submission/mdn/parse-mdn.ts";
import { readMdnRequest } from "../../../server/src/features/submission/mdn/request.ts";
import { choiceOf, type Choice } from "../choice.ts";

const SEED = 1;
const COUNT = IS_WHOLE ? 4000 : 1000;

const LINES = [
  "Reporting-UA: a.example; B 1",
  "MDN-Gateway: dns; gate.example",
  "Original-Recipient: rfc822;Ann@x.example",
  "Final-Recipient: rfc822; ann@x.example",
  "Original-Message-ID: <one@x.example>",
  "Disposition: manual-action/MDN-sent-manually; displayed",
  "Disposition: AUTOMATIC-ACTION / mdn-sent-automatically (x(y)) ;deleted/error",
  "Disposition: manual-action/mdn-sent-manually; displayed; deleted",
  "Disposition: (((((((",
  "Disposition: \\(manual-action/mdn-sent-manually;processed",
  "Error: broken",
  "X-More: 1",
  "__proto__: 1",
  "constructor: 2",
  ": nothing",
  " folded on",
  "\tfolded on",
  "",
  "\u0000\u0007\u2028",
  `X-Long: ${"x".repeat(5000)}`,
];
/** The fields of a message that asks for a receipt. */
const ASKING = [
  "Disposition-Notification-To: Ann <ann@x.example>",
  "Disposition-Notification-To: ann@x.example, eve@x.example, =?utf-8?q?x?= <x@x.example>",
  "Disposition-Notification-To: a@x.example; group: b@x.example;",
  'Disposition-Notification-To: "ann\r\n x"@x.example',
  "Disposition-Notification-Options: sign = required , rsa",
  "Return-Path: <ann@x.example>",
  "Return-Path: <>",
  "Original-Recipient: rfc822;Ann@x.example\r\n\tBcc: eve@x.example",
  "Message-ID: <a\u0000b@x.example>",
  "References: <one@x.example> <two@x.example> junk",
  "Subject: =?utf-8?b?7J2M?=",
  "Content-Type: multipart/report; boundary=B",
];

/** Lines one after another, some of them cut, doubled or spoiled. */
function fuzzed(lines: readonly string[], choice: Choice): string {
  const all = Array.from({ length: choice.size(60) + 1 }, () => {
    const line = choice.of(lines);
    if (choice.oneIn(6)) return line.slice(choice.below(line.length + 1));
    if (choice.oneIn(8)) return line.repeat(choice.size(50) + 1);
    if (choice.oneIn(8)) return line.replace(/./, () => String.fromCharCode(choice.below(0xffff)));
    return line;
  });
  return all.join(choice.of(["\r\n", "\n", "\r\n"]));
}

test("whatever a receipt holds, it is read within its limits, and what is written of it is the same again", () => {
  let read = 0;
  for (let index = 0; index < COUNT; index += 1) {
    const text = fuzzed(LINES, choiceOf(SEED, 0, index));
    const found = readDispositionNotification(text);
    if (found === null) continue;
    read += 1;
    const { mdnGateway: _, error, ...more } = found;
    const { disposition, extensionFields } = found;
    expect(ACTION_MODES).toContain(disposition.actionMode);
    expect(SENDING_MODES).toContain(disposition.sendingMode);
    expect(DISPOSITION_TYPES).toContain(disposition.type);
    expect(error?.length ?? 0).toBeLessThanOrEqual(MAX_EXTENSION_FIELDS);
    const values = [...(error ?? []), ...Object.values(extensionFields ?? {})];
    expect(Math.max(0, ...values.map((value) => value.length))).toBeLessThanOrEqual(
      MAX_NOTIFICATION_FIELD,
    );
    const written = writeDispositionNotification(more);
    expect(written.replaceAll("\r\n", "")).not.toMatch(/\p{Cc}/u);
    expect(readDispositionNotification(written)?.disposition).toEqual(disposition);
  }
  expect(read).toBeGreaterThan(COUNT / 5);
});

test("whatever a message asks for, receipts go to few addresses, each in one line", () => {
  let asked = 0;
  for (let index = 0; index < COUNT; index += 1) {
    const header = Buffer.from(`${fuzzed(ASKING, choiceOf(SEED, 1, index))}\r\n\r\n`);
    const request = readMdnRequest(header);
    if (request === null) continue;
    asked += 1;
    expect(request.to.length).toBeLessThanOrEqual(5);
    for (const { email } of request.to)
      expect(email).toMatch(/^[^\p{Cc}<>]{1,255}@[^\s\p{Cc}<>]{1,255}$/u);
  }
  expect(asked).toBeGreaterThan(50);
});

test("whatever surrounds a receipt, parsing it ends and throws nothing", () => {
  let parsed = 0;
  for (let index = 0; index < COUNT; index += 1) {
    const choice = choiceOf(SEED, 2, index);
    const type = choice.of(["", "global-"]);
    const parts = [
      `Content-Type: text/plain${choice.of(["", "; charset=utf-8", "; charset=iso-2022-kr"])}\r\n\r\nOpened.`,
      `Content-Type: message/${type}disposition-notification\r\n${choice.of(["", "Content-Transfer-Encoding: base64\r\n", "Content-Transfer-Encoding: quoted-printable\r\n"])}\r\n${fuzzed(LINES, choice)}`,
      "Content-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\ny",
    ];
    const text = `Subject: Read\r\nContent-Type: multipart/report; boundary=B\r\n\r\n${parts
      .slice(choice.below(2))
      .map((part) => `--B\r\n${part}\r\n`)
      .join("")}--B--`;
    if (parseMdn(Buffer.from(text)) !== null) parsed += 1;
  }
  expect(parsed).toBeGreaterThan(COUNT / 20);
});
