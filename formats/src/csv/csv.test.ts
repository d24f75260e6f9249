import { expect, test } from "vitest";
import { growth, many } from "../testing/growth.ts";
import { seededRandom } from "../testing/random.ts";
import { CSV_LIMITS, decodeCsv, readCsv, unguarded, writeCsv, type Csv } from "./index.ts";

const rowsOf = (csv: Csv) => {
  if ("fault" in csv) throw new Error(csv.fault);
  return csv.rows;
};
const cells = (text: string) => rowsOf(readCsv(text)).map((row) => row.cells);
const octets = (text: string) => new TextEncoder().encode(text);

test("values stand between commas, quoted where they have commas, quotes or lines of their own", () => {
  expect(
    rowsOf(
      readCsv(
        'name,address\r\n"Archer, Alice",alice@demo.test\r\n"Bob ""Bo""\r\nBaker",bob@demo.test',
      ),
    ),
  ).toEqual([
    { line: 1, cells: ["name", "address"] },
    { line: 2, cells: ["Archer, Alice", "alice@demo.test"] },
    { line: 3, cells: ['Bob "Bo"\r\nBaker', "bob@demo.test"] },
  ]);
});

test("lines end as they like, and those without anything are no records but are counted", () => {
  expect(rowsOf(readCsv("\n\na,b\r\rc,d\n,\r\ne,\n"))).toEqual([
    { line: 3, cells: ["a", "b"] },
    { line: 5, cells: ["c", "d"] },
    { line: 7, cells: ["e", ""] },
  ]);
  expect(rowsOf(readCsv('"a\nb\rc\r\nd"\ne'))).toEqual([
    { line: 1, cells: ["a\nb\rc\r\nd"] },
    { line: 5, cells: ["e"] },
  ]);
});

test.each([
  [
    "name;address\nA, B;a@b",
    [
      ["name", "address"],
      ["A, B", "a@b"],
    ],
  ],
  [
    "name\taddress\nA, B; C\ta@b",
    [
      ["name", "address"],
      ["A, B; C", "a@b"],
    ],
  ],
  ["sep=;\r\nname;address,es", [["name", "address,es"]]],
  ["\uFEFFsep=\t\nname,x\ta", [["name,x", "a"]]],
  ['"a;b;c",d', [["a;b;c", "d"]]],
  ["one\ntwo;three", [["one"], ["two;three"]]],
  ["", []],
  ["\uFEFF", []],
  ["a,", [["a", ""]]],
  ["sep=;", []],
])("it is told what separates them: %j", (text, expected) => expect(cells(text)).toEqual(expected));

test("quotation marks where none belongs are read as they stand", () => {
  expect(cells('Alice "Al" Archer,6" pipe\n"a"b,c')).toEqual([
    ['Alice "Al" Archer', '6" pipe'],
    ["ab", "c"],
  ]);
});

test("lines are counted behind the line that names the separator, too", () => {
  expect(rowsOf(readCsv("sep=;\r\na;b"))).toEqual([{ line: 2, cells: ["a", "b"] }]);
});

test("what is not closed, no text, or too much is not read at all", () => {
  expect(readCsv('a,b\nc,"d\ne')).toEqual({ fault: "unclosedQuote", line: 2 });
  expect(readCsv("PK\x03\x04\0\0")).toEqual({ fault: "binary", line: null });
  expect(readCsv("a".repeat(CSV_LIMITS.maxCsvOctets + 1))).toEqual({
    fault: "tooLarge",
    line: null,
  });
  expect(readCsv(`a\n${"b".repeat(CSV_LIMITS.maxCsvCell + 1)}`)).toEqual({
    fault: "cellTooLong",
    line: 2,
  });
  expect(readCsv(`a\n${",".repeat(1_000_000)}`)).toEqual({ fault: "tooManyColumns", line: 2 });
  expect(readCsv(`a\n${",".repeat(CSV_LIMITS.maxCsvColumns)}`)).toMatchObject({ line: 2 });
  expect(cells(`a\nb${",".repeat(CSV_LIMITS.maxCsvColumns - 1)}`)[1]).toHaveLength(
    CSV_LIMITS.maxCsvColumns,
  );
  expect(readCsv("a\n".repeat(CSV_LIMITS.maxCsvRows + 1))).toEqual({
    fault: "tooManyRows",
    line: CSV_LIMITS.maxCsvRows + 1,
  });
  expect(cells("a\n".repeat(CSV_LIMITS.maxCsvRows))).toHaveLength(CSV_LIMITS.maxCsvRows);
});

