import {
  allParts,
  asRaw,
  cutText,
  decodedSize,
  decodeText,
  type ParsedHeader,
  type ParsedMessage,
  type ParsedPart,
} from "@atrium/formats/mime";
import {
  DEFAULT_BODY_PROPERTIES,
  type Email,
  type EmailBodyValue,
  type EmailHeader,
} from "@atrium/contract/types/email";
import type { ExtraArguments } from "@atrium/contract/types/methods";
import type { JsonObject } from "@atrium/contract/types/wire";
import { MAX_PROPERTIES, partBlobId, refuse } from "../../../engine/index.ts";
import { jsonSize } from "../../../platform/json/index.ts";
import { headerValue, parseHeaderProperty, type HeaderProperty } from "./header-properties.ts";

/** What Email/get was asked about bodies (RFC 8621 §4.2), checked. */
export interface BodyRequest {
  readonly properties: readonly string[];
  readonly headers: readonly HeaderProperty[];
  readonly fetchText: boolean;
  readonly fetchHtml: boolean;
  readonly fetchAll: boolean;
  /** Octets, 0 for no limit. */
  readonly maxBytes: number;
  readonly room: Room;
}

/** What of the body a call asks for; nothing unless it says so. */
export type BodyArguments = ExtraArguments<typeof Email, "get">;

/** What the answer may still hold. A header field may be large, and be asked for in many ways and of many parts. */
export interface Room {
  octets: number;
}

/** @throws Refusal `requestTooLarge` */
export function takeRoom(room: Room, value: unknown): void {
  room.octets -= jsonSize(value, room.octets);
  if (room.octets < 0) refuse("requestTooLarge", "too much data for one request");
}

const PART_PROPERTIES = new Set<string>([...DEFAULT_BODY_PROPERTIES, "headers", "subParts"]);

/** @throws Refusal `invalidArguments` for body properties that there are not. */
export function bodyRequest(args: BodyArguments, room: Room): BodyRequest {
  const asked = args.bodyProperties ?? DEFAULT_BODY_PROPERTIES;
  if (asked.length > MAX_PROPERTIES)
    refuse("invalidArguments", `more than ${MAX_PROPERTIES} body properties`);
  for (const name of asked)
    if (!name.startsWith("header:") && !PART_PROPERTIES.has(name))
      refuse("invalidArguments", `a body part has no property "${name}"`);
  return {
    properties: asked.filter((name) => !name.startsWith("header:")),
    headers: asked.filter((name) => name.startsWith("header:")).map(parseHeaderProperty),
    fetchText: args.fetchTextBodyValues === true,
    fetchHtml: args.fetchHTMLBodyValues === true,
    fetchAll: args.fetchAllBodyValues === true,
    maxBytes: args.maxBodyValueBytes ?? 0,
    room,
  };
}

export function emailHeaders(bytes: Uint8Array, headers: readonly ParsedHeader[]): EmailHeader[] {
  return headers.map((header) => ({ name: header.name, value: asRaw(bytes, header) }));
}

/** One part as RFC 8621 §4.1.4 has it, with the members that were asked for. */
export function bodyPart(
  message: ParsedMessage,
  hash: string,
  part: ParsedPart,
  request: BodyRequest,
): JsonObject {
  const value: Record<string, unknown> = {};
  for (const name of request.properties)
    value[name] = partProperty(message, hash, part, name, request);
  for (const header of request.headers) {
    const found = headerValue(message.bytes, part.headers, header, message.charset);
    takeRoom(request.room, found);
    value[header.property] = found;
  }
  return value;
}

/** The tree: a multipart's `subParts` are always there, or it could not be one. */
export function bodyStructure(
  message: ParsedMessage,
  hash: string,
  part: ParsedPart,
  request: BodyRequest,
): JsonObject {
  const value = bodyPart(message, hash, part, request);
  if (part.children === null) return value;
  return {
    ...value,
    subParts: part.children.map((child) => bodyStructure(message, hash, child, request)),
  };
}

function partProperty(
  message: ParsedMessage,
  hash: string,
  part: ParsedPart,
  name: string,
  request: BodyRequest,
): unknown {
  const { bytes } = message;
  const isMultipart = part.children !== null;
  switch (name) {
    case "partId":
      return part.partId;
    case "blobId":
      return isMultipart ? null : partBlobId(hash, part, part.encoding);
    case "size":
      return isMultipart ? part.end - part.start : decodedSize(bytes, part);
    case "headers":
      return emailHeaders(bytes, part.headers);
    case "name":
      return part.name;
    case "type":
      return part.type;
    case "charset":
      return part.charset;
    case "disposition":
      return part.disposition;
    case "cid":
      return part.cid;
    case "language":
      return part.language;
    case "location":
      return part.location;
    default:
      return part.children?.map((child) => bodyPart(message, hash, child, request)) ?? null;
  }
}

/** RFC 8621 §4.1.4 `bodyValues`: the text parts that were asked for, by part id. */
export function bodyValues(
  message: ParsedMessage,
  request: BodyRequest,
): Record<string, EmailBodyValue> {
  const parts = new Set<ParsedPart>();
  if (request.fetchText) for (const part of message.textBody) parts.add(part);
  if (request.fetchHtml) for (const part of message.htmlBody) parts.add(part);
  if (request.fetchAll) for (const part of allParts(message.root)) parts.add(part);
  const values: Record<string, EmailBodyValue> = {};
  for (const part of parts) {
    if (part.partId === null || !part.type.startsWith("text/")) continue;
    const { value, isEncodingProblem } = decodeText(message.bytes, part);
    const cut =
      request.maxBytes > 0
        ? cutText(value, request.maxBytes, part.type === "text/html")
        : { value, isTruncated: false };
    values[part.partId] = { value: cut.value, isEncodingProblem, isTruncated: cut.isTruncated };
  }
  return values;
}
