import { describe, expect, it } from "vitest";
import {
  allParts,
  asAddresses,
  asDate,
  asGroupedAddresses,
  asMessageIds,
  asRaw,
  asText,
  asUrls,
  decodeBody,
  decodeText,
  findHeader,
  parseMessage,
  type ParsedMessage,
} from "../mime/index.ts";
import { IS_WHOLE } from "../testing/whole.ts";
import { seededRandom, type Random } from "../testing/random.ts";
import {
  addressField,
  buildMessage,
  type BuiltPart,
  dateField,
  groupedAddressField,
  isAngleText,
  isRawValue,
  messageIdField,
  parameterField,
  rawField,
  textField,
  urlField,
} from "./index.ts";

/** What mail is made of, and what an attacker would send to break out of a header field. */
const PIECES = [
  "Re: ",
  "plan",
  " ",
  "  ",
  "\t",
  "회의록",
  "für",
  "😀",
  "👨‍👩‍👧",
  "=?utf-8?Q?x?=",
  "=?",
  "?=",
  '"',
  "\\",
  "<",
  ">",
  "(",
  ")",
  ",",
  ";",
  ":",
  "@",
  ".",
  "\r\n",
  "\n",
  "\r",
  "\0",
  "\u007f",
  "\r\nBcc: victim@example.com",
  "\r\n\r\n<script>",
  "\ud800",
  "\u2028",
  "\u0085",
  "averylongwordthatgoesonandonandonandonandonandonandonandonandonandonandonandonandonandonandonandon",
  "ann@example.com",
  "From ",
  "--b",
  "=",
] as const;

const hostile = (random: Random, most = 12): string =>
  Array.from({ length: random.below(most) }, () => random.pick(PIECES)).join("");

const visible = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n/g, " ")
    .replace(/[^\P{Cc}\t]/gu, " ");

const tidy = (text: string): string =>
  visible(text)
    .replace(/[\u2028\u2029]/g, " ")
    .trim()
    .normalize("NFC");

let boundaries = 0;
const newBoundary = (): string => `b${(boundaries += 1)}b`;

const text = (value: string): BuiltPart => ({
  fields: [],
  type: "text/plain",
  parameters: {},
  text: value,
});

function parsed(fields: readonly string[], root: BuiltPart = text("body")): ParsedMessage {
  const message = parseMessage(buildMessage(fields, root, newBoundary));
  expect(message.problems).toEqual([]);
  const lines = new TextDecoder().decode(message.bytes).split("\r\n");
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(998);
  return message;
}

const valueOf = <T>(
  fields: readonly string[],
  name: string,
  read: (bytes: Uint8Array, header: NonNullable<ReturnType<typeof findHeader>>) => T,
): T => {
  const message = parsed(fields);
  // Nothing but what was asked for, and the two that describe the body.
  expect(message.headers.map((header) => header.name)).toEqual([
    ...fields.map((line) => line.slice(0, line.indexOf(":"))),
    "Content-Type",
    "Content-Transfer-Encoding",
  ]);
  expect(decodeText(message.bytes, message.root).value).toBe("body");
  return read(message.bytes, findHeader(message.headers, name)!);
};

