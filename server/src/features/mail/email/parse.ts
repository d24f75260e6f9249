import { Email, type EmailRecord } from "@atrium/contract/types/email";
import type { JsonObject } from "@atrium/contract/types/wire";
import {
  findBlobs,
  MAX_PROPERTIES,
  method,
  parseBlobId,
  readBlob,
  realId,
  refuse,
  type Call,
  type MethodEngine,
} from "../../../engine/index.ts";
import { contentRequest, type ContentRequest } from "./content.ts";
import { preparing } from "../message/message.ts";
import { openContent } from "./open-content.ts";
import type { ContentInput } from "./open-content.task.ts";
import { boundValues } from "./read-contents.ts";

/** RFC 8621 §4.9. */
const DEFAULT_PROPERTIES = [
  "messageId",
  "inReplyTo",
  "references",
  "sender",
  "from",
  "to",
  "cc",
  "bcc",
  "replyTo",
  "subject",
  "sentAt",
  "hasAttachment",
  "preview",
  "bodyValues",
  "textBody",
  "htmlBody",
  "attachments",
];

/** RFC 8621 §4.9: blobs as Emails, without making any. */
export const parseEmails = method({
  verb: "read",
  arguments: {
    blobIds: { type: { list: "Id" } },
    properties: { type: { list: "String" }, nullable: true, default: null },
    ...Email.arguments.get,
  },
  async run(call, engine) {
    const properties = call.args.properties ?? DEFAULT_PROPERTIES;
    if (properties.length > MAX_PROPERTIES)
      refuse("invalidArguments", `more than ${MAX_PROPERTIES} properties`);
    for (const name of properties)
      if (!name.startsWith("header:") && !Object.hasOwn(Email.properties, name))
        refuse("invalidArguments", `Email has no property "${name}"`);
    const request = contentRequest(call, properties);
    const ids = [...new Set(call.args.blobIds)];
    if (ids.length > call.services.limits.maxObjectsInGet)
      refuse("requestTooLarge", "maxObjectsInGet");

    const parsed: Record<string, JsonObject> = {};
    const notParsable: string[] = [];
    const notFound: string[] = [];
    const found: { readonly id: string; readonly blob: Blob }[] = [];
    const real = new Map(ids.map((id) => [id, realId(id, engine.createdIds) ?? id]));
    const hashOf = (id: string): string => parseBlobId(real.get(id)!)?.hash ?? "";
    const blobs = await findBlobs(call, ids.map(hashOf));
    for (const id of ids) {
      const blob = blobs.get(hashOf(id));
      if (blob === undefined) notFound.push(id);
      else found.push({ id, blob: { id: real.get(id)!, size: blob.size } });
    }
    const sizes = found.map(({ blob }) => blob.size);
    if (request !== null) boundValues(request, sizes);
    call.budget.spend("octetsRead", sumOf(sizes));
    for (const { id, blob } of found) {
      const email = await preparing.run(blob.size, () =>
        parseOne(call, engine, blob, properties, request),
      );
      if (email === "notFound") notFound.push(id);
      else if (email === "notParsable") notParsable.push(id);
      else parsed[id] = email;
    }
    return {
      accountId: call.accountId,
      parsed: Object.keys(parsed).length > 0 ? parsed : null,
      notParsable: notParsable.length > 0 ? notParsable : null,
      notFound: notFound.length > 0 ? notFound : null,
    };
  },
});

const sumOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

interface Blob {
  readonly id: string;
  /** Octets that reading it takes: of the whole message, where it is a part of one. */
  readonly size: number;
}

async function parseOne(
  call: Call,
  engine: MethodEngine,
  blob: Blob,
  properties: readonly string[],
  request: ContentRequest | null,
): Promise<JsonObject | "notFound" | "notParsable"> {
  const found = await locateMessage(call, engine, blob.id);
  if (found === null) return "notFound";
  const { bytes, size, ...place } = found;
  const opened = await openContent(call.services, { ...place, request, describes: true }, bytes);
  if (!opened.isMessage) return "notParsable";
  const known: Partial<EmailRecord> = { ...opened.content, blobId: blob.id, size };
  // Null is what an Email has that is in no mailbox.
  return Object.fromEntries(
    properties.map((property) => [property, known[property as keyof EmailRecord] ?? null]),
  );
}

interface Located extends Pick<ContentInput, "hash" | "start" | "end"> {
  readonly size: number;
  readonly bytes: () => Promise<Uint8Array>;
}

async function locateMessage(
  call: Call,
  engine: MethodEngine,
  id: string,
): Promise<Located | null> {
  const { blobs } = call.services;
  const { hash, part } = parseBlobId(id)!;
  const blob = await readBlob(call, id);
  if (blob === null) return null;
  const size = blob.bytes.length;
  const whole = (): Promise<Uint8Array> => blobs.read(hash);
  if (part === undefined) return { hash, size, start: 0, end: size, bytes: whole };
  // Where an attached message stands as it is, its parts are parts of the whole.
  if (part.encoding === "identity" && part.file === undefined)
    return { hash, size, start: part.start, end: part.end, bytes: whole };
  // An encoded one becomes a blob of its own, of which its parts can be parts.
  const own = await blobs.put(blob.bytes);
  const by = call.actor.credential;
  const blobOf = { hash: own.hash, size, type: "message/rfc822", by };
  await engine.write([call.accountId], (w) => w.addBlob(call.accountId, blobOf));
  return { hash: own.hash, size, start: 0, end: size, bytes: () => blobs.read(own.hash) };
}
