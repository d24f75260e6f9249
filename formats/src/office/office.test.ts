import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { growth, many } from "../testing/growth.ts";
import { seededRandom } from "../testing/random.ts";
import { ZIP_LIMITS } from "../zip/index.ts";
import { packed } from "../zip/zip.fixture.ts";
import { OFFICE_LIMITS, readOffice, type OfficeLimits, type OfficeText } from "./index.ts";
import { document, openDocument, slides, workbook } from "./office.fixture.ts";
import { readOpenDocument } from "./open-document.ts";
import { readSharedStrings, readSheet } from "./read-sheets.ts";
import { readText } from "./read-text.ts";
import { createSections } from "./sections.ts";
import { attribute, readXml } from "./xml.ts";

async function read(
  files: Readonly<Record<string, string>>,
  limits: Partial<OfficeLimits> = {},
): Promise<OfficeText> {
  const found = await readOffice(packed(files, deflateRawSync), {
    ...ZIP_LIMITS,
    ...OFFICE_LIMITS,
    ...limits,
  });
  if ("fault" in found) throw new Error(found.fault);
  return found;
}
const textOf = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  (await read(files)).sections.map(({ text }) => text);

test("a document's paragraphs are lines, its tables have tabs, and what was deleted is not there", async () => {
  const body = `<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:t>Dear </w:t></w:r><w:r><w:t>A &amp; B,</w:t></w:r></w:p>
    <w:p/><w:p><w:r><w:t>one</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t></w:r></w:p>
    <w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:instrText>PAGE</w:instrText></w:r></w:p>
    <w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
    <mc:AlternateContent><mc:Choice><w:t>new</w:t></mc:Choice><mc:Fallback><w:t>old</w:t></mc:Fallback></mc:AlternateContent>`;
  expect(await textOf(document(body))).toEqual(["Dear A & B,\none\ttwo\nthree\n\na \tb\nnew"]);
});

test("slides come in the order of the presentation, not of their names", async () => {
  expect(await textOf(slides(["Second", "First"], [2, 1]))).toEqual(["First", "Second"]);
});

test("sheets have cells where they stand, with dates and shares as people write them", async () => {
  const { sections, isCut } = await read(
    workbook({
      strings: ["Name", "이름"],
      formats: [0, 14, 10, 165],
      codes: { 165: 'yyyy"h" hh:mm' },
      sheets: {
        "Q1 & Q2": `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
          <row r="2"><c r="A2" s="1"><v>46090</v></c><c r="B2" s="2"><v>0.125</v></c><c r="C2"><v>0.30000000000000004</v></c></row>
          <row r="3"><c r="A3" s="3"><v>46090.604166666664</v></c><c r="B3" t="b"><v>1</v></c><c r="C3" t="inlineStr"><is><t>in line</t></is></c><c r="D3" t="e"><v>#N/A</v></c></row>
          <row r="4"><c r="A4"/></row>`,
        Empty: "",
      },
    }),
  );
  expect(sections).toEqual([
    {
      name: "Q1 & Q2",
      text: "",
      rows: [
        ["Name", "", "이름"],
        ["2026-03-09", "12.5%", "0.3"],
        ["2026-03-09 14:30", "TRUE", "in line", "#N/A"],
      ],
    },
    { name: "Empty", text: "", rows: [] },
  ]);
  expect(isCut).toBe(false);
});

test("OpenDocument texts, slides and sheets", async () => {
  expect(
    await textOf(
      openDocument(
        `<office:text><text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:h>Title</text:h>
         <text:p>a<text:s text:c="3"/>b<text:tab/><text:span>c
         d</text:span><text:line-break/>e</text:p></office:text>`,
      ),
    ),
  ).toEqual(["Title\na   b\tc d\ne"]);
  const { sections } = await read(
    openDocument(
      `<office:presentation><draw:page draw:name="One"><text:p>Hello</text:p><presentation:notes><text:p>psst</text:p></presentation:notes></draw:page></office:presentation>`,
    ),
  );
  expect(sections).toEqual([{ name: "One", text: "Hello", rows: [] }]);
  const sheet = await read(
    openDocument(
      `<office:spreadsheet><table:table table:name="Sum"><table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16000"/></table:table-row>
       <table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16000"/></table:table-row>
       <table:table-row table:number-rows-repeated="2"><table:table-cell/><table:table-cell><text:p>y</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>`,
    ),
  );
  expect(sheet).toEqual({
    sections: [{ name: "Sum", text: "", rows: [["x", "x"], [], ["", "y"], ["", "y"]] }],
    isCut: false,
  });
});