describe("header fields", () => {
  it("hold any text, in lines that are not too long", () => {
    const random = seededRandom(1);
    for (let round = 0; round < 3000; round += 1) {
      const subject = hostile(random);
      const line = textField("Subject", subject);
      expect(valueOf([line, "X: y\r\n"], "subject", asText)).toBe(
        visible(subject).normalize("NFC"),
      );
      expect(line).toMatch(/^(?:[\x20-\x7e\t]*\r\n)*$/);
    }
  });

  it("leave plain words of a subject plain", () => {
    expect(textField("Subject", "Re: 회의 at noon")).toBe(
      "Subject: Re: =?utf-8?B?7ZqM7J2Y?= at noon\r\n",
    );
    expect(textField("Subject", "")).toBe("Subject:\r\n");
  });

  it("fold at 76 characters and break no character", () => {
    const line = textField("Subject", "회의록😀".repeat(40));
    for (const part of line.trimEnd().split("\r\n")) {
      expect(part.length).toBeLessThanOrEqual(76);
      for (const word of part.match(/=\?[^ ]+\?=/g) ?? [])
        expect(asTextOf(`X: ${word}\r\n`)).not.toContain("\ufffd");
    }
  });

  it("hold any names and addresses, and none that was not meant", () => {
    const random = seededRandom(2);
    const rounds = IS_WHOLE ? 3000 : 800;
    for (let round = 0; round < rounds; round += 1) {
      const addresses = Array.from({ length: random.below(5) }, () => ({
        name: random.pick([null, hostile(random, 6)]),
        email: random.pick(["ann@example.com", "지민@데모.test", hostile(random, 5)]),
      }));
      const line = addressField("To", addresses);
      const found = valueOf([line, "X: y\r\n"], "to", asAddresses);
      const meant = addresses.filter(
        ({ name, email }) => tidy(name ?? "") !== "" || visible(email).trim() !== "",
      );
      expect(found.map((address) => address.name ?? "")).toEqual(
        meant.map(({ name }) => tidy(name ?? "")),
      );
      // Written again, they stay what they are.
      expect(valueOf([addressField("To", found), "X: y\r\n"], "to", asAddresses)).toEqual(found);
      for (const [index, { email }] of meant.entries())
        if (/^[a-z지민]+@[a-z데모.]+$/.test(email)) expect(found[index]!.email).toBe(email);
    }
  });

  it("hold groups", () => {
    const groups = [
      { name: null, addresses: [{ name: "Ann", email: "ann@example.com" }] },
      {
        name: "회의: team",
        addresses: [
          { name: null, email: "bob@example.com" },
          { name: "Smith, Carol", email: "carol@example.com" },
        ],
      },
      { name: "Nobody", addresses: [] },
    ];
    expect(valueOf([groupedAddressField("To", groups)], "to", asGroupedAddresses)).toEqual(groups);
  });

  it("hold message ids, URLs and dates", () => {
    const ids = Array.from({ length: 40 }, (_, n) => `${n}(${"x".repeat(n * 5)}@example.com`);
    expect(valueOf([messageIdField("References", ids)], "references", asMessageIds)).toEqual(ids);
    const urls = ["mailto:list@example.com?subject=leave", "https://example.com/a,b;(c)"];
    expect(valueOf([urlField("List-Unsubscribe", urls)], "list-unsubscribe", asUrls)).toEqual(urls);
    for (const date of ["2026-03-03T10:00:00+09:00", "1999-12-31T23:59:59-11:30"])
      expect(valueOf([dateField("Date", date)], "date", asDate)).toBe(date);
    expect(dateField("Date", "2026-03-03T10:00:00Z")).toBe(
      "Date: Tue, 03 Mar 2026 10:00:00 +0000\r\n",
    );
    expect(isAngleText("a b@c") || isAngleText("a>\r\nBcc:") || isAngleText("")).toBe(false);
  });

  it("hold raw values as they are, unless these would break out", () => {
    const random = seededRandom(3);
    let kept = 0;
    for (let round = 0; round < 3000; round += 1) {
      const value = hostile(random);
      const found = valueOf([rawField("X-Raw", value), "X: y\r\n"], "x-raw", asRaw);
      if (!isRawValue("X-Raw", value)) continue;
      kept += 1;
      expect(found).toBe(value);
    }
    expect(kept).toBeGreaterThan(100);
    expect(isRawValue("X", " folded\r\n here")).toBe(true);
    for (const value of [" a\r\nBcc: b", " a\r\n \r\n b", " a\n b", " a\0", "x".repeat(999)])
      expect(isRawValue("X", value)).toBe(false);
  });

  it("hold file names of every kind", () => {
    const random = seededRandom(4);
    for (let round = 0; round < 2000; round += 1) {
      // What looks like an encoded word is read as one in a file name, whoever wrote it.
      const name = hostile(random).replaceAll("=?", "");
      const root = {
        ...text("x"),
        fields: [parameterField("Content-Disposition", "attachment", { filename: name })],
      };
      expect(parsed([], root).root.name ?? "").toBe(visible(name).trim());
    }
  });
});

