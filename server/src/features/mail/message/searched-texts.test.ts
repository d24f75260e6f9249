import { expect, it } from "vitest";
import { LIMITS, parseMessage } from "@atrium/formats/mime";
import { IS_WHOLE } from "../../../../../formats/src/testing/whole.ts";
import { prepareMessage } from "./message.ts";
import { MAX_INDEXED_TEXT, MAX_SEARCHED_OCTETS } from "../limits.ts";
import { searchedTexts } from "./searched-texts.ts";

const textsOf = (message: string | Buffer): string[] =>
  Array.from(searchedTexts(parseMessage(Buffer.from(message as string))), ({ text }) =>
    text.trim(),
  );

const mixed = (boundary: string, parts: readonly string[]): string =>
  `Content-Type: multipart/mixed; boundary=${boundary}\r\n\r\n${parts
    .map((part) => `--${boundary}\r\n${part}\r\n`)
    .join("")}--${boundary}--`;

const text = (type: string, body: string): string =>
  `Content-Type: ${type}\r\nContent-Disposition: attachment\r\n\r\n${body}`;

it("the body stands first, then its other form, names and what is attached", () => {
  const alternative =
    "Content-Type: multipart/alternative; boundary=a\r\n\r\n--a\r\n\r\nplain\r\n--a\r\nContent-Type: text/html\r\n\r\n<p>html\r\n--a--";
  const file = 'Content-Type: text/csv; name="file.csv"\r\n\r\none,two';
  const forwarded =
    "Content-Type: message/rfc822\r\n\r\nSubject: inner\r\nFrom: Ann <ann@demo.test>\r\n\r\nsaid";
  const message = parseMessage(Buffer.from(mixed("m", [forwarded, alternative, file])));
  expect([...searchedTexts(message)]).toEqual([
    { text: "plain\n", variantOf: null },
    { text: "html\n", variantOf: "plain\n" },
    { text: "file.csv", variantOf: null },
    { text: "inner", variantOf: null },
    { text: "Ann ann@demo.test", variantOf: null },
    { text: "said\n", variantOf: null },
    { text: "one,two", variantOf: null },
  ]);
});

it("of messages within messages so many are opened as of parts within parts", () => {
  let message = "Subject: level 120\r\n\r\nx";
  for (let level = 119; level >= 0; level -= 1)
    message = `Subject: level ${level}\r\nContent-Type: message/rfc822\r\n\r\n${message}`;
  const levels = textsOf(message).filter((one) => one.startsWith("level"));
  expect(levels).toHaveLength(LIMITS.maxDepth);
  expect(levels.at(-1)).toBe(`level ${LIMITS.maxDepth}`);
});

it("of all messages in a message together no more parts are read than of one", () => {
  const inner = mixed(
    "i",
    Array.from({ length: 99 }, () => text("text/plain", "part")),
  );
  const all = Array.from({ length: 60 }, () => text("message/rfc822", inner));
  const read = textsOf(mixed("o", all)).filter((one) => one === "part").length;
  expect(read).toBeLessThanOrEqual(LIMITS.maxParts);
  expect(read).toBeGreaterThan(LIMITS.maxParts - 200);
});

it("what is in a message in a message is counted each time", () => {
  const octets = MAX_SEARCHED_OCTETS / 5;
  let message = Buffer.from(`Subject: level 8\r\n\r\n${"x".repeat(40)} `.padEnd(octets, "\r\n"));
  for (let level = 7; level >= 0; level -= 1)
    message = Buffer.concat([
      Buffer.from(
        `Subject: level ${level}\r\nContent-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\nContent-Type: message/rfc822\r\n\r\n`,
      ),
      message,
      Buffer.from(`\r\n--b${level}--\r\n`),
    ]);
  const levels = textsOf(message).filter((one) => one.startsWith("level"));
  expect(levels).toEqual(["level 1", "level 2", "level 3", "level 4"]);
});

it("there is no more text than search knows, whatever is attached", () => {
  const long = "words ".repeat(MAX_INDEXED_TEXT / 24);
  for (const type of ["text/plain", "text/html", "message/delivery-status", "text/rtf"]) {
    const parts = Array.from({ length: 8 }, () => text(type, long));
    const message = mixed("b", ["\r\nbody", ...parts, text("text/plain", "beyond")]);
    const texts = [...searchedTexts(parseMessage(Buffer.from(message)))].map((one) => one.text);
    expect(texts[0]).toBe("body\n");
    expect(texts.join("").length).toBeLessThanOrEqual(MAX_INDEXED_TEXT);
    expect(texts.join("").length).toBeGreaterThan(MAX_INDEXED_TEXT - 100);
    expect(texts.join("")).not.toContain("beyond");
  }
});

/** Of one part. */
const OCTETS = IS_WHOLE ? 1_000_000 : 150_000;

it("millions of lines, marks and tags are no more than text", () => {
  for (const type of [
    "text/plain",
    "text/html",
    "text/calendar",
    "text/vcard",
    "text/rtf",
    "text/rfc822-headers",
    "message/rfc822",
    "message/delivery-status",
  ])
    for (const filler of [
      "\n",
      "a:\n",
      "<p hidden>",
      '<b style="font-size:0">',
      "{\\b ",
      ";=\n ",
    ]) {
      const bytes = Buffer.from(
        mixed("b", ["\r\nfound", text(type, filler.repeat(OCTETS / filler.length))]),
      );
      expect(prepareMessage(bytes, "hash").words.tsvector, `${type} ${filler}`).toContain(
        "'found'",
      );
    }
}, 300_000);
