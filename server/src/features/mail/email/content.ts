import { parseMessage, type ParsedMessage } from "@atrium/formats/mime";
import type { EmailRecord } from "@atrium/contract/types/email";
import { refuse, type Call } from "../../../engine/index.ts";
import {
  bodyPart,
  bodyRequest,
  bodyStructure,
  bodyValues,
  emailHeaders,
  type BodyRequest,
} from "./body-properties.ts";
import { tnefParts } from "./tnef-parts.ts";
import { headerValue, parseHeaderProperty, type HeaderProperty } from "./header-properties.ts";

/** The properties for which the message itself has to be read. */
const FROM_MESSAGE = [
  "bodyStructure",
  "bodyValues",
  "textBody",
  "htmlBody",
  "attachments",
  "headers",
] as const;

/** Those in which files of a winmail.dat may appear. */
const TNEF_PROPERTIES = ["textBody", "htmlBody", "attachments", "bodyValues"];

/** Header fields of nearly all messages end within so many octets. */
const HEAD = 65_536;

/** How many messages are read at once, and from how many octets in all on they are read one by one. */
const AT_ONCE = 8;
const MANY_OCTETS = 64_000_000;
/** Octets of body values in one answer. */
const MAX_VALUES = 128_000_000;

/** What a call wants to know that only the message can tell. */
export interface ContentRequest {
  readonly properties: ReadonlySet<string>;
  readonly headers: readonly HeaderProperty[];
  readonly body: BodyRequest;
}

/** `null` when the columns know everything. @throws Refusal `invalidArguments` */
export function contentRequest(call: Call, properties: readonly string[]): ContentRequest | null {
  const headers = properties.filter((name) => name.startsWith("header:")).map(parseHeaderProperty);
  const wanted = new Set(properties.filter((name) => FROM_MESSAGE.includes(name as never)));
  const body = bodyRequest(call.args);
  return wanted.size === 0 && headers.length === 0 ? null : { properties: wanted, headers, body };
}

/**
 * Reads what was asked for out of stored messages, given as hash and size. Answers in their order.
 * @throws Refusal `requestTooLarge` when the answer would not fit into memory.
 */
export async function readContents(
  call: Call,
  messages: readonly { readonly hash: string; readonly size: number }[],
  request: ContentRequest,
): Promise<Partial<EmailRecord>[]> {
  const sizes = messages.map(({ size }) => size);
  boundValues(request, sizes);
  const octets = sizes.reduce((sum, size) => sum + size, 0);
  const contents: Partial<EmailRecord>[] = Array.from({ length: messages.length });
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < messages.length) {
      const index = next;
      next += 1;
      contents[index] = await readContent(call, messages[index]!, request);
    }
  };
  await Promise.all(Array.from({ length: octets > MANY_OCTETS ? 1 : AT_ONCE }, worker));
  return contents;
}

/**
 * Makes sure that the body values asked for, of messages of these sizes, fit into one answer.
 * @throws Refusal `requestTooLarge`
 */
export function boundValues({ properties, body }: ContentRequest, sizes: readonly number[]): void {
  if (!properties.has("bodyValues")) return;
  if (!body.fetchText && !body.fetchHtml && !body.fetchAll) return;
  const values = sizes.reduce((sum, size) => sum + Math.min(size, body.maxBytes || size), 0);
  if (values > MAX_VALUES) refuse("requestTooLarge", "these bodies are too much for one call");
}

async function readContent(
  call: Call,
  { hash, size }: { readonly hash: string; readonly size: number },
  request: ContentRequest,
): Promise<Partial<EmailRecord>> {
  const { blobs } = call.services;
  const onlyHead = [...request.properties].every((name) => name === "headers");
  let bytes = await blobs.read(hash, onlyHead && size > HEAD ? { start: 0, end: HEAD } : undefined);
  if (bytes.length < size && !hasWholeHead(bytes)) bytes = await blobs.read(hash);
  return contentOf(parseMessage(bytes), hash, request);
}

function hasWholeHead(bytes: Buffer): boolean {
  return bytes.includes("\r\n\r\n") || bytes.includes("\n\n");
}

/** The requested properties of a parsed message. */
export function contentOf(
  message: ParsedMessage,
  hash: string,
  { properties, headers, body }: ContentRequest,
): Partial<EmailRecord> {
  const parts = (list: ParsedMessage["textBody"]) =>
    list.map((part) => bodyPart(message, hash, part, body));
  const looksInside = TNEF_PROPERTIES.some((name) => properties.has(name));
  const tnef = looksInside ? tnefParts(message, hash, body) : null;
  const content: Record<string, unknown> = {};
  if (properties.has("headers")) content["headers"] = emailHeaders(message.bytes, message.headers);
  if (properties.has("bodyStructure"))
    content["bodyStructure"] = bodyStructure(message, hash, message.root, body);
  if (properties.has("textBody"))
    content["textBody"] = [...parts(message.textBody), ...(tnef?.textBody ?? [])];
  if (properties.has("htmlBody"))
    content["htmlBody"] = [...parts(message.htmlBody), ...(tnef?.htmlBody ?? [])];
  if (properties.has("attachments"))
    content["attachments"] = message.attachments.flatMap((part) => [
      ...parts([part]),
      ...(tnef?.after(part) ?? []),
    ]);
  if (properties.has("bodyValues"))
    content["bodyValues"] = { ...bodyValues(message, body), ...tnef?.bodyValues };
  for (const header of headers)
    content[header.property] = headerValue(message.bytes, message.headers, header, message.charset);
  return content;
}
