import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import {
  allParts,
  asAddresses,
  asDate,
  asMessageIds,
  asText,
  attachedMessage,
  decodeBody,
  decodeText,
  decodeWords,
  type ParsedHeader,
  type ParsedMessage,
  type ParsedPart,
  parseMessage,
} from "./index.ts";
import { parseParameters } from "./parameters.ts";

const corpora = resolve(
  import.meta.dirname,
  "../../..",
  process.env["ATRIUM_CORPORA"] ?? "../shared/corpora",
);
const folder = join(corpora, "mime");
const isThere = existsSync(folder);

/**
 * Where this parser differs from the oracle, and by which words. Every entry must be needed: a difference that went
 * away fails as well.
 */
const DIFFERENCES: Readonly<
  Record<string, { why: string; apply(oracle: Described, bytes: Uint8Array): void }>
> = {
  "rfc/000": {
    why: 'RFC 8621 §4.1.4: the algorithm puts media that is not an attachment into "textBody" and "htmlBody".',
    apply(oracle) {
      oracle.text.push(4, 5);
      oracle.html.push(4, 5);
      oracle.attachments.splice(0, 2);
    },
  },
  "rfc/002": {
    why: 'RFC 5322 §3.4: a display name is a phrase; a comment in it is not. RFC 8621 §4.1.2.3 takes a comment only "if there is no display-name".',
    apply(oracle) {
      const attached = oracle.parts[2]!.body["message"] as Described;
      const to = attached.parts[0]!.headers.find((header) => header.name === "to")!;
      (to.value as { name: string }[])[0]!.name = "A1 Gore";
    },
  },
  "legacy/026": {
    why: 'RFC 8621 §4.1.4: octets that do not fit the (implicit) charset set "isEncodingProblem"; the text is kept legible instead of full of U+FFFD.',
    apply: (oracle, bytes) => readAsWindows1252(oracle.parts[2]!, bytes),
  },
  "legacy/052": {
    why: "as legacy/026",
    apply: (oracle, bytes) => readAsWindows1252(oracle.parts[0]!, bytes),
  },
};

interface OracleMessage {
  readonly html_body: number[];
  readonly text_body: number[];
  readonly attachments: number[];
  readonly parts: readonly OraclePart[];
}
interface OraclePart {
  readonly headers: readonly OracleHeader[];
  readonly is_encoding_problem: boolean;
  readonly body: Readonly<Record<string, unknown>>;
  readonly offset_header: number;
  readonly offset_body: number;
  readonly offset_end: number;
}
interface OracleHeader {
  readonly name: string | { readonly other: string };
  readonly value: string | Readonly<Record<string, unknown>>;
  readonly offset_field: number;
  readonly offset_start: number;
  readonly offset_end: number;
}

describe.skipIf(!isThere)("the corpus (skipped unless ATRIUM_CORPORA names its folder)", () => {
  const names = isThere
    ? ["rfc", "legacy"].flatMap((set) =>
        readdirSync(join(folder, set))
          .filter((name) => name.endsWith(".eml"))
          .map((name) => `${set}/${name.slice(0, -4)}`),
      )
    : [];

  it("has 64 messages", () => {
    expect(names).toHaveLength(64);
  });

  it.each(names.flatMap((name) => [[name, "LF"] as const, [name, "CRLF"] as const]))(
    "%s with %s has the expected parts, headers, offsets and bodies",
    (name, ends) => {
      const bytes = withLineEnds(readFileSync(join(folder, `${name}.eml`)), ends);
      const file = join(folder, `${name}${ends === "LF" ? "" : ".crlf"}.json`);
      const oracle = JSON.parse(readFileSync(file, "utf8")) as OracleMessage;
      const expected = describeOracle(oracle);
      const ours = describeOurs(parseMessage(bytes), oracle);
      const difference = DIFFERENCES[name];
      if (difference) {
        expect(ours, `no longer differs: ${difference.why}`).not.toEqual(expected);
        difference.apply(expected, bytes);
      }
      expect(ours).toEqual(expected);
    },
  );
});

function withLineEnds(bytes: Uint8Array, ends: "LF" | "CRLF"): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  const converted = ends === "LF" ? text.replaceAll("\r", "") : text.replace(/\r?\n/g, "\r\n");
  return new Uint8Array(Buffer.from(converted, "latin1"));
}

/** What both sides are brought to; the oracle numbers parts depth first. */
interface Described {
  readonly text: number[];
  readonly html: number[];
  readonly attachments: number[];
  readonly parts: readonly DescribedPart[];
}

interface DescribedPart {
  readonly offsets: readonly [header: number, body: number, end: number];
  readonly headers: readonly { name: string; offsets: readonly number[]; value: unknown }[];
  isEncodingProblem: boolean;
  body: Readonly<Record<string, unknown>>;
}

function readAsWindows1252(part: DescribedPart, bytes: Uint8Array): void {
  const text = new TextDecoder("windows-1252").decode(
    bytes.subarray(part.offsets[1], part.offsets[2]),
  );
  part.body = { kind: "text", value: text.replaceAll("\r\n", "\n") };
  part.isEncodingProblem = true;
}

