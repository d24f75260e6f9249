import { sql } from "kysely";
import type { JsonObject } from "@atrium/contract/types/wire";
import { Refusal, refuse, sameJson, type Call } from "../../../engine/index.ts";
import { MAX_COMPARED_OCTETS } from "../limits.ts";
import { contentRequest } from "./content.ts";
import { readContents } from "./read-contents.ts";

const PARTS = ["bodyStructure", "textBody", "htmlBody", "attachments"];

interface SentBack {
  readonly id: string;
  readonly values: JsonObject;
}

/**
 * Which values that clients send back of what only the messages have are still right (RFC 8620 §5.3), however little of
 * their parts and texts was asked for.
 * @throws Refusal `requestTooLarge` when too much would have to be read.
 */
export async function unchangedContent(
  call: Call,
  sentBack: readonly SentBack[],
): Promise<ReadonlySet<string>[]> {
  const messages = await messagesOf(call, sentBack);
  const known = sentBack.map(({ id }) => messages.get(id));
  const octets = known.reduce((sum, message) => sum + (message?.size ?? 0), 0);
  if (octets > MAX_COMPARED_OCTETS)
    refuse("requestTooLarge", "these messages are too large to compare in one call");
  const unchanged: ReadonlySet<string>[] = [];
  for (const [index, { values }] of sentBack.entries()) {
    const message = known[index];
    unchanged.push(message === undefined ? new Set() : await compare(call, message, values));
  }
  return unchanged;
}

type Message = { readonly hash: string; readonly size: number };

async function messagesOf(
  { db, accountId }: Call,
  sentBack: readonly SentBack[],
): Promise<ReadonlyMap<string, Message>> {
  const rows = await db
    .selectFrom("email")
    .select(["id", "blob_hash", "size"])
    .where("account_id", "=", accountId)
    .where("id", "=", sql<string>`any(${sentBack.map(({ id }) => id)})`)
    .execute();
  return new Map(rows.map(({ id, blob_hash, size }) => [id, { hash: blob_hash, size }]));
}

async function compare(
  call: Call,
  message: Message,
  values: JsonObject,
): Promise<ReadonlySet<string>> {
  const names = Object.keys(values);
  const content = await contentOf(call, message, values, names);
  return new Set(names.filter((name) => content !== null && isSame(name, values[name], content)));
}

/** `null` where they name what no message has. */
async function contentOf(
  call: Call,
  message: Message,
  values: JsonObject,
  names: readonly string[],
): Promise<JsonObject | null> {
  const bodyProperties = new Set<string>();
  for (const name of PARTS) addMembers(values[name], bodyProperties);
  try {
    const args = { bodyProperties: [...bodyProperties], fetchAllBodyValues: true };
    const request = contentRequest({ ...call, args }, names);
    if (request === null) return null;
    const [content] = await readContents(call, [message], request);
    return content ?? null;
  } catch (error) {
    if (error instanceof Refusal && error.code === "invalidArguments") return null;
    throw error;
  }
}

/** The names of all members of parts; `subParts` are answered as the tree has them. */
function addMembers(value: unknown, names: Set<string>): void {
  const open = [value];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part !== "object" || part === null) continue;
    if (Array.isArray(part)) open.push(...(part as unknown[]));
    else
      for (const [name, member] of Object.entries(part)) {
        names.add(name);
        if (name === "subParts") open.push(member);
      }
  }
}

function isSame(name: string, given: unknown, content: JsonObject): boolean {
  if (PARTS.includes(name)) return hasMembers(given, content[name]);
  if (name === "bodyValues") return hasValues(given, content[name]);
  return Object.hasOwn(content, name) && sameJson(given, content[name]);
}

/** Whether a list of parts, or one, has nothing that those of the message have not. */
function hasMembers(given: unknown, actual: unknown): boolean {
  if (Array.isArray(given))
    return (
      Array.isArray(actual) &&
      given.length === actual.length &&
      given.every((part, index) => hasMembers(part, actual[index]))
    );
  if (!isRecord(given) || !isRecord(actual)) return false;
  return Object.entries(given).every(
    ([name, value]) =>
      Object.hasOwn(actual, name) &&
      (name === "subParts" && value !== null
        ? hasMembers(value, actual[name])
        : sameJson(value, actual[name])),
  );
}

/** The same for texts, of which a client may have only some, and of those the beginning. */
function hasValues(given: unknown, actual: unknown): boolean {
  if (!isRecord(given) || !isRecord(actual)) return false;
  return Object.entries(given).every(([partId, value]) => {
    const whole = Object.hasOwn(actual, partId) ? actual[partId] : undefined;
    if (!isRecord(value) || !isRecord(whole)) return false;
    if (value["isTruncated"] !== true) return sameJson(value, whole);
    const { value: begun } = value;
    return (
      typeof begun === "string" &&
      (whole["value"] as string).startsWith(begun) &&
      sameJson({ ...value, value: whole["value"], isTruncated: false }, whole)
    );
  });
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
