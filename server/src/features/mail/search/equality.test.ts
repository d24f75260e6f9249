import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { htmlToText } from "@atrium/formats/mail-html";
import {
  allParts,
  asAddresses,
  asText,
  attachedMessage,
  decodeText,
  parseMessage,
  type ParsedMessage,
} from "@atrium/formats/mime";
import { seededRandom } from "../../../../../formats/src/testing/random.ts";
import { IS_WHOLE } from "../../../../../formats/src/testing/whole.ts";
import { testPlatform } from "../../../testing/index.ts";
import { importMessages } from "../index.ts";
import { mailFixture, type Mailer, type MailFixture } from "../mail.fixture.ts";
import { baseSubject } from "../thread/base-subject.ts";
import { bodyText, fileNames, tnefOf } from "../message/body-text.ts";
import {
  bruteForce,
  people,
  type KnownEmail,
  type Meanings,
  type Person,
} from "./brute-force.fixture.ts";
import { writeEmail, type WrittenEmail } from "./known-mail.fixture.ts";
import { queryWriter, type RandomQuery } from "./random-query.fixture.ts";

/** Another seed tries other mail and other queries: `ATRIUM_SEED=7 npx vitest run …/equality.test.ts`. */
const SEED = Number(process.env["ATRIUM_SEED"] ?? 1);
const MESSAGES = IS_WHOLE ? 1150 : 250;
const QUERIES = IS_WHOLE ? 1000 : 80;
/** Lists that are followed, and rounds of changes that they are followed over. */
const [LISTS, ROUNDS] = IS_WHOLE ? [60, 8] : [12, 3];

const corpora = resolve(
  import.meta.dirname,
  "../../../../..",
  process.env["ATRIUM_CORPORA"] ?? "../shared/corpora",
  "mime",
);

const random = seededRandom(SEED);
let fixture: MailFixture;
let alice: Mailer;
let mailboxIds: [string, ...string[]];
let known: KnownEmail[];

type Described = Omit<KnownEmail, "id" | "threadId" | "receivedAt" | "mailboxIds" | "keywords">;
const described = new Map<string, Described>();

beforeAll(async () => {
  fixture = mailFixture(await testPlatform());
  alice = await fixture.person("alice");
  const { inbox, archive, trash, sent } = alice.mailboxes;
  mailboxIds = [inbox, archive, trash, sent];
  const written = [
    ...Array.from({ length: MESSAGES }, (_, count) => writeEmail(random, count)).map(fromWritten),
    ...corpus().map(fromCorpus),
  ];
  await importMessages(fixture.engine, alice.accountId, written.map(arriving));
  known = await knownNow();
  expect(known).toHaveLength(written.length);
});

function arriving(bytes: Uint8Array) {
  return {
    bytes,
    // Several within a second, so that ids decide.
    receivedAt: new Date(
      Date.UTC(2026, 0, 1 + random.below(40), 10, random.below(3), random.below(2)),
    ),
    mailboxIds: mailboxIds
      .filter((_, index) => index === 0 || random.below(3) === 0)
      .slice(random.below(2)),
    mailboxRole: "inbox" as const,
    keywords: ["$seen", "$flagged", "project-x"].filter(() => random.below(3) === 0),
  };
}

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

function fromWritten({ bytes, ...email }: WrittenEmail): Uint8Array {
  const headers = [...email.headers, ["Subject", email.subject] as const];
  described.set(hashOf(bytes), { ...email, headers, size: bytes.length });
  return bytes;
}

/** Different messages only: the account keeps each once. */
function corpus(): Uint8Array[] {
  const files = existsSync(corpora)
    ? readdirSync(corpora, { recursive: true }).map((name) => join(corpora, String(name)))
    : [];
  const all = files.filter((name) => name.endsWith(".eml")).map((name) => readFileSync(name));
  return [...new Map(all.map((bytes) => [hashOf(bytes), bytes])).values()];
}

