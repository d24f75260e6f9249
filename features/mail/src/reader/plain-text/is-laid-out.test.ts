import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { allParts, decodeText, parseMessage } from "@atrium/formats/mime";
import { describe, expect, test } from "vitest";
import { growth, many } from "../../../../../formats/src/testing/growth.ts";
import { isLaidOut } from "./is-laid-out.ts";

const lines = (...all: readonly string[]): string => `Hello,\n\n${all.join("\n")}\n\nBob`;

describe("what is laid out for letters of one width", () => {
  test.each([
    [
      "columns",
      ["Item        Price   Count", "Lamp        24.00       2", "Candle       3.50      10"],
    ],
    ["names and values", ["Name:     Ann", "Street:   Mill Lane 3", "Town:     Ashford"]],
    ["columns by tabs", ["Lamp\t24.00", "Candle\t3.50", "Wick\t0.10"]],
    ["columns of Korean", ["품목    수량", "사과       3", "포도송이   12", "배         1"]],
    ["a framed table", ["+------+-----+", "| Lamp | 2   |", "+------+-----+"]],
    ["a table of Markdown", ["| a | b |", "|---|---|", "| 1 | 2 |"]],
    ["boxes", ["┌──────┐", "│ Lamp │", "└──────┘"]],
    ["a tree of files", ["src", "├── index.ts", "│   └── a.ts", "└── b.ts"]],
    ["a diff", ["--- a/x.ts", "+++ b/x.ts", "@@ -1,3 +1,4 @@", " same", "+new"]],
    [
      "a stack trace",
      [
        "TypeError: x is not a function",
        "    at run (/srv/app/main.js:10:5)",
        "    at Object.<anonymous> (/srv/app/main.js:20:1)",
        "    at node:internal/main:5:3",
      ],
    ],
    ["a traceback", ["Traceback (most recent call last):", '  File "x.py", line 3, in <module>']],
    ["code", ["function add(a, b) {", "  return a + b;", "}"]],
    ["Python", ["def add(a, b):", "    total = a + b", "    last = total"]],
    ["commands", ["$ npm start", "$ curl localhost", "$ ls"]],
    ["a drawing", ["| | | (_)", "| |_| | |", "|  _  | |'", "|_| |_|_|/"]],
  ] as const)("%s", (_, text) => {
    expect(isLaidOut(lines(...text))).toBe(true);
    expect(isLaidOut(lines(...text).replaceAll("\n", "\r\n"))).toBe(true);
  });
});

describe("what is not", () => {
  test.each([
    [
      "prose",
      ["I was there.  Nobody else was.", "We talked.  It was late.", "I left.  It rained."],
    ],
    ["a list", ["1.  Lamp", "2.  Candle", "3.  Wick", "-   salt", "-   oil", "-   bread"]],
    ["a list with semicolons", ["- rent;", "- heating;", "- water;", "- light."]],
    ["an address", ["Mill Lane 3", "Ashford", "England"]],
    ["indented paragraphs", ["    One that begins", "    and goes on", "    to its end."]],
    ["ruled lines", ["----------", "News", "==========", "* * * * *", "__________"]],
    ["two lines in line by chance", ["Yes        sure", "No         never", "Perhaps"]],
    ["links", ["https://a.example/x?y=1", "https://b.example/z", "https://c.example/#w"]],
    ["prices", ["$ 100 for me", "$ 200 for you", "$ 300 for all"]],
    ["headings", ["# One", "# Two", "# Three"]],
    ["smileys", [":-)", ";-)", "^_^"]],
    ["Korean prose", ["안녕하세요. 오늘 회의는", "세 시에 시작합니다.", "늦지 마세요."]],
  ] as const)("%s", (_, text) => {
    expect(isLaidOut(lines(...text))).toBe(false);
  });

  test("what is quoted, and the signature", () => {
    const table = ["Tel.    +44 1", "Fax     +44 2", "Web     a.example"];
    expect(isLaidOut(lines(...table))).toBe(true);
    expect(isLaidOut(lines(...table.map((line) => `> ${line}`)))).toBe(false);
    expect(isLaidOut(`Hello.\n\n-- \n${table.join("\n")}`)).toBe(false);
  });
});

test.each([
  "  at a.b1)",
  "| ",
  "+-",
  "{};\n",
  "  a",
  "\t",
  "a  b\n",
  "│",
  "/\\",
  ". ",
  "at ",
  " = ",
])("twice as long a text of %j is at most triple work", (part) => {
  expect(growth(isLaidOut, many(part))).toBeLessThanOrEqual(3);
  expect(growth(isLaidOut, many(`${part.repeat(100)}\n`))).toBeLessThanOrEqual(3);
});

const CORPUS = join(
  resolve(
    import.meta.dirname,
    "../../../../..",
    process.env["ATRIUM_CORPORA"] ?? "../shared/corpora",
  ),
  "mime",
);

test.skipIf(!existsSync(CORPUS))(
  "none of the letters that others collected is taken for a table (skipped without them)",
  () => {
    const found = ["rfc", "legacy"].flatMap((folder) =>
      readdirSync(join(CORPUS, folder))
        .filter((name) => name.endsWith(".eml"))
        .filter((name) => {
          const message = parseMessage(readFileSync(join(CORPUS, folder, name)));
          return allParts(message.root)
            .filter(({ type }) => type === "text/plain")
            .some((part) => isLaidOut(decodeText(message.bytes, part).value));
        })
        .map((name) => `${folder}/${name}`),
    );
    expect(found).toEqual([]);
  },
);
