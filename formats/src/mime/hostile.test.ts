import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { htmlToText, preview } from "../mail-html/index.ts";
import { searchWords } from "../testing/search-words.ts";
import { generateMessage } from "../testing/generate-message.ts";
import {
  allParts,
  asText,
  attachedMessage,
  decodeBody,
  decodeText,
  HEADER_FORMS,
  LIMITS,
  type ParsedMessage,
  parseMessage,
} from "./index.ts";
import { type Random, seededRandom } from "../testing/random.ts";
import { IS_WHOLE, sampled } from "../testing/whole.ts";

const octets = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));
const MEGABYTE = 1024 * 1024;
const [MUTATIONS, NOISES] = IS_WHOLE ? [1500, 500] : [250, 100];

/** What must be true of every message, whatever it was made of. */
function expectSound(message: ParsedMessage, end = message.bytes.length): void {
  const parts = allParts(message.root);
  const headers = parts.flatMap((part) => part.headers);
  expect(parts.length).toBeLessThanOrEqual(LIMITS.maxParts);
  expect(headers.length).toBeLessThanOrEqual(LIMITS.maxHeaders);
  for (const part of parts) {
    const isOrdered =
      part.headerStart >= 0 &&
      part.headerStart <= part.start &&
      part.start <= part.end &&
      part.end <= end;
    expect({ isOrdered, part: isOrdered ? null : part }).toEqual({ isOrdered: true, part: null });
    expect(part.partId === null).toBe(part.children !== null);
    let reached = part.start;
    for (const child of part.children ?? []) {
      expect(child.headerStart).toBeGreaterThanOrEqual(reached);
      expect(child.end).toBeLessThanOrEqual(part.end);
      reached = child.end;
    }
  }
  for (const header of headers) {
    expect(header.start).toBeLessThan(header.valueStart);
    expect(header.valueStart).toBeLessThanOrEqual(header.valueEnd);
    expect(header.valueEnd).toBeLessThanOrEqual(header.end);
  }
  const ids = parts.flatMap((part) => part.partId ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  const leaves = parts.filter((part) => !part.children);
  const listed = new Set([...message.textBody, ...message.htmlBody, ...message.attachments]);
  expect(listed.size).toBe(leaves.length);
}

/** Reads everything that can be read; what comes out is bounded by what went in. */
function readAll(message: ParsedMessage): void {
  const { bytes } = message;
  for (const part of allParts(message.root)) {
    for (const header of part.headers) {
      for (const form of Object.values(HEADER_FORMS)) form(bytes, header);
    }
    if (part.children) continue;
    expect(decodeBody(bytes, part).length).toBeLessThanOrEqual(part.end - part.start);
    const { value } = decodeText(bytes, part);
    expect(value.length).toBeLessThanOrEqual(part.end - part.start);
    const text = part.type === "text/html" ? htmlToText(value) : value;
    expect(preview(text).length).toBeLessThanOrEqual(256);
    searchWords([{ text, weight: "D" }]);
    const attached = attachedMessage(bytes, part);
    if (attached) expectSound(attached);
  }
}

describe("10,000 levels", () => {
  it("of multiparts end at the limit, in one opaque part", () => {
    let text = "";
    for (let level = 0; level < 10_000; level++) {
      text += `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n`;
    }
    const message = parseMessage(octets(`${text}\r\nend`));
    const parts = allParts(message.root);
    expect(parts).toHaveLength(LIMITS.maxDepth + 1);
    expect(parts.at(-1)?.type).toBe("application/octet-stream");
    expect(message.problems).toContain("maxDepth");
    expect(message.isTruncated).toBe(true);
    expectSound(message);
  });

  it("of multiparts with one boundary are one level", () => {
    const part = 'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n';
    const message = parseMessage(octets(part.repeat(10_000)));
    expectSound(message);
    expect(allParts(message.root).length).toBeLessThanOrEqual(LIMITS.maxParts);
  });

  it("of attached messages are opened one at a time", () => {
    const bytes = octets(
      `${"Content-Type: message/rfc822\r\n\r\n".repeat(10_000)}Subject: inmost\r\n\r\n`,
    );
    let message: ParsedMessage | null = parseMessage(bytes);
    let levels = 0;
    while (message && levels < 50) {
      const part: ParsedMessage["root"] = message.root;
      message = attachedMessage(message.bytes, part);
      levels++;
    }
    expect(levels).toBe(50);
  });

  it("of comments, quotes and brackets in a header cost no stack", () => {
    const all = ["(", '"', "<", "[", "\\", "((()", "=?", "=?utf-8?q?"];
    for (const nested of sampled(all, 4)) {
      const value = nested.repeat(100_000);
      const bytes = octets(
        `From: ${value}\r\nContent-Type: ${value}\r\nContent-Disposition: x; ${value}\r\nDate: ${value}\r\n\r\nbody`,
      );
      const message = parseMessage(bytes);
      expectSound(message);
      readAll(message);
    }
  });
});

describe("a large message", () => {
  /** As much as a message may be, or a sample that costs a tenth. */
  const size = (IS_WHOLE ? 50 : 5) * MEGABYTE;
  const filled = (start: string, pattern: string): Uint8Array => {
    const bytes = new Uint8Array(size);
    bytes.set(octets(start));
    const unit = octets(pattern);
    bytes.set(unit, start.length);
    let length = unit.length;
    while (start.length + length < size) {
      bytes.copyWithin(
        start.length + length,
        start.length,
        start.length + Math.min(length, size - start.length - length),
      );
      length *= 2;
    }
    return bytes;
  };
  const multipart = 'Content-Type: multipart/mixed; boundary="b"\n\n';

  it.each([
    ["of one header field", "Subject: ", "x", 0, ["maxHeaderBytes"]],
    ["of header fields", "", "a: b\n", LIMITS.maxHeaders, ["maxHeaders"]],
    ["of continued lines", "a: b\n", " c\n", 0, ["maxHeaderBytes"]],
    ["of no header fields", "", "none\n", 0, ["malformedHeader"]],
  ])("%s keep to the limits", (_, start, pattern, headers, problems) => {
    const message = parseMessage(filled(start, pattern));
    expect(message.headers).toHaveLength(headers);
    expect(message.problems).toEqual(problems);
    expectSound(message);
  });

  it.each([
    ["of parts", "--b\n\n", LIMITS.maxParts],
    ["of hyphens", "-", 1],
    ["of lines of hyphens", "--\n", 1],
    ["of line ends", "\n", 1],
    ["of near delimiters", "--c\n", 1],
    ["of closing delimiters", "--b--\n", 1],
  ])("%s keep to the limits", (_, pattern, parts) => {
    const message = parseMessage(filled(multipart, pattern));
    expect(allParts(message.root)).toHaveLength(parts);
    expectSound(message);
  });

  it("of base64 come out as three quarters", () => {
    const start = "Content-Transfer-Encoding: base64\n\n";
    const bytes = filled(start, `${"A".repeat(76)}\n`);
    const message = parseMessage(bytes);
    const encoded = size - start.length;
    expect(decodeBody(bytes, message.root).length).toBeLessThanOrEqual(
      Math.ceil((encoded * 3) / 4),
    );
    expect(decodeBody(bytes, message.root).length).toBeGreaterThan(encoded * 0.7);
  });

  it("of text have a preview and search words within their limits", () => {
    const bytes = filled("Content-Type: text/html\n\n", "<p>some words ");
    const { value } = decodeText(bytes, parseMessage(bytes).root);
    const text = htmlToText(value, { maxLength: 100_000 });
    expect(text.length).toBeLessThan(101_000);
    expect(searchWords([{ text: value, weight: "D" }]).cut).toBe(true);
  });
});

describe("malformed messages", () => {
  it.each([
    ["nothing", "", "text/plain"],
    ["an empty line", "\r\n", "text/plain"],
    ["only a body", "\r\nbody", "text/plain"],
    ["only a header", "Subject: x", "text/plain"],
    ["a multipart without boundary", "Content-Type: multipart/mixed\r\n\r\ntext", "text/plain"],
    [
      "a boundary that never comes",
      "Content-Type: multipart/mixed; boundary=x\r\n\r\ntext",
      "text/plain",
    ],
    ["a type that is none", "Content-Type: ;;;\r\n\r\n", "text/plain"],
    ["a type of one word", "Content-Type: pdf\r\n\r\n", "application/octet-stream"],
    ["a line of an mbox", "From ann@example.com Mon Feb  3\r\nSubject: x\r\n\r\n", "text/plain"],
  ])("such as %s are read", (_, text, type) => {
    const message = parseMessage(octets(text));
    expect(message.root.type).toBe(type);
    expectSound(message);
    readAll(message);
  });

  it("keep the text of a multipart that has no delimiter", () => {
    const bytes = octets("Content-Type: multipart/mixed; boundary=x\r\n\r\ntext");
    const message = parseMessage(bytes);
    expect(message.textBody.map((part) => decodeText(bytes, part).value)).toEqual(["text"]);
    expect(message.problems).toEqual(["unclosedMultipart", "missingBoundary"]);
  });

  it("end inner multiparts where the outer one goes on", () => {
    const text =
      "Content-Type: multipart/mixed; boundary=o\n\n--o\nContent-Type: multipart/mixed; boundary=i\n\n--i\n\na\n--o\n\nb\n--o--";
    const bytes = octets(text);
    const message = parseMessage(bytes);
    expect(message.textBody.map((part) => [part.partId, decodeText(bytes, part).value])).toEqual([
      ["1.1", "a"],
      ["2", "b"],
    ]);
    expect(message.problems).toEqual(["unclosedMultipart"]);
  });

  it("may be a range of other bytes, which stay unread", () => {
    const bytes = octets("XXSubject: y\n\nbodyXX: not\n\n");
    const message = parseMessage(bytes, { start: 2, end: 18 });
    expect(message.headers.map((header) => asText(bytes, header))).toEqual(["y"]);
    expect([message.root.start, message.root.end]).toEqual([14, 18]);
  });
});

const corpus = resolve(
  import.meta.dirname,
  "../../..",
  process.env["ATRIUM_CORPORA"] ?? "../shared/corpora",
  "mime",
);

describe("mutations", () => {
  const seeds = Array.from(
    { length: 20 },
    (_, seed) => generateMessage(seed, { isPadded: true }).bytes,
  );
  if (existsSync(corpus)) {
    for (const set of ["rfc", "legacy"]) {
      for (const name of readdirSync(join(corpus, set))) {
        if (name.endsWith(".eml"))
          seeds.push(new Uint8Array(readFileSync(join(corpus, set, name))));
      }
    }
  }

  it("of good messages are read without harm", () => {
    const random = seededRandom(8621);
    for (let round = 0; round < MUTATIONS; round++) {
      const message = parseMessage(mutate(seeds[round % seeds.length]!, random));
      expectSound(message);
      readAll(message);
    }
  });

  it("that are only noise are read without harm", () => {
    const random = seededRandom(5322);
    const alphabet = octets(
      '\r\n\n\n -=?:;"()<>@,bB=Content-Type: multipart/mixed; boundary=b\0\xff',
    );
    for (let round = 0; round < NOISES; round++) {
      const bytes = Uint8Array.from(
        { length: random.below(600) },
        () => alphabet[random.below(alphabet.length)]!,
      );
      const message = parseMessage(bytes);
      expectSound(message);
      readAll(message);
    }
  });
});

function mutate(bytes: Uint8Array, random: Random): Uint8Array {
  let mutant = bytes.slice();
  for (let change = random.below(8); change >= 0; change--) {
    const at = random.below(mutant.length);
    const to = Math.min(mutant.length, at + random.below(200));
    const kind = random.below(5);
    if (kind === 0) mutant[at] = random.below(256);
    else if (kind === 1) mutant = joined(mutant.subarray(0, at), mutant.subarray(to));
    else if (kind === 2) mutant = joined(mutant.subarray(0, to), mutant.subarray(at));
    else if (kind === 3) mutant = mutant.slice(0, Math.max(1, at));
    else mutant.fill(random.pick([0x0a, 0x2d, 0x22, 0x28, 0xff, 0x00]), at, Math.min(to, at + 5));
  }
  return mutant;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole.length > 0 ? whole : new Uint8Array(1);
}
