/** Office files as programs write them, reduced to what is read of them: their parts by name. */
type Parts = Readonly<Record<string, string>>;

const TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relations = (
  list: readonly (readonly [id: string, type: string, target: string])[],
): string =>
  `<?xml version="1.0"?><Relationships>${list
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="${TYPE}/${type}" Target="${target}"/>`,
    )
    .join("")}</Relationships>`;
const root = (target: string): string => relations([["rId1", "officeDocument", target]]);

/** A document of WordprocessingML. */
export const document = (body: string, before = ""): Parts => ({
  "_rels/.rels": root("word/document.xml"),
  "word/document.xml": `<?xml version="1.0"?>${before}<w:document><w:body>${body}</w:body></w:document>`,
});

/** Slides of these texts, in the files of their number; shown in the given order of numbers. */
export const slides = (texts: readonly string[], order: readonly number[]): Parts => ({
  "_rels/.rels": root("/ppt/presentation.xml"),
  "ppt/presentation.xml": `<p:presentation><p:sldIdLst>${order
    .map((number) => `<p:sldId id="${255 + number}" r:id="rId${number}"/>`)
    .join("")}</p:sldIdLst></p:presentation>`,
  "ppt/_rels/presentation.xml.rels": relations(
    texts.map((_, index) => [`rId${index + 1}`, "slide", `slides/slide${index + 1}.xml`]),
  ),
  ...Object.fromEntries(
    texts.map((text, index) => [
      `ppt/slides/slide${index + 1}.xml`,
      `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`,
    ]),
  ),
});

/** A workbook: the rows of its sheets by their names, as they are written into XML. */
export function workbook({
  strings = [],
  formats = [],
  codes = {},
  sheets,
}: {
  readonly strings?: readonly string[];
  /** The number format of each style. */
  readonly formats?: readonly number[];
  /** Formats of its own, by number. */
  readonly codes?: Readonly<Record<number, string>>;
  readonly sheets: Readonly<Record<string, string>>;
}): Parts {
  const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const names = Object.keys(sheets);
  return {
    "_rels/.rels": root("xl/workbook.xml"),
    "xl/workbook.xml": `<workbook><sheets>${names
      .map((name, index) => `<sheet name="${escaped(name)}" sheetId="1" r:id="rId${index}"/>`)
      .join("")}<sheet name="Secret" state="hidden" r:id="rId0"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations([
      ...names.map((_, index) => [`rId${index}`, "worksheet", `worksheets/s${index}.xml`] as const),
      ["s", "sharedStrings", "sharedStrings.xml"],
      ["t", "styles", "styles.xml"],
    ]),
    "xl/sharedStrings.xml": `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`,
    "xl/styles.xml": `<styleSheet><numFmts>${Object.entries(codes)
      .map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${escaped(code)}"/>`)
      .join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats
      .map((id) => `<xf numFmtId="${id}"/>`)
      .join("")}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      names.map((name, index) => [
        `xl/worksheets/s${index}.xml`,
        `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
  };
}

/** An OpenDocument file with this body. */
export const openDocument = (body: string, manifest = ""): Parts => ({
  mimetype: "application/vnd.oasis.opendocument.text",
  "META-INF/manifest.xml": `<manifest:manifest>${manifest}</manifest:manifest>`,
  "content.xml": `<?xml version="1.0"?><office:document-content><office:body>${body}</office:body></office:document-content>`,
});
