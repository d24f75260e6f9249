import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ENGLISH, KOREAN, TECHNICAL, TERMS, type Wording } from "./words.ts";

const root = join(import.meta.dirname, "../..");

/** The files in which people read, by the language that a file or its name says. */
const filesOf = (language: "en" | "ko"): readonly string[] =>
  [
    `{apps,features,kits}/**/src/**/strings/**/${language}.ts`,
    `{apps,features,kits}/**/src/**/strings/**/*.${language}.ts`,
    `features/*/src/help/${language}.ts`,
  ]
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !file.includes("node_modules"));

/** Where Korean is written beside English, or without a folder for the language. */
const MORE_KOREAN = [
  "contract/src/applications.ts",
  "features/mail/src/notifications/new-mail.ts",
  "kits/shell/src/errors/*.{ts,tsx}",
  "kits/shell/src/release/words.ts",
  "kits/ui/src/date-time/words.ts",
  "server/src/features/*/*/strings.ts",
  "server/src/protocols/http/static/manifest.ts",
  "server/src/protocols/public/*/strings.ts",
];
/** Korean has one sentence for all of these: ‘…’ 검색 결과가 없습니다. */
const NOTHING_FOUND = /^No \D+ match “/;
const HANGUL = /\p{Script=Hangul}/u;

/** What is between quotes in a file of the program, without what is only its name. */
const sentencesIn = (source: string): readonly string[] =>
  [...source.matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)]
    .map(([, plain, composed]) => plain ?? composed ?? "")
    .filter((text) => !text.startsWith("@atrium/") && !/^\.{1,2}\//.test(text));

const faultsOf = (where: string, text: string, wordings: readonly Wording[]): readonly string[] =>
  wordings
    .filter(({ not, elsewhere }) => not.test(text) && elsewhere?.test(where) !== true)
    .map(({ but }) => `${where}: “${text}”, better: ${but}`);

/** A document's lines, without code, quotations (names of tests among them) and the targets of links. */
const linesIn = (document: string): readonly string[] =>
  document
    .replaceAll(/^```[^`]*^```/gm, "")
    .replaceAll(/`[^`\n]*`|“[^”]*”|\]\([^)\n]*\)/g, "")
    .split("\n");

/** Sentences of the program, not its names; comments are left out, whose quotation marks need not be in pairs. */
const messagesIn = (source: string): readonly string[] =>
  sentencesIn(source.replaceAll(/^ *(?:\/\/|\/?\*).*$/gm, "")).filter((text) => text.includes(" "));

const faultsIn = (
  files: readonly string[],
  wordings: readonly Wording[],
  textsIn: (source: string) => readonly string[] = sentencesIn,
): readonly string[] =>
  files.flatMap((file) =>
    textsIn(readFileSync(join(root, file), "utf8")).flatMap((text) =>
      faultsOf(file, text, wordings),
    ),
  );

/** Every text of a module by its path. What is made of parameters is made of their names. */
function textsOf(value: unknown, path = ""): (readonly [path: string, text: string])[] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") {
    const names = { get: (_: object, name: string) => (name === "count" ? 2 : `{${name}}`) };
    return [[path, String((value as (params: object) => unknown)(new Proxy({}, names)))]];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    textsOf(inner, key === "en" || key === "ko" ? path : `${path}.${key}`),
  );
}

const found = (text: string, wordings: readonly Wording[]): readonly string[] =>
  wordings.filter(({ not }) => not.test(text)).map(({ but }) => but);

test("what people read in English has the product's words", () => {
  const files = filesOf("en");
  expect(files.length).toBeGreaterThan(30);
  expect(faultsIn(files, ENGLISH)).toEqual([]);
});

const wordings: readonly Wording[] = [
  ...KOREAN,
  ...TERMS.flatMap(({ ko, not, elsewhere }) =>
    not ? [{ not, but: String(ko), ...(elsewhere && { elsewhere }) }] : [],
  ),
];

