import { beforeAll, describe, expect, it } from "vitest";
import { Email } from "@atrium/contract/types/email";
import { testPlatform } from "../../../testing/index.ts";
import { mailFixture, type Mailer, type MailFixture } from "../mail.fixture.ts";

let fixture: MailFixture;
let alice: Mailer;

beforeAll(async () => {
  fixture = mailFixture(await testPlatform());
  alice = await fixture.person("alice");
});

/** The same numbers in every run. */
function numbers(seed: number): (limit: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % limit;
  };
}

const TEXTS = [
  "",
  "x",
  "t",
  "text/plain",
  "text/html",
  "multipart/mixed",
  "message/rfc822",
  "attachment",
  "a\r\nB: c",
  "\0",
  "\ud800",
  "지민 <x@y>",
  "2026-01-01T00:00:00Z",
  `b${"0".repeat(64)}`,
  `b${"0".repeat(64)}-9-1-i`,
  "#up",
  "__proto__",
  "constructor",
  "x".repeat(2000),
] as const;

const PART_KEYS = [
  "partId",
  "blobId",
  "type",
  "charset",
  "size",
  "name",
  "disposition",
  "cid",
  "language",
  "location",
  "subParts",
  "headers",
  "header:Content-Type",
  "header:Content-Disposition",
  "header:X:asAddresses",
  "__proto__",
] as const;

const HEADERS = [
  "header:From:asAddresses",
  "header:To",
  "header:X:asText:all",
  "header:X:asGroupedAddresses",
  "header:List-Post:asURLs",
  "header:Date:asDate",
  "header:",
  "header:a:b:c",
] as const;

type Next = (limit: number) => number;

function anything(next: Next, depth: number): unknown {
  const pick = <T>(list: readonly T[]): T => list[next(list.length)]!;
  switch (next(depth > 0 ? 9 : 5)) {
    case 0:
    case 1:
      return pick(TEXTS);
    case 2:
      return pick([null, true, false]);
    case 3:
      return pick([0, -1, 1.5, 1e300]);
    case 4:
      return { name: pick([null, ...TEXTS]), email: pick(TEXTS), value: pick(TEXTS) };
    case 5:
    case 6:
      return Array.from({ length: next(3) }, () => anything(next, depth - 1));
    default:
      return Object.fromEntries(
        Array.from({ length: next(5) }, () => [pick(PART_KEYS), anything(next, depth - 1)]),
      );
  }
}

describe("Email/set create", () => {
  it("answers whatever it is given, by a message or a refusal", async () => {
    const names = [
      // Of what only the server sets one is enough: each is refused.
      ...Object.entries(Email.properties).flatMap(([name, property]) =>
        name === "mailboxIds" || ("serverSet" in property && name !== "id") ? [] : name,
      ),
      ...HEADERS,
    ];
    const seen = { created: 0, refused: 0 };
    for (let seed = 0; seed < 400; seed += 1) {
      const next = numbers(seed);
      const record: Record<string, unknown> = {
        mailboxIds: { [alice.mailboxes.drafts]: true },
        subject: TEXTS[next(TEXTS.length)],
        "header:X-Text:asText:all": [TEXTS[next(TEXTS.length)], "y"],
        to: [{ email: TEXTS[next(TEXTS.length)] }],
      };
      for (let count = next(3); count >= 0; count -= 1)
        record[names[next(names.length)]!] = anything(next, 4);
      if (next(2) === 0) record["bodyValues"] = { t: { value: TEXTS[next(TEXTS.length)] } };
      const answer = await fixture.call(alice, "Email/set", { create: { new: record } });
      expect(answer, JSON.stringify(record)).not.toHaveProperty("error");
      const { created, notCreated } = answer as Record<string, Record<string, { type: string }>>;
      if (created === null) {
        expect(notCreated!["new"]!.type).toMatch(/^(invalidProperties|blobNotFound|tooLarge)$/);
        seen.refused += 1;
      } else seen.created += 1;
    }
    expect(seen.created).toBeGreaterThan(10);
    expect(seen.refused).toBeGreaterThan(100);
  });

  it("answers whatever is imported or parsed", async () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const next = numbers(seed);
      const emails = Object.fromEntries(
        ["blobId", "mailboxIds", "keywords", "receivedAt"].map((name) => [name, anything(next, 3)]),
      );
      expect(await fixture.call(alice, "Email/import", { emails: { new: emails } })).toMatchObject({
        created: null,
        notCreated: { new: { type: "invalidProperties" } },
      });
      const answer = await fixture.call(alice, "Email/parse", {
        blobIds: [anything(next, 1)],
        properties: [anything(next, 1)],
      });
      if (answer["error"] === true) expect(answer["type"]).toBe("invalidArguments");
    }
  });
});