test("what is beyond a limit is left out, and it is said", async () => {
  const long = document("<w:p><w:r><w:t>0123456789</w:t></w:r></w:p>".repeat(3));
  expect(await read(long, { maxOfficeCharacters: 15 })).toEqual({
    sections: [{ name: null, text: "0123456789\n0123", rows: [] }],
    isCut: true,
  });
  const cell = (place: string) => `<c r="${place}"><v>1</v></c>`;
  const sheet = workbook({
    sheets: {
      A: `<row>${cell("A1")}${cell("ZZ1")}</row>`,
      B: `<row>${cell("A1")}</row>`.repeat(3),
    },
  });
  const small = await read(sheet, { maxOfficeColumns: 2, maxOfficeRows: 2 });
  expect(small.isCut).toBe(true);
  expect(small.sections.map(({ rows }) => rows.length)).toEqual([1, 2]);
  expect((await read(sheet, { maxOfficeSections: 1 })).sections.length).toBe(1);
  expect((await read(sheet, { maxOfficeCells: 2 })).isCut).toBe(true);
});

test("a bomb, a password, and what is no office file have a reason each", async () => {
  const bomb = packed(document("<w:p/>".repeat(10_000_000)), deflateRawSync);
  expect(bomb.length).toBeLessThan(500_000);
  expect(await readOffice(bomb)).toEqual({ fault: "tooLarge" });
  const compound = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  expect(await readOffice(compound)).toEqual({ fault: "protected" });
  const locked = openDocument("", "<manifest:encryption-data/>");
  expect(await readOffice(packed(locked))).toEqual({ fault: "protected" });
  expect(await readOffice(packed({ "a.txt": "a" }))).toEqual({ fault: "unreadable" });
  expect(await readOffice(new Uint8Array(100))).toEqual({ fault: "unreadable" });
});

test("entities stand for one sign each: none can be defined", async () => {
  const lol = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]>`;
  const files = document("<w:p><w:r><w:t>&lol2;&#x41;&#66;&#1114112;</w:t></w:r></w:p>", lol);
  expect(await textOf(files)).toEqual([`]>&lol2;AB`.slice(2)]);
});

test("relations to other places lead nowhere", async () => {
  const files = document("<w:p/>");
  const away = files["_rels/.rels"]!.replace(
    "<Relationship ",
    '<Relationship TargetMode="External" ',
  );
  expect(await readOffice(packed({ ...files, "_rels/.rels": away }))).toEqual({
    fault: "unreadable",
  });
});

const sheetContext = { strings: [], styles: [], is1904: false, maxColumns: 60 };
test.each<readonly [string, (xml: string) => unknown, readonly string[]]>([
  [
    "elements",
    (xml) => [...readXml(xml)].length,
    [
      "<",
      "<a",
      "<a b='",
      "<!--",
      "<![CDATA[",
      "<a/>",
      "</a>",
      "&#x41;",
      "&",
      '<a b="c">',
      "<?",
      "<!a",
    ],
  ],
  ["attributes", (xml) => attribute(xml, "z"), ["a=", 'a="b" ', "a = ", "=", " ", "'"]],
  [
    "texts",
    (xml) => readText(xml, () => undefined),
    ["<w:t>a</w:t>", "<w:tc>", "<mc:Fallback>", "<w:p>"],
  ],
  [
    "OpenDocument",
    (xml) => readOpenDocument(`<spreadsheet><table>${xml}`, createSections(OFFICE_LIMITS)),
    [
      '<table-row number-rows-repeated="1000000"><table-cell number-columns-repeated="100000"/></table-row>',
      '<table-cell number-columns-repeated="100000">',
      '<text:s text:c="1000000"/>',
      "<table>",
    ],
  ],
  [
    "sheets",
    (xml) => readSheet(xml, sheetContext, createSections(OFFICE_LIMITS)),
    ['<c r="ZZZ1"><v>1</v></c>', "<row><c><v>1</v></c></row>", "<c>", "</row>"],
  ],
  ["shared strings", readSharedStrings, ["<si><t>a</t></si>", "<si/>", "<t>a"]],
])("%s are read in linear time", (_, act, parts) => {
  for (const part of parts) expect([part, growth(act, many(part)) < 3.2]).toEqual([part, true]);
});

test("whatever becomes of their octets, they are read, or refused with a reason", async () => {
  const random = seededRandom(616);
  const files = [
    packed(document("<w:p><w:r><w:t>a</w:t></w:r></w:p>"), deflateRawSync),
    packed(workbook({ sheets: { A: '<row><c r="A1"><v>1</v></c></row>' } })),
    packed(slides(["a", "b"], [1, 2])),
    packed(openDocument("<office:text><text:p>a</text:p></office:text>")),
  ] as const;
  for (let run = 0; run < 2000; run++) {
    const bytes = random.pick([...files]).slice();
    for (let change = 0; change < 6; change++)
      bytes[random.below(bytes.length)] = random.pick([0, 60, 62, 34, 47, random.below(256)]);
    const found = await readOffice(bytes);
    if ("fault" in found) expect(["unreadable", "protected", "tooLarge"]).toContain(found.fault);
    else expect(found.sections.length).toBeLessThanOrEqual(OFFICE_LIMITS.maxOfficeSections);
  }
});