test("what people read in Korean has the product's words", () => {
  const files = filesOf("ko");
  expect(files).toHaveLength(filesOf("en").length);
  expect(faultsIn(files, wordings)).toEqual([]);
});

test("Korean elsewhere has the product's words", () => {
  for (const pattern of MORE_KOREAN) {
    const files = globSync(pattern, { cwd: root });
    const texts = files.flatMap((file) =>
      sentencesIn(readFileSync(join(root, file), "utf8"))
        .filter((text) => HANGUL.test(text))
        .map((text) => [file, text] as const),
    );
    expect([pattern, texts.length > 0]).toEqual([pattern, true]);
    expect(texts.flatMap(([file, text]) => faultsOf(file, text, wordings))).toEqual([]);
  }
});

test("where English names a thing, Korean calls it by its one word", async () => {
  const faults: string[] = [];
  for (const file of filesOf("ko")) {
    const [en, ko] = await Promise.all(
      [file.replace(/ko\.ts$/, "en.ts"), file].map(
        async (one) => new Map(textsOf({ ...((await import(join(root, one))) as object) })),
      ),
    );
    for (const [path, text] of en!)
      for (const term of path.endsWith(".slug") || NOTHING_FOUND.test(text) ? [] : TERMS)
        if (term.en.test(text.replace(/\{\w+\}/g, "")) && !term.ko.test(ko!.get(path) ?? ""))
          faults.push(`${file}${path}: “${text}” is “${ko!.get(path)}”, without ${term.ko}`);
  }
  expect(faults).toEqual([]);
});

