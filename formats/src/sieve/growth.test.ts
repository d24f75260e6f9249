import { describe, expect, it, test } from "vitest";
import { parseMessage } from "../mime/index.ts";
import { growth, many } from "../testing/growth.ts";
import {
  Budget,
  compileScript,
  runScript,
  SieveError,
  type Outcome,
  type Script,
} from "./index.ts";
import { MAX_COMPARED, MAX_SCRIPT_OCTETS, MAX_STEPS, MAX_VALUE } from "./limits.ts";
import { parseScript } from "./parser.ts";

interface Cost {
  readonly outcome: Outcome;
  /** Commands, tests and turns of loops, and characters. */
  readonly steps: number;
  readonly characters: number;
}

function costOf(
  script: Script,
  message: string,
  scripts: ReadonlyMap<string, Script> = new Map(),
): Cost {
  const bytes = new TextEncoder().encode(message);
  const budget = new Budget();
  const outcome = runScript(
    script,
    {
      message: parseMessage(bytes),
      size: bytes.length,
      envelope: { from: "ann@example.org", to: "bob@example.com" },
      now: new Date("2026-01-01T00:00:00Z"),
      timeZone: "UTC",
      mailboxes: { exists: () => false, existsId: () => false, hasUse: () => false },
      scripts,
      seen: new Map(),
    },
    budget,
  );
  return { outcome, steps: budget.steps, characters: budget.characters };
}

const requiring = (capabilities: string): string =>
  `require ["${capabilities.replaceAll(" ", '", "')}"];\r\n`;

const body = (text: string): string => `Subject: x\r\n\r\n${text}`;
const header = (text: string): string => `Subject: ${text}\r\n\r\n`;
const parts = (count: number, type = "text/plain"): string =>
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n${`--b\r\nContent-Type: ${type}\r\n\r\n<b>x</b>\r\n`.repeat(count)}--b--\r\n`;
const nested = (depth: number): string =>
  Array.from(
    { length: depth },
    (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\r\n\r\n--b${index}\r\n`,
  ).join("") + "\r\nx\r\n";
const forwarded = (depth: number): string =>
  `${"Content-Type: message/rfc822\r\n\r\n".repeat(depth)}Subject: x\r\n\r\nbody\r\n`;

/** What a script costs grows as the message does, or slower. */
describe("a run's cost grows as the message does", () => {
  test.each<
    [what: string, capabilities: string, script: string, message: (size: number) => string]
  >([
    ["contains", "body", 'if body :contains "zzz" {}', (size) => body("z ".repeat(size))],
    [
      "many asterisks",
      "body",
      `if body :matches "${"*a".repeat(50)}*b" {}`,
      (size) => body("a".repeat(size)),
    ],
    [
      "asterisks and question marks",
      "body",
      `if body :matches "*${"?a".repeat(20)}*b" {}`,
      (size) => body("a".repeat(size)),
    ],
    [
      "double asterisks",
      "body",
      `if body :matches "${"**".repeat(200)}b" {}`,
      (size) => body("a".repeat(size)),
    ],
    [
      "a bomb of an expression",
      "body regex",
      'if body :regex "(a*)*(a|aa)+(.*a){8}b" {}',
      (size) => body("a".repeat(size)),
    ],
    [
      "a long field",
      "variables",
      'if header :matches "subject" "*x*" {}',
      (size) => header("y".repeat(size)),
    ],
    [
      "many fields",
      "",
      'if header :contains "x-a" "q" {}',
      (size) => `${"X-A: b\r\n".repeat(size / 10)}\r\n`,
    ],
    [
      "many addresses",
      "",
      'if address :domain "to" "q" {}',
      (size) => `To: ${"a@b.example, ".repeat(size / 10)}c@d.example\r\n\r\n`,
    ],
    [
      "markup",
      "body",
      'if body :contains "q" {}',
      (size) => `Content-Type: text/html\r\n\r\n${"<div><b".repeat(size / 5)}`,
    ],
    [
      "many parts",
      "foreverypart extracttext variables",
      'foreverypart { extracttext "t"; set "n" "${t}"; }',
      (size) => parts(size / 40),
    ],
    [
      "deep parts",
      "mime",
      'if header :mime :anychild :type "content-type" "x" {}',
      (size) => nested(size / 200),
    ],
    [
      "messages in messages",
      "body",
      'if body :content "message" :contains "q" {}',
      (size) => forwarded(size / 200),
    ],
    [
      "many parameters",
      "mime",
      'if header :mime :param ["a", "b", "c"] "content-type" "q" {}',
      (size) => `Content-Type: text/plain${"; a=b".repeat(size / 10)}\r\n\r\n`,
    ],
  ])("%s", (_, capabilities, text, message) => {
    const script = compileScript((capabilities && requiring(capabilities)) + text);
    const [one, four] = [5000, 20_000].map((size) => costOf(script, message(size)));
    expect(one!.outcome.error).toBeNull();
    expect(four!.outcome.error).toBeNull();
    expect(four!.characters).toBeGreaterThan(0);
    expect(four!.characters / one!.characters).toBeLessThan(4.5);
    expect(four!.steps / one!.steps).toBeLessThan(4.5);
  });
});

