import { findHeader, type HeaderBlock, type ParsedHeader } from "./header-fields.ts";
import { decodeWords } from "./encoded-words.ts";
import { latin1 } from "./octets.ts";
import { type Parameters, parseParameters, stripComments } from "./parameters.ts";

/** Which transfer encoding a body is in. 7bit, 8bit and binary are `identity`; a name that means nothing is `unknown`. */
export type TransferEncoding = "identity" | "base64" | "quoted-printable" | "unknown";

/** One part of a message; the properties are those of EmailBodyPart (RFC 8621 §4.1.4). */
export interface ParsedPart {
  /** As IMAP numbers parts ("1", "2.1"); `null` for a multipart. */
  partId: string | null;
  /** Media type in lower case. */
  type: string;
  charset: string | null;
  readonly disposition: string | null;
  readonly cid: string | null;
  readonly language: readonly string[] | null;
  readonly location: string | null;
  name: string | null;
  readonly encoding: TransferEncoding;
  readonly headers: readonly ParsedHeader[];
  /** First octet of the header; a part's body is `bytes.subarray(start, end)`, still encoded. */
  readonly headerStart: number;
  readonly start: number;
  end: number;
  /** The parts of a multipart; `null` for everything else (RFC 8621 calls them subParts). */
  children: ParsedPart[] | null;
  /** Place in the tree in IMAP's numbers, "" for the root; multiparts have one too. */
  readonly path: string;
  /** Parameters of Content-Type, such as `format` and `delsp` of RFC 3676. */
  readonly parameters: Parameters;
}

/** Derives a part from its header. `implicitType` is what it is when it does not say (RFC 2046 §5.1.5). */
export function describePart(
  bytes: Uint8Array,
  block: HeaderBlock,
  headerStart: number,
  path: string,
  implicitType: string,
): { part: ParsedPart; boundary: string | null } {
  const raw = (name: string): string | null => {
    const header = findHeader(block.headers, name);
    return header ? latin1(bytes, header.valueStart, header.valueEnd) : null;
  };
  const contentType = raw("content-type");
  const { value, parameters } = parseParameters(contentType ?? "");
  const type = contentType === null ? implicitType : mediaType(value);
  const disposition = parseParameters(raw("content-disposition") ?? "");
  const isMultipart = type.startsWith("multipart/");
  const part: ParsedPart = {
    partId: isMultipart ? null : path || "1",
    type,
    charset: charsetOf(type, contentType !== null, parameters["charset"]),
    disposition: disposition.value || null,
    cid: contentId(raw("content-id")),
    language: languages(raw("content-language")),
    location: locationOf(raw("content-location")),
    name: nameOf(disposition.parameters["filename"]) ?? nameOf(parameters["name"]),
    encoding: encodingOf(raw("content-transfer-encoding")),
    headers: block.headers,
    headerStart,
    start: block.bodyStart,
    end: -1,
    children: isMultipart ? [] : null,
    path,
    parameters,
  };
  return { part, boundary: isMultipart ? rawBoundary(parameters["boundary"]) : null };
}

const TYPE = /^[a-z0-9!#$%&'*+.^_`{|}~-]+\/[a-z0-9!#$%&'*+.^_`{|}~-]+$/;

function mediaType(value: string): string {
  if (TYPE.test(value)) return value;
  // RFC 2045 §5.2: what cannot be understood is text; only old mailers write "text" alone.
  return value === "" || value === "text" ? "text/plain" : "application/octet-stream";
}

/** RFC 8621 §4.1.4, `charset`. */
function charsetOf(type: string, hasType: boolean, charset: string | undefined): string | null {
  if (charset) return charset;
  return !hasType || type.startsWith("text/") ? "us-ascii" : null;
}

/** Delimiter lines are compared as octets, so the boundary has to be octets too. */
function rawBoundary(boundary: string | undefined): string | null {
  return boundary === undefined ? null : latin1(new TextEncoder().encode(boundary.trimEnd()));
}

function contentId(raw: string | null): string | null {
  if (raw === null) return null;
  const text = stripComments(raw).trim();
  return text.replace(/^<|>$/g, "").trim() || null;
}

function languages(raw: string | null): string[] | null {
  if (raw === null) return null;
  const tags = stripComments(raw)
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
  return tags.length > 0 ? tags : null;
}

/** RFC 2557 §4.4.2: a long address is folded; the folds are not part of it. */
function locationOf(raw: string | null): string | null {
  return raw === null ? null : stripComments(raw).replace(/\s+/g, "") || null;
}

/** A part's name where its octets are raw and not UTF-8, as in old mail, but probably in a charset. */
export function nameInCharset(
  bytes: Uint8Array,
  headers: readonly ParsedHeader[],
  charset: string,
): string | null {
  const parameter = (field: string, name: string): string | undefined => {
    const header = findHeader(headers, field);
    if (!header) return undefined;
    return parseParameters(latin1(bytes, header.valueStart, header.valueEnd), charset).parameters[
      name
    ];
  };
  return (
    nameOf(parameter("content-disposition", "filename")) ??
    nameOf(parameter("content-type", "name"))
  );
}

function nameOf(value: string | undefined): string | null {
  return value === undefined ? null : decodeWords(value).trim() || null;
}

function encodingOf(raw: string | null): TransferEncoding {
  if (raw === null) return "identity";
  const name = stripComments(raw).trim().toLowerCase();
  if (name === "base64" || name === "quoted-printable") return name;
  return name === "" || /^(7-?bit|8-?bit|binary)$/.test(name) ? "identity" : "unknown";
}

/** The part and all below it, depth first. */
export function allParts(root: ParsedPart): ParsedPart[] {
  const found: ParsedPart[] = [];
  const waiting = [root];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    found.push(part);
    if (part.children) waiting.push(...part.children.toReversed());
  }
  return found;
}