/** What shows a toast, and the words beside a verb of mail that do so later. */
const SHOWS =
  /\b(?:toast|offerUndo|act|call|change|decide|end|give|remove|save|write)\(|\bdone: |\bconst (?:message|said)\b[^=]*= /g;

/** What a file of a screen says in toasts: the calls of its dictionaries there, as name of the function and key. */
function saidIn(source: string): readonly (readonly [dictionary: string, key: string])[] {
  if (!/\b(?:toast|offerUndo|use\w*Act|useRecordForm|useRecord|OneRecord)\b|\bdone: /.test(source))
    return [];
  return [...source.matchAll(SHOWS)].flatMap(({ 0: found, index }) =>
    [
      ...expressionAt(source, index + found.length).matchAll(
        /\b(\w)\((?:\w+ \? )?((?:"\w+"(?: : )?)+)/g,
      ),
    ].flatMap(([, dictionary, keys]) =>
      [...keys!.matchAll(/"(\w+)"/g)].map(([, key]) => [dictionary!, key!] as const),
    ),
  );
}

/** An expression, up to the bracket, comma or semicolon that ends it. What is done by its button is not of it. */
function expressionAt(source: string, from: number): string {
  let depth = 0;
  let at = from;
  for (; at < source.length; at += 1) {
    const one = source[at]!;
    if ("([{".includes(one)) depth += 1;
    else if (")]}".includes(one) && (depth -= 1) < 0) break;
    else if (one === ";" && depth === 0) break;
  }
  return source.slice(from, at).replace(/\b(?:action|onUndo): [^]*$/, "");
}

/** A verb that makes a sentence, or what asks for something. */
const IS_SENTENCE =
  /\b(?:am|is|are|was|were|can(?:[’']t|not)?|could(?:n[’']t)?|will|won[’']t|ha[sd]|have|do(?:es)?n[’']t|did(?:n[’']t)?|may|must|receives)\b|^(?:Check|Choose|Enter|Select|Try)\b|[.!?] [\p{Lu}{]/iu;

test("a toast that is a sentence ends with a full stop, and one that is none does not", async () => {
  const files = globSync("features/*/src/**/*.{ts,tsx}", { cwd: root }).filter(
    (file) => !/\.test\.ts|\/strings\/|node_modules/.test(file),
  );
  const faults = new Set<string>();
  let count = 0;
  for (const file of files) {
    const source = readFileSync(join(root, file), "utf8");
    for (const [dictionary, key] of saidIn(source)) {
      const from = new RegExp(
        `import \\{[^}]*\\b${dictionary}\\b[^}]*\\} from "([^"]+/strings)/index\\.ts"`,
      );
      const folder = from.exec(source)?.[1];
      if (folder === undefined) continue;
      for (const language of ["en", "ko"] as const) {
        const module = join(root, file, "..", folder, `${language}.ts`);
        const texts = new Map(textsOf({ ...((await import(module)) as object) }));
        const text = texts.get(`.${key}`);
        if (text === undefined) continue;
        count += 1;
        const isSentence =
          language === "en"
            ? IS_SENTENCE.test(text.replace(/ (?:because|until) .*/, ""))
            : /(?:니다|세요|까요)[.!?]?$/.test(text);
        if (isSentence !== /[.!?…]$/.test(text))
          faults.add(`${file}: ${language} ${key} “${text}”`);
      }
    }
  }
  expect([...faults]).toEqual([]);
  expect(count).toBeGreaterThan(150);
});

test("documents have the words of the field", () => {
  const files = globSync(
    [
      "*.md",
      "docs/**/*.md",
      "{apps,features,kits}/*/README.md",
      "{contract,formats,server}/README.md",
    ],
    { cwd: root },
  );
  expect(files.length).toBeGreaterThan(50);
  expect(faultsIn(files, TECHNICAL, linesIn)).toEqual([]);
});

test("what the server, the command line and the scripts say has the words of the field", () => {
  const files = globSync(["server/src/**/*.ts", "scripts/**/*.{ts,mjs}"], { cwd: root }).filter(
    // Those of its tests aside, and what the demo's people write to each other.
    (file) => !/\.(?:test|fixture)\.ts$|\/testing\/|\/features\/demo\//.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(faultsIn(files, TECHNICAL, messagesIn)).toEqual([]);
});

test("a wording that is not the product's own is found", () => {
  expect(found("Write a mail", ENGLISH)).toContain("New message");
  expect(found("The address or the password is not right.", ENGLISH)).toEqual(["Wrong password"]);
  expect(found("Mail queue", ENGLISH)).toEqual([]);
  expect(found("지금 비밀번호", KOREAN)).toEqual(["현재 비밀번호"]);
  expect(found("{size}MB", KOREAN)).toEqual(["a space before the unit"]);
  for (const text of [
    "{name}을(를) 삭제할까요?",
    "‘{name}’으로 이동했습니다.",
    "{name} 님의 메일",
    "메일 3통",
    "잠시 뒤 다시 시도하세요.",
    "2단계 로그인",
    "임시 보관함",
    "받은 편지함",
    "공유 메일함",
    "폴더로 이동",
    "첨부파일",
  ])
    expect([text, found(text, wordings).length > 0]).toEqual([text, true]);
  for (const text of [
    "{who}이 {thing}님을 추가함",
    "{date}에 보냅니다.",
    "표시된 주소({shown})와 다른 주소",
  ])
    expect([text, found(text, wordings)]).toEqual([text, []]);
});

test("in a document only its own words count, in a program only its messages", () => {
  const document =
    "`mails` is a name, “told anew” a test\n[by](whoever.md)\n```\nmails\n```\nIt stands here.";
  expect(linesIn(document).flatMap((line) => found(line, TECHNICAL))).toEqual([
    "is in, is shown at",
  ]);
  const program = `// told in "vain", anew\nlog.warn("the store is away"); const mails = "mails";`;
  expect(messagesIn(program)).toEqual(["the store is away"]);
  expect(found("the store is away", TECHNICAL)).toEqual(["is unavailable"]);
  expect(found("A stand-in mends nothing by itself", TECHNICAL)).toHaveLength(2);
});
