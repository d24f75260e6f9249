import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { IS_WHOLE } from "../../formats/src/testing/whole.ts";
import { expressionsIn, expressionsOfProgram, type Expression } from "./expressions.ts";
import { FOUND_LINEAR } from "./found-linear.ts";
import { isPlainlyLinear } from "./loops.ts";

/** Every regular expression of the program takes time that grows as its input does, or its input cannot grow. */

// The part in JavaScript: the package would rather start a program that was built for this machine.
const { checkSync } = createRequire(import.meta.url)(
  "recheck/lib/browser.js",
) as typeof import("recheck");

/** Expressions that are slow, and what keeps what they read short. */
const BOUNDED: readonly {
  readonly file: string;
  readonly expression: string;
  readonly by: string;
}[] = [
  {
    file: "server/src/platform/postgres/engine.ts",
    expression: String.raw`/(\d+)[.\d]*\s*(?:\(|$)/`,
    by: "what the administrator's own PostgreSQL answers to --version",
  },
];

/** Expressions that are put together when the program runs, and why each is linear. */
const DYNAMIC: readonly {
  readonly file: string;
  readonly call: string;
  readonly because: string;
}[] = [
  {
    file: "features/mail/src/reader/find/matches-in.ts",
    call: 'new RegExp(words.map(formsOf).join("\\\\s+"), "giu")',
    because: "escaped words with spaces between, of which none begins or ends with a space",
  },
  ...[
    'new RegExp(`${sign}{${most}}(?=${sign})`, "gu")',
    'new RegExp(`${sign}{1,${most}}$`, "u")',
    'new RegExp(`^${sign}{1,${most}}`, "u")',
  ].map((call) => ({
    file: "kits/mail-html/src/bounds/break-runs.ts",
    call,
    because: "a constant number of signs of one class",
  })),
  ...[
    'new RegExp( `(?:^|[;\\\\s])(?:display\\\\s*:\\\\s*none|visibility\\\\s*:\\\\s*(?:hidden|collapse)|(?:opacity|max-height)\\\\s*:\\\\s*${NONE})`, "i", )',
    'new RegExp(`(?:^|[;\\\\s])(?:height|width)\\\\s*:\\\\s*${NONE}`, "i")',
    'new RegExp(`^${NONE}`, "i")',
  ].map((call) => ({
    file: "formats/src/mail-html/hidden.ts",
    call,
    because: "all of it is constant; what it reads ends at MAX_ATTRIBUTES",
  })),
  {
    file: "formats/src/mail-html/tokens.ts",
    call: 'new RegExp(`</${name}(?=[\\\\s/>])`, "gi")',
    because: "the name is one of eight elements; it has no repetition",
  },
  {
    file: "formats/src/mail-html/tokens.ts",
    call: 'new RegExp( `(?:^|[\\\\s/"\'])${name}(?:\\\\s*=\\\\s*(?:"([^"]*)"|\'([^\']*)\'|([^\\\\s"\'>]*))|(?=[\\\\s/>]|$))`, "i", )',
    because: "the name is one of three; what it reads ends at MAX_ATTRIBUTES",
  },
  {
    file: "server/src/cli/domain-check.ts",
    call: 'new RegExp(`.{1,${TXT_STRING}}`, "g")',
    because: "a constant number of characters",
  },
  {
    file: "server/src/features/accounts/credentials/secrets.ts",
    call: 'new RegExp(`.{${GROUP}}`, "g")',
    because: "a constant number of characters",
  },
  {
    file: "server/src/features/accounts/credentials/secrets.ts",
    call: "new RegExp(`^[${ALPHABET}]{${APP_PASSWORD_LENGTH}}$`)",
    because: "a constant number of characters",
  },
  {
    file: "server/src/features/outbound/dkim/sign.ts",
    call: "new RegExp(`(?<=${separator.source})`)",
    because: "the separator is one character",
  },
  {
    file: "server/src/features/outbound/domain-check/check.ts",
    call: 'new RegExp(`^${version}\\\\b`, "i")',
    because: "the version is that of a record which we ask for; it has no repetition",
  },
  {
    file: "server/src/platform/blobs/s3/answers.ts",
    call: "new RegExp(`<${name}>([^<]*)</${name}>`)",
    because: "the name is one of S3's elements, and the repetition ends at the next tag",
  },
];

const PROGRAM = expressionsOfProgram();
const written = ({ source, flags }: Expression): string => `/${source}/${flags}`;
const found = new Set(IS_WHOLE ? [] : FOUND_LINEAR);