describe("a run's cost grows as the script does", () => {
  test.each<[what: string, capabilities: string, write: (size: number) => string]>([
    ["commands", "", (size) => "keep;".repeat(size)],
    ["tests", "", (size) => `if anyof (${"false, ".repeat(size)}true) {}`],
    ["keys", "", (size) => `if header "subject" [${'"q", '.repeat(size)}"q"] {}`],
    ["fields", "", (size) => `if header [${'"x-q", '.repeat(size)}"x-q"] "q" {}`],
    ["variables", "variables", (size) => 'set "a" "${b}${c}d";'.repeat(size)],
    ["flags", "imap4flags", (size) => `setflag [${'"a", '.repeat(size)}"b"];`],
    ["conditions", "", (size) => "if false {} ".repeat(size)],
  ])("%s", (_, capabilities, write) => {
    const cost = (size: number): Cost =>
      costOf(compileScript((capabilities && requiring(capabilities)) + write(size)), header("x"));
    const [one, four] = [cost(500), cost(2000)];
    expect(four.outcome.error).toBeNull();
    expect(four.steps + four.characters).toBeLessThan(4.5 * (one.steps + one.characters));
  });
});

describe("what costs too much ends, and the message is kept", () => {
  const included = new Map(
    Array.from({ length: 10 }, (_, index) => [
      `s${index}`,
      compileScript(
        `${requiring("include")}${`include "s${index + 1}";`.repeat(index < 9 ? 10 : 0)}keep;`,
      ),
    ]),
  );
  const loops = (depth: number): string => "foreverypart {".repeat(depth) + "}".repeat(depth);

  test.each<[what: string, capabilities: string, script: string, message: string]>([
    ["includes that multiply", "include", 'include "s0";', header("x")],
    ["loops inside loops", "foreverypart", loops(30), nested(90)],
    ["a loop over many parts, often", "foreverypart", loops(1).repeat(200), parts(1500)],
    [
      "an expression on a large body",
      "body regex",
      'if body :regex "(.{1,30}){1,30}b" {}',
      body("a".repeat(400_000)),
    ],
    [
      "many keys on many fields",
      "",
      `if header "x-a" [${'"q", '.repeat(9000)}"q"] {}`,
      `${"X-A: bbbbbbbbbbbb\r\n".repeat(2000)}\r\n`,
    ],
    [
      "many names on many fields",
      "",
      `if exists [${'"x-a", '.repeat(9000)}"x-b"] {}`,
      `${"X-A: b\r\n".repeat(10_000)}\r\n`,
    ],
    [
      "parameters of all parts, often",
      "mime",
      `if header :mime :anychild :param [${'"q", '.repeat(9000)}"r"] "content-type" "q" {}`,
      parts(1500),
    ],
    [
      "expressions that variables make",
      "regex variables foreverypart",
      'foreverypart { set "n" "${n}a"; if string :regex "x" "(${n}.{9}){50}" {} }',
      parts(1500),
    ],
    [
      "strings that variables make",
      "variables foreverypart",
      `${'set "a" "${a}${a}bcdefgh";'.repeat(20)} foreverypart { set "b" "${"${a}".repeat(60)}"; }`,
      parts(1500),
    ],
  ])("%s", (_, capabilities, text, message) => {
    const script = compileScript((capabilities && requiring(capabilities)) + text);
    const { outcome, steps, characters } = costOf(script, message, included);
    expect(outcome.error?.message).toMatch(
      /too many steps|compares too much|too large|too deep|More than/,
    );
    expect(outcome.filed).toEqual([{ mailbox: null, flags: [], edits: null }]);
    expect(steps).toBeLessThanOrEqual(MAX_STEPS + 1);
    expect(characters).toBeGreaterThanOrEqual(0);
  });
});

/** Work that is not counted, such as decoding, would show here. */
describe("the work itself grows as the message does", () => {
  const script = (capabilities: string, text: string): Script =>
    compileScript(requiring(capabilities) + text);

  test.each<[what: string, script: Script, write: (size: number) => string]>([
    ["words", script("body", 'if body :matches "*q*q?" {}'), (size) => body(many("word ")(size))],
    [
      "Korean",
      script("body", 'if body :matches "*회?의*" {}'),
      (size) => body(many("안녕하세요")(size)),
    ],
    [
      "lines of a preamble",
      script("body", 'if body :content "multipart" :contains "q" {}'),
      (size) =>
        `Content-Type: multipart/mixed; boundary=b\r\n\r\n${many("\r\n")(size)}--b\r\n\r\nx\r\n--b--\r\n`,
    ],
    [
      "encoded words",
      script("variables", 'if header :matches "subject" "*q*" {}'),
      (size) => header(many("=?utf-8?q?a?= ")(size)),
    ],
    [
      "deletions",
      script("editheader", 'deleteheader :contains "x-a" "q";'),
      (size) => `${many("X-A: b\r\n")(size)}\r\n`,
    ],
  ])("%s", (_, compiled, write) => {
    expect(growth((text) => costOf(compiled, text), write)).toBeLessThan(3);
  });

  it("reads scripts in time that grows as they do", () => {
    for (const text of ["keep;", "/*/", '"\\\\', "\r\n", "text:\r\n.\r\n", "[[", "#\r\n", "x :a "])
      expect(
        growth(
          (script) => {
            try {
              parseScript(script);
            } catch (error) {
              if (!(error instanceof SieveError)) throw error;
            }
          },
          (size) => many(text)(Math.min(size / 4, MAX_SCRIPT_OCTETS - 100)),
        ),
      ).toBeLessThan(3);
  });
});

test("no single step spends more than a value of a message", () => {
  const text = "a".repeat(MAX_VALUE);
  const cost = costOf(
    compileScript(`${requiring("body")}${'if body :contains "b" {}'.repeat(100)}`),
    body(text),
  );
  expect(cost.outcome.error?.message).toBe("The script compares too much text");
  expect(cost.characters).toBeLessThan(MAX_COMPARED + 2 * MAX_VALUE);
});
