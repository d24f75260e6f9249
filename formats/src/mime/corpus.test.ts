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

const corpora = resolve(import.meta.dirname, "../../..", process.env["ATRIUM_CORPORA"] ?? "../shared/corpora");
const folder = join(corpora, "mime");
const isThere = existsSync(folder);

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

describe.skipIf(!isThere)("the corpus (ATRIUM_CORPORA)", () => {
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
      expect(describeOurs(parseMessage(bytes), oracle)).toEqual(describeOracle(oracle));
    },
  );
});

function withLineEnds(bytes: Uint8Array, ends: "LF" | "CRLF"): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n");
  return new Uint8Array(Buffer.from(ends === "LF" ? text : text.replaceAll("\n", "\r\n"), "latin1"));
}

/** What both sides are brought to; the oracle numbers parts depth first. */
interface Described {
  readonly text: number[];
  readonly html: number[];
  readonly attachments: number[];
  readonly parts: readonly unknown[];
}

function describeOracle(oracle: OracleMessage): Described {
  return {
    text: oracle.text_body,
    html: oracle.html_body,
    attachments: oracle.attachments,
    parts: oracle.parts.map((part) => ({
      offsets: [part.offset_header, part.offset_body, part.offset_end],
      headers: part.headers.map((header) => ({
        name: oracleName(header).toLowerCase(),
        offsets: [header.offset_field, header.offset_start, header.offset_end],
        value: oracleValue(header),
      })),
      isEncodingProblem: part.is_encoding_problem,
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

function oracleBody(body: OraclePart["body"]): unknown {
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
  const numbers = (list: readonly ParsedPart[]): number[] => list.map((part) => parts.indexOf(part));
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

function ourValue(bytes: Uint8Array, header: ParsedHeader, expected: OracleHeader | undefined): unknown {
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
  if (name === "message-id" || name === "content-id" || name === "return-path") return asMessageIds(bytes, header)?.[0];
  return asText(bytes, header);
}

function ourContentType(bytes: Uint8Array, header: ParsedHeader): unknown {
  const raw = Buffer.from(bytes.subarray(header.valueStart, header.valueEnd)).toString("latin1");
  const { value, parameters } = parseParameters(raw);
  const [type, subtype] = value.split("/");
  const attributes = Object.entries(parameters).map(([name, text]) => ({ name, value: decodeWords(text) }));
  return { c_type: type, c_subtype: subtype ?? null, attributes: attributes.length > 0 ? attributes : null };
}

function ourBody(
  message: ParsedMessage,
  part: ParsedPart,
  parts: readonly ParsedPart[],
  expected: OraclePart | undefined,
): object {
  const kind = Object.keys(expected?.body ?? {})[0];
  if (part.children) {
    return { isEncodingProblem: false, body: { kind: "Multipart", parts: part.children.map((child) => parts.indexOf(child)) } };
  }
  if (kind === "Message") {
    const attached = attachedMessage(message.bytes, part);
    const inner = expected?.body["Message"] as OracleMessage;
    return { isEncodingProblem: false, body: { kind, message: attached && describeOurs(attached, inner) } };
  }
  const text = decodeText(message.bytes, part);
  const body =
    kind === "Text" || kind === "Html"
      ? { kind: "text", value: text.value }
      : { kind: "binary", value: Buffer.from(decodeBody(message.bytes, part)).toString("base64") };
  return { isEncodingProblem: text.isEncodingProblem, body };
}
