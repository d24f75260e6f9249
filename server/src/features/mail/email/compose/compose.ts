import { randomUUID } from "node:crypto";
import { authorsOf } from "@atrium/formats/mime";
import {
  buildMessage,
  dateField,
  messageIdField,
  type BuiltPart,
} from "@atrium/formats/mime-build";
import type { EmailCreate } from "@atrium/contract/types/email";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import {
  findBlobs,
  parseBlobId,
  readBlob,
  refuse,
  refuseProperty,
  type Call,
} from "../../../../engine/index.ts";
import { MAX_ATTACHMENTS, MAX_HEADER } from "../../limits.ts";
import { emailFields, propertyOf, type Fields } from "./header-fields.ts";
import { planBodies } from "./plan-bodies.ts";
import { PartPlanner, type PartPlan } from "./plan-parts.ts";

/** What a new Email is going to be; nothing of its blobs has been read. */
export interface MessagePlan {
  readonly fields: readonly string[];
  readonly root: PartPlan;
  readonly blobIds: readonly string[];
  /** Octets of the texts and blobs together, about. */
  readonly size: number;
}

/** The order in which the usual header fields are written; others follow. */
const ORDER = [
  "date",
  "from",
  "sender",
  "reply-to",
  "to",
  "cc",
  "bcc",
  "subject",
  "message-id",
  "in-reply-to",
  "references",
];

/**
 * Checks an Email to be created (RFC 8621 §4.6) and plans its message.
 * @throws Refusal `invalidProperties`, `blobNotFound` with all ids that were not found, `tooLarge`
 */
export async function planMessage(call: Call, record: EmailCreate): Promise<MessagePlan> {
  const given = record as Readonly<Record<string, unknown>>;
  if (given["headers"] !== undefined)
    refuseProperty("headers", "header fields are given one by one");
  const realId = (id: string): string =>
    id.startsWith("#") ? (call.createdIds?.get(id.slice(1)) ?? id) : id;
  const planner = new PartPlanner((given["bodyValues"] ?? {}) as Record<string, unknown>, realId);
  const root = planBodies(given, planner);
  const fields = emailFields(given);
  // RFC 8621 §4.6: the root part's header is the message's, so no field stands in both.
  for (const name of root.fields.keys())
    if (fields.has(name)) refuseProperty(propertyOf(given, name), "is given for the root part too");
  checkFrom(given, [...(fields.get("from") ?? []), ...(root.fields.get("from") ?? [])]);
  const lines = messageFields(fields, root.fields, call.services.clock.now(), domainOf(record));
  if (lines.join("").length > MAX_HEADER) refuse("tooLarge", "the header");
  // A value or blob may stand in many parts, and is written in each.
  const size = textSize(root) + (await blobSize(call, planner.blobIds));
  if (size > MAX_ATTACHMENTS) refuse("tooLarge", undefined, { maxSize: MAX_ATTACHMENTS });
  return { fields: lines, root, blobIds: [...new Set(planner.blobIds)], size };
}

/** RFC 5322 §3.6: one From field, and in each of its mailboxes one address. */
function checkFrom(given: Readonly<Record<string, unknown>>, lines: readonly string[]): void {
  const { fields, isMixed } = authorsOf(Buffer.from(lines.join("")));
  if (fields <= 1 && !isMixed) return;
  const property = Object.keys(given).find((key) => /^(?:header:)?from(?::|$)/i.test(key));
  refuseProperty(property ?? "bodyStructure", "one field with one address for each author");
}

/** The message's own header, with what RFC 5322 §3.6 wants every message to have. */
function messageFields(given: Fields, root: Fields, now: Date, domain: string): string[] {
  const all = new Map(given);
  const add = (name: string, line: () => string): void => {
    if ((all.get(name) ?? []).length === 0 && !root.has(name)) all.set(name, [line()]);
  };
  add("date", () => dateField("Date", utcSeconds(now)));
  add("message-id", () => messageIdField("Message-ID", [`${randomUUID()}@${domain}`]));
  add("mime-version", () => "MIME-Version: 1.0\r\n");
  const usual = ORDER.flatMap((name) => all.get(name) ?? []);
  const others = [...all].filter(([name]) => !ORDER.includes(name)).flatMap(([, lines]) => lines);
  return [...usual, ...others];
}

