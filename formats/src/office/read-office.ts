import { openZip, ZipError, type Zip, type ZipLimits, ZIP_LIMITS } from "../zip/index.ts";
import { readStyles } from "./cell-values.ts";
import { OFFICE_LIMITS, type OfficeLimits } from "./limits.ts";
import { readOpenDocument } from "./open-document.ts";
import { readSharedStrings, readSheet } from "./read-sheets.ts";
import { readText } from "./read-text.ts";
import { createSections, type OfficeSection, type Sections } from "./sections.ts";
import { attribute, readXml } from "./xml.ts";

export interface OfficeText {
  readonly sections: readonly OfficeSection[];
  /** There is more than is shown. */
  readonly isCut: boolean;
}

export type OfficeFault = "unreadable" | "protected" | "tooLarge";

/** What a file with a password is wrapped in by Microsoft's programs: a compound file. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];

/**
 * The text of a document, of sheets or of slides: Office Open XML (ECMA-376) or OpenDocument (ISO/IEC 26300). Nothing in it
 * is run or fetched, and no formula is computed.
 */
export async function readOffice(
  bytes: Uint8Array,
  limits: OfficeLimits & ZipLimits = { ...OFFICE_LIMITS, ...ZIP_LIMITS },
): Promise<OfficeText | { readonly fault: OfficeFault }> {
  if (COMPOUND.every((byte, index) => bytes[index] === byte)) return { fault: "protected" };
  const sections = createSections(limits);
  try {
    const zip = openZip(bytes, limits);
    const isRead = zip.names.includes("content.xml")
      ? await readOdf(zip, sections)
      : await readOoxml(zip, sections, limits);
    if (isRead !== true) return { fault: isRead };
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    return { fault: error.fault === "encrypted" ? "protected" : error.fault };
  }
  return { sections: sections.end(), isCut: sections.isCut };
}

async function textOf(zip: Zip, name: string): Promise<string | undefined> {
  const bytes = await zip.read(name);
  if (!bytes) return undefined;
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

async function readOdf(zip: Zip, sections: Sections): Promise<true | OfficeFault> {
  const manifest = (await textOf(zip, "META-INF/manifest.xml")) ?? "";
  if (manifest.includes("encryption-data")) return "protected";
  readOpenDocument((await textOf(zip, "content.xml")) ?? "", sections);
  return true;
}

async function readOoxml(
  zip: Zip,
  sections: Sections,
  limits: OfficeLimits,
): Promise<true | OfficeFault> {
  const main = (await relationsOf(zip, "")).find(({ type }) => type.endsWith("/officeDocument"));
  const xml = main && (await textOf(zip, main.target));
  if (main === undefined || xml === undefined) return "unreadable";
  const root = rootOf(xml);
  if (root === "document") {
    sections.begin(null);
    readText(xml, (text) => sections.write(text));
  } else if (root === "presentation") await readSlides(zip, main.target, xml, sections);
  else if (root === "workbook") await readWorkbook(zip, main.target, xml, sections, limits);
  else return "unreadable";
  return true;
}

function rootOf(xml: string): string | undefined {
  for (const token of readXml(xml)) if (token.kind === "open") return token.name;
  return undefined;
}

interface Relation {
  readonly id: string;
  readonly type: string;
  /** A name in the ZIP file. */
  readonly target: string;
}

/** What a part of the package refers to (ECMA-376 part 2, §9.3). */
async function relationsOf(zip: Zip, part: string): Promise<readonly Relation[]> {
  const folder = part.slice(0, part.lastIndexOf("/") + 1);
  const xml = await textOf(zip, `${folder}_rels/${part.slice(folder.length)}.rels`);
  const found: Relation[] = [];
  for (const token of readXml(xml ?? "")) {
    if (token.kind !== "open" || token.name !== "Relationship") continue;
    const of = (name: string): string => attribute(token.attributes, name) ?? "";
    // What lies elsewhere is not fetched.
    if (of("TargetMode") === "External") continue;
    const target = of("Target");
    found.push({
      id: of("Id"),
      type: of("Type"),
      target: target.startsWith("/") ? target.slice(1) : folder + target,
    });
  }
  return found;
}

/** The parts that elements of the main part name, in their order. */
function listed(
  xml: string,
  element: string,
  relations: readonly Relation[],
): readonly { readonly name: string | null; readonly target: string }[] {
  const targets = new Map(relations.map(({ id, target }) => [id, target]));
  const found: { name: string | null; target: string }[] = [];
  for (const token of readXml(xml)) {
    if (token.kind !== "open" || token.name !== element) continue;
    const { attributes } = token;
    if (/^(?:veryH|h)idden$/.test(attribute(attributes, "state") ?? "")) continue;
    const target = relationId(attributes) && targets.get(relationId(attributes)!);
    if (target) found.push({ name: attribute(attributes, "name") ?? null, target });
  }
  return found;
}

/** `r:id`, beside which there may be an `id` of its own. */
const relationId = (attributes: string): string | undefined =>
  /\s\w{1,20}:id\s?=\s?["']([^"']{1,200})["']/.exec(attributes)?.[1];

async function readSlides(zip: Zip, main: string, xml: string, sections: Sections): Promise<void> {
  for (const { target } of listed(xml, "sldId", await relationsOf(zip, main))) {
    if (!sections.begin(null)) return;
    readText((await textOf(zip, target)) ?? "", (text) => sections.write(text));
  }
}

async function readWorkbook(
  zip: Zip,
  main: string,
  xml: string,
  sections: Sections,
  limits: OfficeLimits,
): Promise<void> {
  const relations = await relationsOf(zip, main);
  const partOf = async (type: string): Promise<string> => {
    const found = relations.find((one) => one.type.endsWith(`/${type}`));
    return (found && (await textOf(zip, found.target))) ?? "";
  };
  const context = {
    strings: readSharedStrings(await partOf("sharedStrings")),
    styles: readStyles(await partOf("styles")),
    is1904: /\bdate1904\s?=\s?["'](?:1|true)/.test(xml),
    maxColumns: limits.maxOfficeColumns,
  };
  for (const { name, target } of listed(xml, "sheet", relations)) {
    if (!sections.begin(name)) return;
    readSheet((await textOf(zip, target)) ?? "", context, sections);
  }
}
