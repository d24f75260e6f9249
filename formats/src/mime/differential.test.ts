import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { simpleParser } from "mailparser";
import PostalMime, { type Address as PostalAddress } from "postal-mime";
import { describe, expect, it } from "vitest";
import { generateMessage } from "../testing/generate-message.ts";
import {
  allParts,
  asAddresses,
  asText,
  decodeBody,
  decodeText,
  findHeader,
  type ParsedPart,
  parseMessage,
} from "./index.ts";

/** What the three parsers are compared in. */
interface Facts {
  readonly subject: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** `null` where the parsers mean different things by it. */
  readonly text: string | null;
  /** Neither text nor messages; sorted. */
  readonly files: readonly string[];
}

const tidy = (text: string | undefined): string => (text ?? "").replaceAll("\r\n", "\n").trim();
const asFile = (content: Uint8Array): string => Buffer.from(content).toString("base64");
const isFile = (type: string): boolean => !/^(text|message|multipart)\//.test(type);

function ourFacts(bytes: Uint8Array): Facts {
  const message = parseMessage(bytes);
  const subject = findHeader(message.headers, "subject");
  const people = (name: string): string[] => {
    const header = findHeader(message.headers, name);
    const found = header ? asAddresses(bytes, header) : [];
    return found.map((address) => `${address.name ?? ""} <${address.email}>`);
  };
  const parts = allParts(message.root);
  const texts = parts.filter((part) => part.type === "text/plain");
  // The others also put the text of attached messages and text files into the text.
  const isAlone = texts.length === 1 && !parts.some((part) => part.type.startsWith("message/"));
  const first = isAlone ? texts[0] : undefined;
  return {
    subject: subject ? asText(bytes, subject) : "",
    from: people("from"),
    to: people("to"),
    text: first ? tidy(decodeText(bytes, first).value) : null,
    files: parts
      .filter((part) => isFile(part.type))
      .map((part) => asFile(decodeBody(bytes, part)))
      .sort(),
  };
}

async function postalFacts(bytes: Uint8Array): Promise<Facts> {
  const mail = await PostalMime.parse(bytes, { attachmentEncoding: "arraybuffer" });
  const people = (list: readonly (PostalAddress | undefined)[] = []): string[] =>
    list.flatMap((one) => (one ? [`${one.name} <${one.address ?? ""}>`] : []));
  return {
    subject: mail.subject ?? "",
    from: people([mail.from]),
    to: people(mail.to),
    text: tidy(mail.text),
    files: mail.attachments
      .filter((file) => isFile(file.mimeType))
      .map((file) => asFile(new Uint8Array(file.content as ArrayBuffer)))
      .sort(),
  };
}

async function mailparserFacts(bytes: Uint8Array): Promise<Facts> {
  const mail = await simpleParser(Buffer.from(bytes), {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
  });
  const people = (list: typeof mail.to): string[] =>
    [list ?? []]
      .flat()
      .flatMap((group) => group.value)
      .map((one) => `${one.name} <${one.address ?? ""}>`);
  return {
    subject: mail.subject ?? "",
    from: people(mail.from),
    to: people(mail.to),
    text: tidy(mail.text),
    files: mail.attachments
      .filter((file) => isFile(file.contentType))
      .map((file) => asFile(file.content))
      .sort(),
  };
}

const corpora = resolve(
  import.meta.dirname,
  "../../..",
  process.env["ATRIUM_CORPORA"] ?? "../shared/corpora",
);
const folder = join(corpora, "mime");
const isThere = existsSync(folder);

const RAW_OCTETS = "raw octets in an encoded word, which the oracle of the corpus reads as we do";

/** Facts of corpus messages in which both other parsers differ from ours, and why ours stands. */
const ALONE: Readonly<Record<string, string>> = {
  "rfc/000 files": "base64 that is none, which the oracle of the corpus keeps as it is",
  "rfc/002 files": "they open the attached message",
  "rfc/007 files": "one adds a line end to each file, the other gives up at padded delimiters",
  "legacy/009 text": "they join flowed lines",
  "legacy/052 text": "Latin text without a charset, kept legible",
  ...Object.fromEntries(
    ["009", "015", "016", "018", "023", "024", "025", "026", "050", "051"].flatMap((number) => [
      [`legacy/${number} subject`, RAW_OCTETS],
      [`legacy/${number} to`, RAW_OCTETS],
    ]),
  ),
};

describe.skipIf(!isThere)(
  "beside postal-mime and mailparser, the corpus (skipped unless ATRIUM_CORPORA names its folder)",
  () => {
    const names = isThere
      ? ["rfc", "legacy"].flatMap((set) =>
          readdirSync(join(folder, set))
            .filter((name) => name.endsWith(".eml"))
            .map((name) => `${set}/${name.slice(0, -4)}`),
        )
      : [];

    it("is read as at least one of them reads it", async () => {
      const alone: string[] = [];
      for (const name of names) {
        const bytes = new Uint8Array(readFileSync(join(folder, `${name}.eml`)));
        const ours = ourFacts(bytes);
        const others = [await postalFacts(bytes), await mailparserFacts(bytes)];
        for (const fact of ["subject", "from", "to", "text", "files"] as const) {
          const agrees = others.some(
            (other) => JSON.stringify(other[fact]) === JSON.stringify(ours[fact]),
          );
          if (!agrees && ours[fact] !== null) alone.push(`${name} ${fact}`);
        }
      }
      expect(alone.sort()).toEqual(Object.keys(ALONE).sort());
    });
  },
);

describe("200 generated messages", () => {
  const seeds = Array.from({ length: 200 }, (_, seed) => seed);

  it("are read as they were written", () => {
    for (const seed of seeds) {
      const { bytes, truth } = generateMessage(seed, { isPadded: true });
      const message = parseMessage(bytes);
      const subject = findHeader(message.headers, "subject")!;
      const describePart = (part: ParsedPart): unknown =>
        part.children
          ? { type: part.type, children: part.children.map(describePart) }
          : {
              type: part.type,
              name: part.name,
              content: part.type.startsWith("text/")
                ? decodeText(bytes, part).value
                : asFile(decodeBody(bytes, part)),
            };
      expect({ seed, subject: asText(bytes, subject), root: describePart(message.root) }).toEqual({
        seed,
        subject: truth.subject,
        root: truth.root,
      });
      expect(message.problems).toEqual([]);
    }
  });

  it("are read as both others read them", async () => {
    for (const seed of seeds) {
      const { bytes } = generateMessage(seed);
      const { text: _, ...ours } = ourFacts(bytes);
      const { text: __, ...postal } = await postalFacts(bytes);
      const { text: ___, ...mailparser } = await mailparserFacts(bytes);
      expect({ seed, ...postal }).toEqual({ seed, ...ours });
      expect({ seed, ...mailparser }).toEqual({ seed, ...ours });
    }
  });
});