/** RFC 5322 §3.6.4: ids end in a domain that makes them unique; the author's says nothing about the server. */
function domainOf(record: EmailCreate): string {
  const domain = /@([a-z0-9.-]+)$/i.exec(record.from?.[0]?.email ?? "")?.[1];
  return domain ?? "mail.invalid";
}

function textSize({ content }: PartPlan): number {
  if ("children" in content) return content.children.reduce((sum, part) => sum + textSize(part), 0);
  return "text" in content ? content.text.length : 0;
}

async function blobSize(call: Call, ids: readonly string[]): Promise<number> {
  const sizes = new Map<string, number | null>();
  const hashes = [...new Set(ids)].map((id) => parseBlobId(id)?.hash ?? "");
  const blobs = await findBlobs(call, hashes);
  for (const id of new Set(ids)) {
    const name = parseBlobId(id);
    const found = blobs.get(name?.hash ?? "");
    const part = name?.part;
    sizes.set(id, found === undefined ? null : part ? part.end - part.start : found.size);
  }
  const notFound = [...sizes].filter(([, size]) => size === null).map(([id]) => id);
  if (notFound.length > 0) refuse("blobNotFound", undefined, { notFound });
  return ids.reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0);
}

/** Reads the blobs and writes the message. */
export async function composeMessage(call: Call, plan: MessagePlan): Promise<Uint8Array> {
  const notFound: string[] = [];
  const contents = new Map<string, Content>();
  for (const id of plan.blobIds) {
    const blob = await readBlob(call, id);
    if (blob === null) notFound.push(id);
    else contents.set(id, blob);
  }
  if (notFound.length > 0) refuse("blobNotFound", undefined, { notFound });
  return buildMessage(plan.fields, built(plan.root, contents), newBoundary);
}

const newBoundary = (): string => `=_${randomUUID().replaceAll("-", "")}`;

type Content = NonNullable<Awaited<ReturnType<typeof readBlob>>>;

function built(part: PartPlan, contents: ReadonlyMap<string, Content>): BuiltPart {
  const { content } = part;
  const fields = [...part.fields.values()].flat();
  const type = part.type ?? "application/octet-stream";
  const { parameters } = part;
  if ("children" in content) {
    const children = content.children.map((child) => built(child, contents));
    const isRelated = type === "multipart/related" && parameters["type"] === undefined;
    const all = isRelated ? { ...parameters, type: rootType(children, parameters) } : parameters;
    return { fields, type, parameters: all, children };
  }
  if ("text" in content) {
    if (type.startsWith("text/")) return { fields, type, parameters, text: content.text };
    return { fields, type, parameters, file: Buffer.from(content.text) };
  }
  const { bytes, type: uploaded } = contents.get(content.blobId)!;
  const known = part.type ?? leafType(uploaded);
  const lacksCharset = known.startsWith("text/") && parameters["charset"] === undefined;
  return {
    fields,
    type: known,
    parameters: lacksCharset && isUtf8(bytes) ? { ...parameters, charset: "utf-8" } : parameters,
    file: bytes,
  };
}

/** The type of the root of a multipart/related, which has to be said (RFC 2387 §3.1, §3.2). */
function rootType(
  children: readonly BuiltPart[],
  { start }: Readonly<Record<string, string>>,
): string {
  const named = (line: string): boolean =>
    /^content-id:/i.test(line) && line.slice("content-id:".length).trim() === start;
  const root = start === undefined ? undefined : children.find(({ fields }) => fields.some(named));
  return (root ?? children[0]!).type;
}

/** The type that an upload was declared to be, if a part can be of it. */
function leafType(uploaded: string | null): string {
  const type = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+/i.exec(uploaded ?? "")?.[0].toLowerCase();
  return type === undefined || type.startsWith("multipart/") ? "application/octet-stream" : type;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
