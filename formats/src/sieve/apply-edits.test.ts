import { expect, it, test } from "vitest";
import { asText, parseMessage } from "../mime/index.ts";
import { applyEdits, compileScript, runScript } from "./index.ts";

const MESSAGE = `Received: from a
Subject: Old
X-Kind: a
x-kind: b
To: bob@example.com

Body
X-Kind: not a field
`.replaceAll("\n", "\r\n");

/** The message that is kept by a script. */
function edited(script: string, text = MESSAGE): string {
  const bytes = new TextEncoder().encode(text);
  const message = parseMessage(bytes);
  const { filed } = runScript(
    compileScript(`require ["editheader", "index", "variables"]; ${script}`),
    {
      message,
      size: bytes.length,
      envelope: { from: "", to: "bob@example.com" },
      now: new Date(),
      timeZone: "UTC",
      mailboxes: { exists: () => false, existsId: () => false, hasUse: () => false },
      scripts: new Map(),
      seen: new Map(),
    },
  );
  const edits = filed[0]?.edits;
  return edits ? new TextDecoder().decode(applyEdits(message, edits)) : text;
}

test.each<[script: string, before: string, after: string]>([
  [
    'addheader "X-New" "1"; addheader "X-Newer" "2";',
    "Received:",
    "X-Newer: 2\r\nX-New: 1\r\nReceived:",
  ],
  [
    'addheader :last "X-New" "1"; addheader :last "X-Newer" "2";',
    "\r\n\r\nBody",
    "\r\nX-New: 1\r\nX-Newer: 2\r\n\r\nBody",
  ],
  ['deleteheader "X-Kind";', "X-Kind: a\r\nx-kind: b\r\n", ""],
  ['deleteheader :index 1 "X-KIND";', "X-Kind: a\r\n", ""],
  [
    'deleteheader "subject"; addheader "Subject" "New";',
    "Received: from a\r\nSubject: Old\r\n",
    "Subject: New\r\nReceived: from a\r\n",
  ],
  [
    'addheader "Reply-To" "Ann <ann@example.org>";',
    "Received:",
    "Reply-To: Ann <ann@example.org>\r\nReceived:",
  ],
  ['addheader "X-Encoded" "=?utf-8?q?a?=";', "Received:", "X-Encoded: =?utf-8?q?a?=\r\nReceived:"],
  ['addheader "X-Empty" "";', "Received:", "X-Empty: \r\nReceived:"],
])("%s changes the header and nothing else", (script, before, after) => {
  expect(edited(script)).toBe(MESSAGE.replace(before, after));
});

it("encodes and folds what is not ASCII or too long", () => {
  for (const value of [
    "회의 안내 ".repeat(40).trim(),
    "word ".repeat(300).trim(),
    "x".repeat(2000),
  ]) {
    const text = edited(`addheader "X-New" "${value}";`);
    expect(text.split("\r\n").every((line) => line.length <= 998 && /^[\t -~]*$/.test(line))).toBe(
      true,
    );
    const { bytes, headers } = parseMessage(new TextEncoder().encode(text));
    expect(headers[0]?.name).toBe("X-New");
    expect(asText(bytes, headers[0]!)).toBe(value);
    expect(text.endsWith(MESSAGE)).toBe(true);
  }
});

test.each(["Subject: a", "Subject: a\r\n", "", "\r\n", "\r\nBody", "Subject: a\n\nBody\n"])(
  "%j keeps its body, whatever its header lacks",
  (text) => {
    const { headers, root, bytes } = parseMessage(
      new TextEncoder().encode(
        edited('addheader :last "X-New" "1"; addheader "X-First" "2";', text),
      ),
    );
    const before = parseMessage(new TextEncoder().encode(text));
    expect(headers.map(({ name }) => name)).toEqual([
      "X-First",
      ...before.headers.map(({ name }) => name),
      "X-New",
    ]);
    expect(new TextDecoder().decode(bytes.subarray(root.start))).toBe(
      new TextDecoder().decode(before.bytes.subarray(before.root.start)),
    );
  },
);