test("what was written is read again, and no value begins as a formula", () => {
  const values = [
    "=1+1",
    "+82 2 123",
    "-1",
    "@sum(a1)",
    "\tx",
    "\rx",
    "\nx",
    "＝1",
    "'=1",
    "'plain",
    'a "b"',
    "a,b",
    "a;b",
    "김지민",
    "",
  ];
  const written = writeCsv([values, ["x"]]);
  expect(written).toMatch(/^\uFEFF/);
  expect(written).toMatch(/\r\nx\r\n$/);
  const [read] = rowsOf(readCsv(written));
  expect(read!.cells.filter((cell) => /^[=+\-@\t\r\n＝]/.test(cell))).toEqual([]);
  expect(read!.cells.map(unguarded)).toEqual(values.map(unguarded));
  expect(read!.cells.slice(0, 8).map(unguarded)).toEqual(values.slice(0, 8));
});

test.each([
  ["UTF-8", octets("이름,a")],
  ["UTF-8 with a mark", octets("\uFEFF이름,a")],
  ["UTF-16", new Uint8Array([0xff, 0xfe, 0x74, 0xc7, 0x84, 0xb9, 0x2c, 0, 0x61, 0])],
  ["the other UTF-16", new Uint8Array([0xfe, 0xff, 0xc7, 0x74, 0xb9, 0x84, 0, 0x2c, 0, 0x61])],
  ["the old Korean set", new Uint8Array([0xc0, 0xcc, 0xb8, 0xa7, 0x2c, 0x61])],
])("a file in %s is text", (_, file) => expect(decodeCsv(file)).toBe("이름,a"));

test("what is in no set that is known is read all the same", () => {
  expect(decodeCsv(new Uint8Array([0x4a, 0xf6, 0x2c, 0xe9, 0x0a]))).toBe("Jö,é\n");
});

test("ten thousand people are read", () => {
  const people = Array.from({ length: 10_000 }, (_, index) => [`Person, ${index}`, `p${index}@x`]);
  expect(cells(writeCsv([["name", "address"], ...people]))).toHaveLength(10_001);
});

const EVERYTHING = {
  maxCsvOctets: Infinity,
  maxCsvRows: Infinity,
  maxCsvColumns: Infinity,
  maxCsvCell: Infinity,
};

test.each(["a,", ",", '"', '""', '"a",', '",', '"\n', "a\n", "\r", ";\t,", '"a"b,', "김,\r\n"])(
  "twice of %j is at most little more than twice the work, whatever the limits",
  (part) => {
    expect(growth((text) => readCsv(text, EVERYTHING), many(part))).toBeLessThan(3);
  },
);

test("whatever comes is read or refused, and what is read says each line once and in order", () => {
  const random = seededRandom(15);
  const pieces = [
    '"',
    '""',
    ",",
    ";",
    "\t",
    "\r",
    "\n",
    "\r\n",
    "\0",
    "a",
    "한",
    "=",
    " ",
    "\uFEFF",
  ];
  for (let run = 0; run < 3000; run += 1) {
    const text = Array.from({ length: random.below(40) }, () =>
      random.pick(pieces as [string, ...string[]]),
    ).join("");
    const csv = readCsv(text);
    if ("fault" in csv) {
      expect(["unclosedQuote", "binary"]).toContain(csv.fault);
      continue;
    }
    const lines = csv.rows.map(({ line }) => line);
    expect(lines).toEqual([...new Set(lines)].sort((one, other) => one - other));
    const total = text.split(/\r\n|\r|\n/).length;
    for (const { line, cells: values } of csv.rows) {
      expect(line).toBeLessThanOrEqual(total);
      expect(values.some((value) => value !== "")).toBe(true);
    }
    // Written and read once more, it is the same.
    expect(cells(writeCsv(csv.rows.map((row) => row.cells.map((cell) => `x${cell}`))))).toEqual(
      csv.rows.map((row) => row.cells.map((cell) => `x${cell}`)),
    );
  }
});
