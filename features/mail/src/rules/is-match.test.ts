import { parseMessage } from "@atrium/formats/mime";
import { compileScript, runScript } from "@atrium/formats/sieve";
import { writeRules, type Condition, type Rule } from "@atrium/formats/sieve-rules";
import { expect, test } from "vitest";
import { isMatch, propertiesFor, type Candidate } from "./is-match.ts";

const MESSAGE = `From: Ann Example <Ann@news.Example.org>
To: bob@example.com
Cc: Team <team@example.com>
Subject: Weekly NEWS
List-Id: News <news.example.org>
X-Kind: bulk
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain

Good morning
--b
Content-Type: application/pdf
Content-Disposition: attachment; filename="a.pdf"

pdf
--b--
`.replaceAll("\n", "\r\n");
const SIZE = MESSAGE.length;

/** The same message as JMAP has it. */
const EMAIL = {
  id: "e1",
  from: [{ name: "Ann Example", email: "Ann@news.Example.org" }],
  to: [{ name: null, email: "bob@example.com" }],
  cc: [{ name: "Team", email: "team@example.com" }],
  subject: "Weekly NEWS",
  size: SIZE,
  attachments: [{ disposition: "attachment" }],
  "header:List-Id:asText:all": ["News <news.example.org>"],
  "header:X-Kind:asText:all": ["bulk"],
  "header:X-None:asText:all": [],
  "header:Reply-To:asRaw:all": [],
  "header:to:asRaw:all": [" bob@example.com"],
} as unknown as Candidate;

const inText = (condition: Condition): boolean =>
  condition.on === "body" && condition.values.includes("good morning");

const rule = (match: Rule["match"], ...conditions: readonly Condition[]): Rule => ({
  name: "-",
  isEnabled: true,
  match,
  conditions,
  actions: [{ do: "delete" }],
});

/** What the server would do with it. */
function isSorted(made: Rule): boolean {
  const bytes = new TextEncoder().encode(MESSAGE);
  const script = writeRules({ head: "", parts: [{ kind: "rule", rule: made }] });
  const { filed } = runScript(compileScript(script), {
    message: parseMessage(bytes),
    size: bytes.length,
    envelope: { from: "ann@news.example.org", to: "bob@example.com" },
    now: new Date(),
    timeZone: "UTC",
    mailboxes: { exists: () => true, existsId: () => true, hasUse: () => true },
    scripts: new Map(),
    seen: new Map(),
  });
  return filed[0]?.mailbox !== null;
}

const CONDITIONS = [
  { on: "from", how: "contains", values: ["nobody", "ann ex"] },
  { on: "from", how: "contains", values: ["Example <Ann@"] },
  { on: "from", how: "is", values: ["ann@NEWS.example.org"] },
  { on: "from", how: "is", values: ["news.example.org"] },
  { on: "from", how: "domain", values: ["news.example.org"] },
  { on: "from", how: "domain", values: ["example.org"] },
  { on: "to", how: "is", values: ["team@example.com"] },
  { on: "to", how: "domain", values: ["example.net"] },
  { on: "to", how: "contains", values: ["Team"] },
  { on: "subject", how: "contains", values: ["news"] },
  { on: "subject", how: "is", values: ["weekly news"] },
  { on: "subject", how: "is", values: ["weekly"] },
  { on: "list", how: "contains", values: ["<news.example.org>"] },
  { on: "list", how: "is", values: ["news.example.org"] },
  { on: "header", name: "X-Kind", how: "is", values: ["BULK"] },
  { on: "header", name: "X-None", how: "contains", values: ["b"] },
  { on: "header", name: "to", how: "is", values: ["bob@example.com"] },
  { on: "header", name: "Reply-To", how: "contains", values: ["a"] },
  { on: "body", how: "contains", values: ["good morning"] },
  { on: "size", how: "over", octets: SIZE },
  { on: "size", how: "over", octets: SIZE - 1 },
  { on: "size", how: "under", octets: SIZE },
  { on: "size", how: "under", octets: SIZE + 1 },
  { on: "attachment" },
] as unknown as readonly Condition[];

test.each(CONDITIONS)("%j is met here as at delivery", (condition) => {
  for (const isNot of [false, true]) {
    const made = rule("all", { ...condition, isNot });
    expect(isMatch(made, EMAIL, inText)).toBe(isSorted(made));
  }
});

test("all, any, or no condition", () => {
  const [yes, no] = [CONDITIONS[0]!, CONDITIONS[3]!].map((one) => ({ ...one, isNot: false }));
  for (const made of [rule("all", yes!, no!), rule("any", no!, yes!), rule("all")])
    expect(isMatch(made, EMAIL, inText)).toBe(isSorted(made));
});

test("only what the conditions compare is asked for", () => {
  expect(propertiesFor(rule("all", ...CONDITIONS))).toEqual([
    "to",
    "cc",
    "to",
    "cc",
    "to",
    "cc",
    "header:List-Id:asText:all",
    "header:List-Id:asText:all",
    "header:X-Kind:asText:all",
    "header:X-None:asText:all",
    "header:to:asRaw:all",
    "header:Reply-To:asRaw:all",
    "size",
    "size",
    "size",
    "size",
    "attachments",
  ]);
});