function describeOracle(oracle: OracleMessage): Described {
  return {
    text: oracle.text_body,
    html: oracle.html_body,
    // The oracle also lists pictures that are shown in the text. RFC 8621 §4.1.4, attachments: "of type image/*,
    // audio/*, or video/* and not in both textBody and htmlBody".
    attachments: oracle.attachments.filter(
      (part) => !(oracle.text_body.includes(part) && oracle.html_body.includes(part)),
    ),
    parts: oracle.parts.map((part) => ({
      offsets: [part.offset_header, part.offset_body, part.offset_end],
      headers: part.headers.map((header) => ({
        name: oracleName(header).toLowerCase(),
        offsets: [header.offset_field, header.offset_start, header.offset_end],
        value: oracleValue(header),
      })),
      // The oracle means the transfer encoding alone. RFC 8621 §4.1.4: "malformed sections were found while decoding
      // the charset" counts too.
      isEncodingProblem:
        part.is_encoding_problem || JSON.stringify(part.body["Text"] ?? "").includes("\uFFFD"),
      body: oracleBody(part.body),
    })),
  };
}

function oracleName(header: OracleHeader): string {
  return typeof header.name === "string" ? header.name.replaceAll("_", "-") : header.name.other;
}

function oracleValue({ value }: OracleHeader): unknown {
  if (typeof value === "string") return value;
  const [kind, content] = Object.entries(value)[0]!;
  if (kind === "Address") return (content as { List: unknown }).List;
  if (kind === "DateTime") return oracleDate(content as Record<string, number>);
  return kind === "Received" ? "Received" : content;
}

function oracleDate(date: Readonly<Record<string, number | boolean>>): string {
  const two = (name: string): string => String(date[name]).padStart(2, "0");
  const zone = `${date["tz_before_gmt"] ? "-" : "+"}${two("tz_hour")}:${two("tz_minute")}`;
  const day = `${String(date["year"])}-${two("month")}-${two("day")}`;
  const time = `${two("hour")}:${two("minute")}:${two("second")}`;
  return `${day}T${time}${/00:00/.test(zone) ? "Z" : zone}`;
}

function oracleBody(body: OraclePart["body"]): DescribedPart["body"] {
  const [kind, value] = Object.entries(body)[0]!;
  if (kind === "Message") return { kind, message: describeOracle(value as OracleMessage) };
  if (kind === "Multipart") return { kind, parts: value };
  if (kind === "Text" || kind === "Html") {
    return { kind: "text", value: (value as string).replaceAll("\r\n", "\n") };
  }
  return { kind: "binary", value: Buffer.from(value as number[]).toString("base64") };
}

function describeOurs(message: ParsedMessage, oracle: OracleMessage): Described {
  const parts = allParts(message.root);
  const numbers = (list: readonly ParsedPart[]): number[] =>
    list.map((part) => parts.indexOf(part));
  return {
    text: numbers(message.textBody),
    html: numbers(message.htmlBody),
    attachments: numbers(message.attachments),
    parts: parts.map((part, index) => {
      const expected = oracle.parts[index];
      return {
        offsets: [part.headerStart, part.start, part.end],
        headers: part.headers.map((header, at) => ({
          name: header.name.toLowerCase(),
          offsets: [header.start, header.valueStart, header.end],
          value: ourValue(message.bytes, header, expected?.headers[at]),
        })),
        ...ourBody(message, part, parts, expected),
      };
    }),
  };
}

function ourValue(
  bytes: Uint8Array,
  header: ParsedHeader,
  expected: OracleHeader | undefined,
): unknown {
  const value = expected?.value;
  const kind = typeof value === "string" ? value : Object.keys(value ?? {})[0];
  if (kind === "Empty") return asDate(bytes, header) ?? "Empty";
  if (kind === "Address") {
    return asAddresses(bytes, header).map(({ name, email }) => ({ name, address: email || null }));
  }
  if (kind === "DateTime") return asDate(bytes, header);
  if (kind === "ContentType") return ourContentType(bytes, header);
  if (kind === "Received") return "Received";
  const name = header.name.toLowerCase();
  if (name === "message-id" || name === "content-id" || name === "return-path")
    return asMessageIds(bytes, header)?.[0];
  return asText(bytes, header);
}

function ourContentType(bytes: Uint8Array, header: ParsedHeader): unknown {
  const raw = Buffer.from(bytes.subarray(header.valueStart, header.valueEnd)).toString("latin1");
  const { value, parameters } = parseParameters(raw);
  const [type, subtype] = value.split("/");
  const attributes = Object.entries(parameters).map(([name, text]) => ({
    name,
    value: decodeWords(text),
  }));
  return {
    c_type: type,
    c_subtype: subtype ?? null,
    attributes: attributes.length > 0 ? attributes : null,
  };
}

function ourBody(
  message: ParsedMessage,
  part: ParsedPart,
  parts: readonly ParsedPart[],
  expected: OraclePart | undefined,
): Pick<DescribedPart, "isEncodingProblem" | "body"> {
  const kind = Object.keys(expected?.body ?? {})[0];
  if (part.children) {
    return {
      isEncodingProblem: false,
      body: { kind: "Multipart", parts: part.children.map((child) => parts.indexOf(child)) },
    };
  }
  if (kind === "Message") {
    const attached = attachedMessage(message.bytes, part);
    const inner = expected?.body["Message"] as OracleMessage;
    return {
      isEncodingProblem: false,
      body: { kind, message: attached && describeOurs(attached, inner) },
    };
  }
  if (kind === "Text" || kind === "Html") {
    const { value, isEncodingProblem } = decodeText(message.bytes, part);
    return { isEncodingProblem, body: { kind: "text", value } };
  }
  const value = Buffer.from(decodeBody(message.bytes, part)).toString("base64");
  return { isEncodingProblem: false, body: { kind: "binary", value } };
}