/** Counted in steps and not in time, so that every machine comes to the same verdict. */
const COUNTED = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  randomSeed: 1,
  // What automata cannot decide (looking ahead and behind, long counts) is tried out, with so much effort.
  incubationLimit: 8000,
  attackLimit: 20_000_000,
  maxIteration: 3,
  maxInitialGenerationSize: 100,
  maxGenerationSize: 30,
  mutationSize: 10,
  crossoverSize: 10,
};

function verdictOn(expression: Expression): string {
  if (found.has(written(expression))) return "safe";
  const { source, flags } = expression;
  // Without a repetition that has no end, each place of the input is looked at a certain number of times.
  const bare = source.replaceAll(/\\./gs, "").replaceAll(/\[[^\]]*\]/g, "");
  if (!/[*+]|\{\d+,\}/.test(bare) || isPlainlyLinear(source, flags)) return "safe";
  const verdict = checkSync(source, flags, COUNTED);
  return verdict.status === "vulnerable" ? verdict.complexity.summary : verdict.status;
}

test("no regular expression takes more than linear time", { timeout: 900_000 }, () => {
  const verdicts = new Map<string, string>();
  for (const one of PROGRAM.constant)
    if (!verdicts.has(written(one))) verdicts.set(written(one), verdictOn(one));
  const slow = PROGRAM.constant.filter((one) => verdicts.get(written(one)) !== "safe");
  const isBounded = (one: Expression): boolean =>
    BOUNDED.some(({ file, expression }) => file === one.file && expression === written(one));
  expect(
    slow
      .filter((one) => !isBounded(one))
      .map((one) => `${one.file}:${one.line} ${written(one)}: ${verdicts.get(written(one))}`),
  ).toEqual([]);
  // An entry that allows nothing any more goes.
  const isSlow = ({ file, expression }: (typeof BOUNDED)[number]): boolean =>
    slow.some((one) => one.file === file && written(one) === expression);
  expect(BOUNDED.filter((entry) => !isSlow(entry))).toEqual([]);
});

test("each one that was found to be linear still stands in the program", () => {
  const here = new Set(PROGRAM.constant.map(written));
  expect(FOUND_LINEAR.filter((expression) => !here.has(expression))).toEqual([]);
});

test.each([
  ["^a*b", "", true],
  ["^(?:x-[\\w-]+|y\\d{2,}|z)$", "i", true],
  ["^(?:.*: )?(?:start|stop)\\b", "", true],
  [String.raw`^[)*+\]]+\*\+(?!\))`, "u", true],
  ["^a*b", "m", false],
  ["a*b", "", false],
  ["^x|a*b", "", false],
  ["^a*b*c", "", false],
  ["^(?:a*){2}", "", false],
  ["^(?:a*)?b+", "", false],
  ["^(?:ab)*c", "", false],
  ["^(a{1,5})+c", "", false],
  ["^(?=a*b)c", "", false],
  [String.raw`^(a+)\1`, "", false],
] as const)("/%s/%s passes one repetition at most: %s", (source, flags, isLinear) => {
  expect(isPlainlyLinear(source, flags)).toBe(isLinear);
});

test("each one that is put together when the program runs has a reason to be linear", () => {
  const here = PROGRAM.dynamic.map(({ file, call }) => `${file}: ${call}`);
  expect(here.toSorted()).toEqual(DYNAMIC.map(({ file, call }) => `${file}: ${call}`).toSorted());
});

test("expressions are found wherever they stand, and nothing else is", () => {
  const code = [
    'const a = /x+/g.test("/no/"); // /no/',
    "const b = `${/y/u.source} /no/`;",
    'const c = new RegExp("z+", "i"), d = RegExp(`w`), e = 8 / 2 / 1;',
    'text.match("v*"); text.match(/u/); text.search(wanted);',
    "const f = new RegExp(`a${b}`), g = new RegExp(text, 'g'), h = text.match(`${b}`);",
    'const i = new RegExp("a", flags);',
  ].join("\n");
  const { constant, dynamic } = expressionsIn("x.ts", code);
  expect(constant.map(written).toSorted()).toEqual(
    ["/x+/g", "/y/u", "/z+/i", "/w/", "/v*/", "/u/"].toSorted(),
  );
  expect(dynamic.map(({ line, call }) => `${line} ${call}`)).toEqual([
    "5 new RegExp(`a${b}`)",
    "5 new RegExp(text, 'g')",
    "5 text.match(`${b}`)",
    '6 new RegExp("a", flags)',
  ]);
});
