import { describe, expect, it, test } from "vitest";
import { parseMessage } from "../../mime/index.ts";
import { seededRandom, type Random } from "../../testing/random.ts";
import { compileScript, runScript, type Outcome } from "../index.ts";
import {
  ACTION_ORDER,
  faultOf,
  readRules,
  rulesAt,
  writeRules,
  type Action,
  type Condition,
  type Rule,
  type RulePart,
} from "./index.ts";

const rule = (
  conditions: readonly Condition[],
  actions: readonly Action[],
  more: Partial<Rule> = {},
): Rule => ({
  name: "A rule",
  isEnabled: true,
  match: "all",
  conditions,
  actions,
  ...more,
});
const ruleParts = (...rules: readonly Rule[]): readonly RulePart[] =>
  rules.map((one) => ({ kind: "rule", rule: one }));
const from = (value: string): Condition => ({
  on: "from",
  how: "contains",
  values: [value],
  isNot: false,
});
const MOVE: Action = { do: "move", mailboxId: "M1", mailbox: "Work" };

const MESSAGE = `From: Ann Example <ann@news.example.org>
To: bob@example.com
Cc: team@example.com
Subject: Weekly "news" \\o/
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

function outcomeOf(...rules: readonly Rule[]): Outcome {
  const bytes = new TextEncoder().encode(MESSAGE);
  return runScript(compileScript(writeRules({ head: "", parts: ruleParts(...rules) })), {
    message: parseMessage(bytes),
    size: bytes.length,
    envelope: { from: "ann@news.example.org", to: "bob@example.com" },
    now: new Date(),
    timeZone: "UTC",
    mailboxes: { exists: () => true, existsId: () => true, hasUse: () => true },
    scripts: new Map(),
    seen: new Map(),
  });
}

describe("a rule is Sieve that means what the rule says", () => {
  test.each<[condition: Omit<Condition, "isNot">, isMet: boolean]>([
    [{ on: "from", how: "contains", values: ["nobody", "Ann Ex"] }, true],
    [{ on: "from", how: "is", values: ["ann@news.example.org"] }, true],
    [{ on: "from", how: "is", values: ["news.example.org"] }, false],
    [{ on: "from", how: "domain", values: ["news.example.org"] }, true],
    [{ on: "from", how: "domain", values: ["example.org"] }, false],
    [{ on: "to", how: "is", values: ["team@example.com"] }, true],
    [{ on: "to", how: "domain", values: ["example.com"] }, true],
    [{ on: "subject", how: "contains", values: ['"NEWS" \\o/'] }, true],
    [{ on: "subject", how: "is", values: ["weekly"] }, false],
    [{ on: "list", how: "contains", values: ["<news.example.org>"] }, true],
    [{ on: "header", name: "X-Kind", how: "is", values: ["bulk"] }, true],
    [{ on: "header", name: "X-None", how: "contains", values: ["b"] }, false],
    [{ on: "body", how: "contains", values: ["good morning"] }, true],
    [{ on: "size", how: "over", octets: 100 }, true],
    [{ on: "size", how: "under", octets: 100 }, false],
    [{ on: "attachment" }, true],
  ] as [Omit<Condition, "isNot">, boolean][])("%j is %s", (condition, isMet) => {
    const isDeleted = (isNot: boolean): boolean =>
      outcomeOf(rule([{ ...condition, isNot } as Condition], [{ do: "delete" }])).filed[0]
        ?.mailbox !== null;
    expect(isDeleted(false)).toBe(isMet);
    expect(isDeleted(true)).toBe(!isMet);
  });

  it("needs all conditions, or one, or none", () => {
    const isMoved = (match: "all" | "any", ...conditions: readonly Condition[]): boolean =>
      outcomeOf(rule(conditions, [MOVE], { match })).filed[0]?.mailbox !== null;
    expect(isMoved("all", from("ann"), from("nobody"))).toBe(false);
    expect(isMoved("any", from("ann"), from("nobody"))).toBe(true);
    expect(isMoved("all")).toBe(true);
  });

  it("does nothing while it is off", () => {
    expect(outcomeOf(rule([], [MOVE], { isEnabled: false })).filed).toMatchObject([
      { mailbox: null },
    ]);
    expect(
      outcomeOf(rule([from("ann")], [MOVE], { isEnabled: false, match: "any" })).filed,
    ).toMatchObject([{ mailbox: null }]);
  });

  it("does all its actions, labels first, whatever their order", () => {
    const actions: readonly Action[] = [
      { do: "stop" },
      MOVE,
      { do: "forward", address: "ann@example.net" },
      { do: "label", keyword: "$label1" },
      { do: "star" },
      { do: "markRead" },
    ];
    const outcome = outcomeOf(rule([], actions), rule([], [{ do: "archive" }]));
    expect(outcome).toMatchObject({
      filed: [
        {
          mailbox: { name: "Work", id: "M1", create: false },
          flags: ["\\Seen", "\\Flagged", "$label1"],
        },
      ],
      redirects: [{ address: "ann@example.net" }],
    });
  });

  it("archives and deletes by use", () => {
    const uses = (act: "archive" | "delete") =>
      outcomeOf(rule([], [{ do: act }])).filed.map(({ mailbox }) => mailbox?.specialUse);
    expect(uses("archive")).toEqual(["\\Archive"]);
    expect(uses("delete")).toEqual(["\\Trash"]);
  });
});

describe("rules are read from what was written", () => {
  it("as sentences that people can read too", () => {
    const script = writeRules({
      head: "",
      parts: ruleParts(
        rule([from("ann"), { on: "attachment", isNot: true }], [MOVE, { do: "stop" }]),
      ),
    });
    expect(script.split("\r\n")).toEqual([
      'require ["fileinto", "mailboxid", "mime"]; # --- Rules',
      "# --- Rule: A rule",
      "if allof (",
      '  header :contains "from" ["ann"],',
      '  not header :mime :anychild :type :is "content-disposition" "attachment"',
      ") {",
      '  fileinto :mailboxid "M1" "Work";',
      "  stop;",
      "}",
      "# --- End of rule",
      "",
    ]);
  });

  it("whatever they are", () => {
    const random = seededRandom(1);
    for (let turn = 0; turn < 2000; turn += 1) {
      const parts = Array.from({ length: random.below(4) }, () => anyPart(random));
      const given = { head: random.pick(HEADS), parts: joined(parts) };
      const script = writeRules(given);
      compileScript(script);
      const again = readRules(script);
      expect(again).toEqual(given);
      expect(writeRules(again)).toBe(script);
    }
  });

  it("however they are spaced", () => {
    const script = writeRules({ head: "", parts: ruleParts(rule([from("ann")], [MOVE])) });
    const other = script.replaceAll("\r\n", "\n").replaceAll("  ", "\t");
    expect(readRules(other)).toEqual(readRules(script));
  });
});

describe("what is not a rule of the builder is kept byte for byte", () => {
  const RULE = writeRules({ head: "", parts: ruleParts(rule([from("ann")], [{ do: "stop" }])) });

  test.each([
    "",
    "\uFEFF# only a comment",
    "# a comment\r\nkeep;",
    'require "fileinto";\r\n\r\n# mine\r\nif true { fileinto "A"; }\r\n',
    '/* # --- Rule: x\n*/ require "copy"; require ["fileinto"]; keep;\n\n\n',
    'require ["fileinto"];fileinto text:\r\n# --- Rule: x\r\n# --- End of rule\r\n.\r\n;',
    "# --- Rule: unfinished\r\n",
    "if true { stop; }\n# --- End of rule\n",
    RULE.replace("stop;", "discard;"),
    RULE.replace("stop;", "stop; # why"),
    RULE.replace("{", "/* why */ {"),
    RULE.replace("# --- End of rule", "# --- End of rule, or not"),
    RULE.replace("# --- Rule: A rule", "keep; # --- Rule: A rule"),
    RULE.replace("# --- Rule: A rule", "# --- Rule: "),
    RULE.replace('["ann"]', '["${a}"]'),
    RULE.replace('["ann"]', '"ann"'),
    `${RULE}else { keep; }`,
    `${RULE}/**/elsif true { keep; }`,
  ])("%j", (script) => {
    const { head, parts } = readRules(script);
    expect(parts.filter(({ kind }) => kind === "rule")).toEqual([]);
    expect(writeRules({ head, parts })).toBe(script);
  });

  it("around rules, and when they change", () => {
    const mine = 'require ["vacation", "fileinto"]; # mine\n\n# first\nif true { fileinto "A"; }\n';
    const script = readRules(mine);
    const [one, other] = ruleParts(
      rule([from("a")], [MOVE], { name: "One" }),
      rule([from("b")], [{ do: "star" }], { name: "Other" }),
    );
    const written = writeRules({ ...script, parts: [one!, ...script.parts, other!] });
    expect(written).toContain(mine.slice(mine.indexOf("\n")));
    const read = readRules(written);
    expect(read).toEqual({ head: script.head, parts: [one, ...script.parts, other] });
    expect(writeRules({ ...read, parts: script.parts })).toBe(mine);
  });

  it("on lines of its own where it had none", () => {
    const script = readRules("keep;");
    const written = writeRules({
      ...script,
      parts: [...script.parts, ...ruleParts(rule([], [{ do: "stop" }]))],
    });
    expect(written).toMatch(/^keep;\r\n# --- Rule: A rule\r\n/);
  });
});

test.each<[fault: ReturnType<typeof faultOf>, change: Partial<Rule>]>([
  [null, {}],
  ["name", { name: "" }],
  ["name", { name: " a" }],
  ["name", { name: "a\r\ndiscard;" }],
  ["name", { name: "a\u2028b" }],
  ["name", { name: "x".repeat(101) }],
  ["conditions", { conditions: [], match: "any" }],
  ["conditions", { conditions: [{ on: "subject", how: "is", values: [], isNot: false }] }],
  ["conditions", { conditions: [from("")] }],
  ["conditions", { conditions: [from("a\nb")] }],
  ["conditions", { conditions: [from("${a}")] }],
  ["conditions", { conditions: [from("\uD800")] }],
  ["conditions", { conditions: [{ on: "size", how: "over", octets: -1, isNot: false }] }],
  ["conditions", { conditions: [{ on: "size", how: "over", octets: 1.5, isNot: false }] }],
  [
    "conditions",
    { conditions: [{ on: "header", name: "Subject", how: "is", values: ["a"], isNot: false }] },
  ],
  [
    "conditions",
    { conditions: [{ on: "header", name: "a b", how: "is", values: ["a"], isNot: false }] },
  ],
  ["actions", { actions: [] }],
  ["actions", { actions: [{ do: "label", keyword: "\\Seen" }] }],
  ["actions", { actions: [{ do: "label", keyword: "a b" }] }],
  ["actions", { actions: [{ do: "forward", address: "nobody" }] }],
  ["actions", { actions: [{ do: "forward", address: "a@b.example, c@d.example" }] }],
  ["actions", { actions: [{ do: "move", mailboxId: "M\r\n1", mailbox: "Work" }] }],
])("the fault of a rule is %j with %j", (fault, change) => {
  const changed = rule([from("ann")], [MOVE], change);
  expect(faultOf(changed)).toBe(fault);
  const write = (): string => writeRules({ head: "", parts: ruleParts(changed) });
  if (fault === null) expect(write()).toContain("# --- Rule: A rule");
  else expect(write).toThrow(`such ${fault}`);
});

const HEADS: readonly [string, ...string[]] = [
  "",
  'require "vacation";\r\n',
  '# mine\nrequire ["variables", "encoded-character"]; # and mine\n',
  "\uFEFFrequire [];".replace("[]", '"copy"') + "\r\n",
];
const WORDS: readonly [string, ...string[]] = [
  "ann@example.org",
  "example.org",
  'with "quotes" and \\ backslashes',
  "회의 안내",
  "*?${".replace("${", "$"),
  "# --- End of rule",
  "if true { discard; }",
  "😀 } ; /* ",
  "a  b",
];
const TEXTS: readonly [string, ...string[]] = [
  "# a comment\r\n",
  "keep;\n",
  'if header "a" "b" { stop; }\r\n\r\n',
  "\r\n",
  "# --- Rule: nothing\r\n",
];

function anyPart(random: Random): RulePart {
  return random.below(4) === 0
    ? { kind: "text", text: random.pick(TEXTS) }
    : { kind: "rule", rule: anyRule(random) };
}

/** Texts next to each other are read as one. */
function joined(parts: readonly RulePart[]): RulePart[] {
  const all: RulePart[] = [];
  for (const part of parts) {
    const before = all.at(-1);
    if (part.kind === "text" && before?.kind === "text")
      all[all.length - 1] = { kind: "text", text: before.text + part.text };
    else all.push(part);
  }
  return all;
}

function anyRule(random: Random): Rule {
  const conditions = Array.from({ length: random.below(4) }, () => anyCondition(random));
  const actions = Array.from({ length: 1 + random.below(4) }, () => anyAction(random));
  const rank = ({ do: act }: Action): number => ACTION_ORDER.indexOf(act);
  return {
    name: random.pick(WORDS).trim(),
    isEnabled: random.below(3) > 0,
    match: conditions.length === 0 ? "all" : random.pick(["all", "any"]),
    conditions,
    actions: actions.sort((one, other) => rank(one) - rank(other)),
  };
}

function anyCondition(random: Random): Condition {
  const values = Array.from({ length: 1 + random.below(3) }, () => random.pick(WORDS));
  const isNot = random.below(2) === 0;
  const how = random.pick(["contains", "is"] as const);
  return random.pick<Condition>([
    {
      on: random.pick(["from", "to"]),
      how: random.pick(["contains", "is", "domain"]),
      values,
      isNot,
    },
    { on: random.pick(["subject", "list"]), how, values, isNot },
    {
      on: "header",
      name: random.pick(["X-Kind", "to", "content-disposition"]),
      how,
      values,
      isNot,
    },
    { on: "body", how: "contains", values, isNot },
    { on: "size", how: random.pick(["over", "under"]), octets: random.below(1e9), isNot },
    { on: "attachment", isNot },
  ]);
}

function anyAction(random: Random): Action {
  return random.pick<Action>([
    { do: random.pick(["markRead", "star", "archive", "delete", "stop"]) },
    { do: "label", keyword: random.pick(["$label1", "work"]) },
    { do: "forward", address: "ann+x@example.net" },
    { do: "move", mailboxId: "M1", mailbox: random.pick(WORDS) },
  ]);
}

test("a line of a script is in the rule around it, or in none", () => {
  const rule = (name: string): RulePart => ({
    kind: "rule",
    rule: { name, isEnabled: true, match: "all", conditions: [], actions: [{ do: "star" }] },
  });
  const text = writeRules({
    head: "",
    parts: [rule("One"), { kind: "text", text: "keep;\r\n" }, rule("Two"), rule("Three")],
  });
  const lines = text.split("\r\n");
  const at = (content: string): number[] =>
    lines.flatMap((line, index) => (line.includes(content) ? index + 1 : []));
  expect(rulesAt(text, at("addflag"))).toEqual(["One", "Two", "Three"]);
  expect(rulesAt(text, at("addflag").slice(1, 2))).toEqual(["Two"]);
  expect(rulesAt(text, at("keep;"))).toEqual([]);
  expect(rulesAt(text, [])).toEqual([]);
});