/** What strangers wrote is known as the parser reads it, which has tests of its own. */
function fromCorpus(bytes: Uint8Array): Uint8Array {
  const message = parseMessage(bytes);
  const tnef = tnefOf(message);
  described.set(hashOf(bytes), {
    subject: "",
    baseSubject: "",
    from: [],
    to: [],
    cc: [],
    bcc: [],
    sentAt: null,
    size: bytes.length,
    hasAttachment: message.hasAttachment,
    body: bodyText(message, tnef),
    otherTexts: textsIn(message),
    fileNames: fileNames(message, tnef),
    headers: message.headers.map((field) => [
      field.name,
      asText(message.bytes, field, message.charset),
    ]),
  });
  return bytes;
}

/** Each text of a message and of those in it, as an eye that misses none would go through it. */
function textsIn(message: ParsedMessage): string[] {
  return allParts(message.root).flatMap((part) => {
    const inside = attachedMessage(message.bytes, part);
    if (inside !== null) return [...headOf(inside), ...fileNames(inside, []), ...textsIn(inside)];
    if (part.children !== null || !/^(?:text|message)\//.test(part.type)) return [];
    const { value } = decodeText(message.bytes, part);
    return [/^text\/(?:html|enriched)$/.test(part.type) ? htmlToText(value) : value];
  });
}

function headOf({ bytes, headers, charset }: ParsedMessage): string[] {
  const of = (name: string) => headers.filter((header) => header.name.toLowerCase() === name);
  return [
    ...of("subject")
      .slice(-1)
      .map((header) => asText(bytes, header, charset)),
    ...["from", "to", "cc", "bcc"]
      .flatMap((name) => of(name).slice(-1))
      .map((header) => people(asAddresses(bytes, header, charset))),
  ];
}

interface Got {
  id: string;
  blobId: string;
  threadId: string;
  receivedAt: string;
  sentAt: string | null;
  subject: string | null;
  mailboxIds: object;
  keywords: object;
  from: Person[] | null;
  to: Person[] | null;
  cc: Person[] | null;
  bcc: Person[] | null;
}

/** What the messages say is known; where they are now, and under what ids, the server is asked. */
async function knownNow(): Promise<KnownEmail[]> {
  const { ids } = await call("Email/query", {});
  const list: Got[] = [];
  for (let at = 0; at < (ids as string[]).length; at += 1000) {
    const page = await call("Email/get", {
      ids: (ids as string[]).slice(at, at + 1000),
      properties: [
        "blobId",
        "threadId",
        "receivedAt",
        "sentAt",
        "subject",
        "mailboxIds",
        "keywords",
        "from",
        "to",
        "cc",
        "bcc",
      ],
    });
    list.push(...(page["list"] as Got[]));
  }
  return list.map((got) => {
    const email = described.get(got.blobId.slice(1))!;
    const isStrange = email.from.length === 0;
    return {
      ...email,
      ...(isStrange
        ? {
            subject: got.subject ?? "",
            baseSubject: baseSubject(got.subject),
            from: got.from ?? [],
            to: got.to ?? [],
            cc: got.cc ?? [],
            bcc: got.bcc ?? [],
            sentAt: got.sentAt,
          }
        : {}),
      id: got.id,
      threadId: got.threadId,
      receivedAt: got.receivedAt,
      mailboxIds: Object.keys(got.mailboxIds),
      keywords: Object.keys(got.keywords),
    };
  });
}

const call = (method: string, args: object) => fixture.call(alice, method, args);

/** Says which query it was when something differs. */
function same(actual: unknown, expected: unknown, query: RandomQuery, args: object = {}): void {
  expect(actual, `ATRIUM_SEED=${SEED} ${JSON.stringify({ ...query, ...args })}`).toEqual(expected);
}

/** Asks for the whole list, a page by position and one at an anchor; answers how many there are. */
async function compare(query: RandomQuery, meanings: Meanings): Promise<number> {
  const expected = bruteForce(known, query, meanings);
  const total = expected.length;
  const whole = await call("Email/query", { ...query, calculateTotal: true });
  same(
    { ids: whole["ids"], total: whole["total"], position: whole["position"] },
    { ids: expected, total, position: 0 },
    query,
  );

  const limit = 1 + random.below(30);
  const position = random.below(2) === 0 ? 0 : random.below(total + 3) - random.pick([0, 0, total]);
  const start = position < 0 ? Math.max(0, total + position) : position;
  const args = { position, limit, calculateTotal: random.below(2) === 0 };
  const page = await call("Email/query", { ...query, ...args });
  same(
    { ids: page["ids"], position: page["position"], total: page["total"] },
    {
      ids: expected.slice(start, start + limit),
      position: start,
      total: args.calculateTotal ? total : undefined,
    },
    query,
    args,
  );

  const anchored = random.below(total + 1);
  const anchor = expected[anchored] ?? "nobody";
  const anchorOffset = random.below(40) - 20;
  const near = await call("Email/query", { ...query, anchor, anchorOffset, limit });
  const from = Math.max(0, anchored + anchorOffset);
  if (anchor === "nobody") same(near["type"], "anchorNotFound", query, { anchor });
  else
    same(
      { ids: near["ids"], position: near["position"] },
      { ids: expected.slice(from, from + limit), position: from },
      query,
      { anchor, anchorOffset, limit },
    );
  return total;
}

describe(`search equals a look at every message (seed ${SEED})`, () => {
  it.skipIf(!existsSync(corpora))("among them those that strangers wrote (corpora)", () => {
    expect(known.length).toBeGreaterThan(MESSAGES + 50);
  });

  it(`for ${QUERIES} random queries: ids, order, positions, totals, anchors`, async () => {
    const writer = queryWriter(random, known, mailboxIds);
    let found = 0;
    for (let n = 0; n < QUERIES; n += 1) {
      const query = writer.next();
      const length = await compare(query, writer.meanings);
      if (length > 0 && length < known.length) found += 1;
    }
    // Queries that find all or nothing would prove little.
    expect(found).toBeGreaterThan(QUERIES / 2);
  }, 600_000);

  it("and after random changes, which queryChanges reports", async () => {
    const writer = queryWriter(random, known, mailboxIds);
    const lists: { query: RandomQuery; ids: string[]; queryState: unknown }[] = [];
    for (let n = 0; n < LISTS; n += 1) {
      const query = writer.next();
      const { ids, queryState } = await call("Email/query", query);
      lists.push({ query, ids: ids as string[], queryState });
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      await changeSomething(round);
      known = await knownNow();
      for (const list of lists) {
        const changes = await call("Email/queryChanges", {
          filter: list.query.filter,
          sort: list.query.sort,
          collapseThreads: list.query.collapseThreads,
          sinceQueryState: list.queryState,
          calculateTotal: true,
        });
        const removed = new Set(changes["removed"] as string[]);
        const after = list.ids.filter((id) => !removed.has(id));
        for (const { id, index } of changes["added"] as { id: string; index: number }[])
          after.splice(index, 0, id);
        const expected = bruteForce(known, list.query, writer.meanings);
        same(
          { ids: after, total: changes["total"] },
          { ids: expected, total: expected.length },
          list.query,
          { round },
        );
        list.ids = after;
        list.queryState = changes["newQueryState"];
      }
    }
  });
});

async function changeSomething(round: number): Promise<void> {
  const some = (most: number): string[] =>
    Array.from({ length: 1 + random.below(most) }, () => known[random.below(known.length)]!.id);
  const update = Object.fromEntries(
    some(12).map((id) => [
      id,
      random.below(2) === 0
        ? {
            [`keywords/${random.pick(["$seen", "$flagged", "project-x"])}`]: random.pick([
              true,
              null,
            ]),
          }
        : { mailboxIds: { [random.pick(mailboxIds)]: true } },
    ]),
  );
  const destroy = some(3).filter((id) => update[id] === undefined);
  await call("Email/set", { update, destroy: [...new Set(destroy)] });
  const fresh = Array.from({ length: random.below(4) }, (_, n) =>
    fromWritten(writeEmail(random, 10_000 + round * 10 + n)),
  );
  await importMessages(fixture.engine, alice.accountId, fresh.map(arriving));
}
