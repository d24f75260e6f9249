import {
  allParts,
  asAddresses,
  asText,
  decodeText,
  findHeader,
  parseMessage,
} from "@atrium/formats/mime";
import { beforeAll, expect, test } from "vitest";
import type { DemoMessage } from "./letters.ts";
import { demoMessages } from "./messages.ts";

const NOW = new Date("2026-11-21T11:00:00Z");
const COUNT = 1200;

let messages: DemoMessage[];
let heads: string[];
beforeAll(() => {
  messages = demoMessages({ seed: 3, now: NOW, count: COUNT });
  heads = messages.map(({ bytes }) => {
    const text = Buffer.from(bytes).toString("latin1");
    return text.slice(0, text.indexOf("\r\n\r\n")).replaceAll(/\r\n[ \t]+/g, " ");
  });
});

const field = (head: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, "m").exec(head)?.[1] ?? "";

test("the same seed and time give the same bytes, another seed others", () => {
  const again = demoMessages({ seed: 3, now: NOW, count: 60 });
  const bytes = (list: DemoMessage[]): string =>
    Buffer.concat(list.map((message) => message.bytes)).toString("latin1");
  expect(bytes(demoMessages({ seed: 3, now: NOW, count: 60 }))).toBe(bytes(again));
  expect(bytes(demoMessages({ seed: 4, now: NOW, count: 60 }))).not.toBe(bytes(again));
});

test("there are as many as asked for, oldest first, none from the future and none older than the span", () => {
  expect(messages).toHaveLength(COUNT);
  const times = messages.map(({ receivedAt }) => receivedAt.getTime());
  expect(Math.max(...times)).toBeLessThanOrEqual(NOW.getTime());
  expect(Math.min(...times)).toBeGreaterThan(NOW.getTime() - 600 * 86_400_000);
  const newer = times.filter((time) => time > NOW.getTime() - 90 * 86_400_000).length;
  expect(newer).toBeGreaterThan(COUNT / 4);
});

test("every message has the fields that mail has, once, and ids are never used twice", () => {
  for (const head of heads) {
    for (const name of ["From", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type"])
      expect(head.match(new RegExp(`^${name}:`, "gm"))).toHaveLength(1);
  }
  expect(new Set(heads.map((head) => field(head, "Message-ID"))).size).toBe(COUNT);
});

test("lines end in CRLF and are never too long", () => {
  for (const { bytes } of messages) {
    const text = Buffer.from(bytes).toString("latin1");
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(text.endsWith("\r\n")).toBe(true);
    expect(Math.max(...text.split("\r\n").map((line) => line.length))).toBeLessThan(999);
  }
});

test("answers refer to messages that are there and are older", () => {
  const when = new Map(
    messages.map(({ receivedAt }, index) => [
      field(heads[index]!, "Message-ID"),
      receivedAt.getTime(),
    ]),
  );
  const answers = messages.flatMap(({ receivedAt }, index) => {
    const parent = field(heads[index]!, "In-Reply-To");
    return parent
      ? [{ parent, time: receivedAt.getTime(), references: field(heads[index]!, "References") }]
      : [];
  });
  expect(answers.length).toBeGreaterThan(COUNT / 3);
  // The last conversation is cut off where the count is reached, never at its start.
  for (const { parent, time, references } of answers) {
    expect(references.endsWith(parent)).toBe(true);
    expect(when.get(parent)).toBeLessThanOrEqual(time);
  }
});

test("everybody has mail, Alice most, in folders and states of all kinds", () => {
  const copies = messages.flatMap((message) => message.copies);
  const of = (person: string) => copies.filter((copy) => copy.person === person);
  for (const person of ["bob", "carol", "dave", "jimin"]) {
    expect(of(person).length).toBeGreaterThan(50);
    expect(of(person).length).toBeLessThan(of("alice").length);
  }
  const places = new Set(of("alice").map(({ mailbox }) => mailbox));
  for (const place of [
    "inbox",
    "sent",
    "drafts",
    "junk",
    "trash",
    "archive",
    "Receipts",
    "Newsletters",
    "Projects/Harbour Museum",
    "Projects/한가랑 갤러리",
  ])
    expect(places).toContain(place);
  const keywords = new Set(copies.flatMap((copy) => copy.keywords));
  for (const keyword of ["$seen", "$flagged", "$answered", "$draft", "$junk"])
    expect(keywords).toContain(keyword);
  expect(messages.every((message) => message.copies.length > 0)).toBe(true);
  expect(
    of("alice").some(({ mailbox, keywords }) => mailbox === "inbox" && !keywords.includes("$seen")),
  ).toBe(true);
});

/** What a reader sees of a message. */
function read({ bytes }: DemoMessage) {
  const { headers, root, problems } = parseMessage(bytes);
  const parts = allParts(root);
  const addresses = ["from", "to", "cc"].flatMap((name) => {
    const header = findHeader(headers, name);
    return header ? asAddresses(bytes, header) : [];
  });
  const texts = (type: string): string =>
    parts
      .filter((part) => part.type === type)
      .map((part) => decodeText(bytes, part).value)
      .join("\n");
  const subject = findHeader(headers, "subject");
  return {
    subject: subject ? asText(bytes, subject) : "",
    addresses,
    text: texts("text/plain"),
    html: texts("text/html"),
    types: parts.map(({ type }) => type),
    problems,
  };
}

test("addresses and links use reserved names only (RFC 2606), and pictures come from example.org", () => {
  const reserved = /(^|\.)(test|example|example\.(com|net|org)|example\.[a-z]{2,3})$/;
  for (const { text, html, addresses } of messages.map(read)) {
    const content = `${text}\n${html}`.replaceAll("http://www.w3.org/", "");
    for (const [, host] of content.matchAll(/(?:https?:\/\/|[\w.+-]@)([a-z0-9.-]+[a-z0-9])/gi))
      expect(host).toMatch(reserved);
    for (const [, host] of content.matchAll(/<img[^>]+src="https?:\/\/([^/"]+)/g))
      expect(host).toMatch(/\.example\.org$/);
    for (const { email } of addresses) expect(email.split("@")[1]).toMatch(reserved);
  }
});

test("our own parser finds nothing wrong in them, and no text has lost a character or a word", () => {
  const mails = messages.map(read);
  expect(mails.flatMap(({ problems }) => problems)).toEqual([]);
  expect(mails.map(({ subject, text, html }) => subject + text + html).join("")).not.toMatch(
    /\uFFFD|undefined|\[object/,
  );
  expect(mails.map(({ subject, text }) => subject + text).join("")).not.toMatch(/\{\w+\}/);
  expect(mails.some(({ subject }) => /[가-힣]/.test(subject))).toBe(true);
  expect(mails.some(({ addresses }) => addresses.some(({ name }) => name === "서지민"))).toBe(true);
  const types = new Set(mails.flatMap((mail) => mail.types));
  for (const type of [
    "text/plain",
    "text/html",
    "image/png",
    "application/pdf",
    "text/csv",
    "text/calendar",
  ])
    expect(types).toContain(type);
});