function asTextOf(line: string): string {
  const message = parseMessage(new TextEncoder().encode(`${line}\r\n`));
  return asText(message.bytes, message.headers[0]!);
}

interface Meant {
  readonly type: string;
  readonly text?: string;
  readonly file?: Uint8Array;
}

describe("bodies", () => {
  it("come back as they were, in any tree", () => {
    for (let seed = 0; seed < 400; seed += 1) {
      const random = seededRandom(seed);
      const meant: Meant[] = [];
      const message = parsed(["Subject: tree\r\n"], tree(random, 0, meant));
      const found = allParts(message.root).filter((part) => part.children === null);
      expect(found.map((part) => part.type)).toEqual(meant.map(({ type }) => type));
      for (const [index, part] of found.entries()) {
        const { text: value, file } = meant[index]!;
        if (file !== undefined)
          expect(Buffer.from(decodeBody(message.bytes, part)).equals(file)).toBe(true);
        else
          expect(decodeText(message.bytes, part)).toEqual({
            value: value!.toWellFormed().replace(/\r\n?/g, "\n").replaceAll("\0", ""),
            isEncodingProblem: false,
          });
      }
    }
  });

  it("are in US-ASCII lines that any server takes", () => {
    const long = `${"x".repeat(2000)}\n회의 ${"y ".repeat(600)}\nFrom here \t\n.\n=`;
    const bytes = buildMessage(["Subject: x\r\n"], text(long), newBoundary);
    const written = new TextDecoder().decode(bytes);
    expect(written).toMatch(/^(?:[\x20-\x7e\t]{0,76}\r\n)*[\x20-\x7e\t]{0,76}$/);
    expect(written).not.toMatch(/^From |[ \t]\r\n/m);
    const message = parseMessage(bytes);
    expect(decodeText(message.bytes, message.root).value).toBe(long);
  });

  it("keep an attached message unencoded where that keeps it whole", () => {
    const encodingOf = (inner: string): unknown => {
      const file = new TextEncoder().encode(inner);
      const part: BuiltPart = { fields: [], type: "message/rfc822", parameters: {}, file };
      const root: BuiltPart = {
        fields: [],
        type: "multipart/mixed",
        parameters: {},
        children: [text("see"), part],
      };
      const message = parsed([], root);
      const found = message.root.children![1]!;
      expect(Buffer.from(decodeBody(message.bytes, found)).equals(file)).toBe(true);
      const field = (headers: ParsedMessage["headers"]): string =>
        asRaw(message.bytes, findHeader(headers, "content-transfer-encoding")!).trim();
      return [field(message.headers), field(found.headers)];
    };
    expect(encodingOf("Subject: a\r\n\r\nb\r\n")).toEqual(["7bit", "7bit"]);
    expect(encodingOf("Subject: ä\r\n\r\nb\r\n")).toEqual(["8bit", "8bit"]);
    expect(encodingOf("Subject: a\n\nb\n")).toEqual(["7bit", "base64"]);
  });
});

function tree(random: Random, depth: number, meant: Meant[]): BuiltPart {
  const fields = random.below(2) === 0 ? [] : [textField("X-Note", hostile(random))];
  if (depth < 3 && random.below(3) > 0) {
    const type = `multipart/${random.pick(["mixed", "related", "alternative"])}`;
    const children = Array.from({ length: 1 + random.below(3) }, () =>
      tree(random, depth + 1, meant),
    );
    return { fields, type, parameters: {}, children };
  }
  if (random.below(2) === 0) {
    const type = random.pick(["text/plain", "text/html"]);
    const value = Array.from({ length: random.below(6) }, () => hostile(random)).join("\n");
    meant.push({ type, text: value });
    return { fields, type, parameters: {}, text: value };
  }
  const type = random.pick(["image/png", "application/pdf", "message/rfc822"]);
  const file = Uint8Array.from(
    Array.from({ length: random.below(300) }, () => random.below(random.pick([128, 256]))),
  );
  meant.push({ type, file });
  return { fields, type, parameters: { name: hostile(random) }, file };
}
