import { generateKeyPairSync } from "node:crypto";
import { htmlToText, preview, splitQuoted } from "@atrium/formats/mail-html";
import { readMailto } from "@atrium/formats/mailto";
import { allParts, attachedMessage, decodeText, parseMessage } from "@atrium/formats/mime";
import { excerpt, findSpans, parseQuery } from "@atrium/formats/search-words";
import { eventIds, readCalendar } from "@atrium/formats/icalendar";
import { contentOf, FROM_MESSAGE } from "../../features/mail/email/content.ts";
import type { HeaderForm } from "../../features/mail/email/header-properties.ts";
import { isBulkWithoutUnsubscribe } from "../../features/junk/judging/is-bulk.ts";
import { bucketOf } from "../../features/junk/words/bucket.ts";
import { junkTokens } from "../../features/mail/message/junk-tokens.ts";
import { prepareMessage } from "../../features/mail/message/message.ts";
import { createNamedIn } from "../../features/mail/pictures/named-in.ts";
import { run as authenticate } from "../../features/inbound/authentication/authenticate.task.ts";
import { isForged } from "../../features/inbound/authentication/results-field.ts";
import { relaxedBody, relaxedHeader } from "../../features/outbound/dkim/canonical.ts";
import { dkimSignatures } from "../../features/outbound/dkim/sign.ts";
import { fieldsOf } from "../../features/mail/message/header.ts";
import { readHints } from "../../features/mail/import/header-hints.ts";
import { splitMbox } from "../../features/mail/import/mbox.ts";
import { inspected, RefusedMessage } from "../../features/mail/message/inspect.ts";
import { listFields } from "../../features/inbound/lists/list-fields.ts";
import { domainOfAuthor } from "../../features/outbound/queue/author.ts";
import { readReport } from "../../features/inbound/reports/read-report.ts";
import { headerAddresses } from "../../features/submission/sending/sender-fields.ts";
import { outgoingHeader } from "../../features/submission/sending/outgoing-header.ts";
import { withWholeLineEnds } from "../../features/submission/sending/line-ends.ts";
import { spool } from "../../features/mail/message/spool.ts";
import { inSevenBits } from "../../features/outbound/transport/seven-bits.ts";
import { startOfBody } from "../../features/outbound/transport/outgoing-message.ts";
import { answerable } from "../../features/submission/vacation-response/answerable.ts";
import type { GrowthCase } from "./cases.ts";

type Read = (message: Buffer, of: GrowthCase) => unknown;

const FORMS: readonly HeaderForm[] = [
  "asRaw",
  "asText",
  "asAddresses",
  "asGroupedAddresses",
  "asMessageIds",
  "asDate",
  "asURLs",
];

const headerOf = (message: Buffer): Buffer => message.subarray(0, startOfBody(message));

async function* chunksOf(message: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < message.length; at += 65_536) yield message.subarray(at, at + 65_536);
}

async function drain(source: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of source);
}

/** What people do with a text that they read. */
function textsOf(message: Buffer): string[] {
  const parsed = parseMessage(message);
  return allParts(parsed.root).flatMap((part) =>
    part.type.startsWith("text/") ? [decodeText(message, part).value] : [],
  );
}

const QUERY = parseQuery('a "a a" 한글');
const { privateKey } = generateKeyPairSync("ed25519");
const KEY = { domain: "b.example", selector: "s", algorithm: "ed25519" as const, privateKey };
const GROUP = { id: "g", name: "All", address: "all@demo.test" };
const NOW = new Date("2026-03-02T09:00:00Z");

/** No zone has anything, and every answer comes at once. */
async function emptyDns(): Promise<never> {
  throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
}

/** Room for any answer. */
const ROOM = { octets: Number.MAX_SAFE_INTEGER };

/** All that reads what strangers write, by its name. */
export const READERS: Readonly<Record<string, Read>> = {
  prepareMessage: (message) => prepareMessage(message, "hash"),
  junkTokens: (message) => junkTokens(parseMessage(message)).map(bucketOf),
  isBulkWithoutUnsubscribe: (message) => isBulkWithoutUnsubscribe(headerOf(message)),
  contentOf: (message, { field }) =>
    contentOf(parseMessage(message), "hash", {
      properties: new Set(FROM_MESSAGE),
      headers:
        field === null
          ? []
          : FORMS.map((form) => ({
              property: `header:${field}:${form}:all`,
              name: field,
              header: field,
              form,
              all: true,
            })),
      body: {
        properties: ["partId", "blobId", "size", "name", "type", "charset", "cid", "headers"],
        headers: [],
        fetchText: true,
        fetchHtml: true,
        fetchAll: true,
        maxBytes: 0,
        room: { ...ROOM },
      },
      room: { ...ROOM },
    }),
  attachedMessage: (message) => {
    const parsed = parseMessage(message);
    for (const part of allParts(parsed.root)) attachedMessage(message, part);
  },
  readReport: (message) => readReport(message),
  isForged: (message) =>
    fieldsOf(headerOf(message)).map((field) => isForged(field, "mx.demo.test")),
  answerable: (message) => answerable("a@b.example", headerOf(message)),
  headerAddresses: (message) => headerAddresses(headerOf(message)),
  listFields: (message) => listFields(GROUP, fieldsOf(headerOf(message))),
  outgoingHeader: (message) =>
    outgoingHeader(headerOf(message), { id: "i", domain: "demo.test", date: NOW }),
  relaxed: (message) => {
    for (const { raw } of fieldsOf(headerOf(message))) relaxedHeader(raw.toString("latin1"));
    relaxedBody(message);
  },
  dkimSignatures: (message) => dkimSignatures(message, [KEY], NOW),
  domainOfAuthor: (message) => domainOfAuthor(message),
  inSevenBits: (message) => inSevenBits(message),
  withWholeLineEnds: (message) => drain(withWholeLineEnds(chunksOf(message), () => undefined)),
  htmlToText: (message) => textsOf(message).map((text) => htmlToText(text)),
  quotes: (message) => textsOf(message).map((text) => [splitQuoted(text), preview(text)]),
  excerpt: (message) => textsOf(message).map((text) => excerpt(text, findSpans(text, QUERY), 255)),
  parseQuery: (message) => parseQuery(message.toString("latin1")),
  namedIn: (message) =>
    textsOf(message).map((text) => createNamedIn(text)("https://a.example/b.png")),
  readCalendar: (message) => textsOf(message).map((text) => [readCalendar(text), eventIds(text)]),
  readMailto: (message) => readMailto(`mailto:${headerOf(message).toString("latin1")}`),
  mbox: async (message) => {
    for await (const { bytes } of splitMbox(chunksOf(message), 50_000_000)) readHints(bytes);
  },
  inspected: async (message) => {
    const rules = { maxSize: 60_000_000, maxReceived: 50, ownAddresses: new Set(["a@demo.test"]) };
    await drain(inspected(chunksOf(message), rules)).catch(expected);
  },
  authenticate: async (message) => {
    const taken = await spool(chunksOf(message)).catch(expected);
    if (taken === undefined) return;
    await taken.release();
    const envelope = {
      remoteAddress: "203.0.113.9",
      helo: "mx.b.example",
      mailFrom: "a@b.example",
    };
    const origin = { hostName: "mx.demo.test", now: NOW, time: 600_000, looksAtSignatures: true };
    const header = taken.header.length;
    await authenticate({ ...origin, envelope, bytes: message, header }, emptyDns);
  },
};

/** A message that is not taken costs nothing more. */
function expected(error: unknown): undefined {
  if (!(error instanceof RefusedMessage)) throw error;
}
