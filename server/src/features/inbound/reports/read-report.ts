import { decodeBody, parseMessage, parseMessageIds, type ParsedPart } from "@atrium/formats/mime";
import { eachField, valueOf, type Field } from "../../mail/message/header.ts";
import type { IncomingReport } from "../../outbound/index.ts";
import {
  MAX_REPORT_FIELD,
  MAX_REPORT_FIELDS,
  MAX_REPORT_OCTETS,
  MAX_REPORT_RECIPIENTS,
} from "./limits.ts";

/** What a report says; whose it is, the account that got it knows. */
export type Report = Omit<IncomingReport, "accountId" | "hash">;

/** RFC 3464 and RFC 8098, and both with addresses beyond ASCII (RFC 6533). */
const KINDS: Readonly<Record<string, Report["kind"]>> = {
  "message/delivery-status": "dsn",
  "message/global-delivery-status": "dsn",
  "message/disposition-notification": "mdn",
  "message/global-disposition-notification": "mdn",
};

/** What comes back of the message itself: all of it, or its header. */
const RETURNED = new Set([
  "message/rfc822",
  "message/global",
  "text/rfc822-headers",
  "message/global-headers",
]);

/** Reads a delivery status or disposition notification; null when the message is neither. Never throws. */
export function readReport(bytes: Uint8Array): Report | null {
  const { root } = parseMessage(bytes);
  // RFC 6522: what a machine is to read is the second part, and what came back is the third.
  if (root.type !== "multipart/report") return null;
  const parts = root.children ?? [];
  const status = parts.find((part) => part.type in KINDS);
  if (status === undefined) return null;
  const kind = KINDS[status.type]!;
  const returned = parts.find((part) => RETURNED.has(part.type));
  const groups = groupsOf(fieldsIn(bytes, status));
  return kind === "dsn"
    ? deliveryStatus(groups, messageIdOf(bytes, returned))
    : disposition(groups, messageIdOf(bytes, returned));
}

/** The fields of a part, one after another, and as many as anybody means to be read. */
function* fieldsIn(bytes: Uint8Array, part: ParsedPart): Generator<Field> {
  const end = Math.min(part.end, part.start + MAX_REPORT_OCTETS);
  const body = decodeBody(bytes, { ...part, end });
  let count = 0;
  for (const field of eachField(Buffer.from(body.buffer, body.byteOffset, body.length))) {
    if (++count > MAX_REPORT_FIELDS) return;
    if (field.raw.length <= MAX_REPORT_FIELD) yield field;
  }
}

/** Fields by their name in lower case; of several with one name the first. */
type Fields = ReadonlyMap<string, string>;

/** RFC 3464 §2.1: groups of fields with empty lines between them, that of the message and those of recipients. */
function groupsOf(fields: Iterable<Field>): Fields[] {
  const groups: Map<string, string>[] = [];
  let group = new Map<string, string>();
  for (const field of fields) {
    if (field.name === "") {
      if (group.size === 0) continue;
      groups.push(group);
      if (groups.length > MAX_REPORT_RECIPIENTS) return groups;
      group = new Map();
    } else if (!group.has(field.name)) group.set(field.name, valueOf(field));
  }
  return group.size > 0 ? [...groups, group] : groups;
}

function deliveryStatus([message, ...recipients]: Fields[], messageId: string | null): Report {
  return {
    kind: "dsn",
    envelopeId: message?.get("original-envelope-id") ?? null,
    messageId,
    recipients: recipients.flatMap((fields) => {
      const address = recipientOf(fields);
      const action = ACTIONS.find((one) => one === fields.get("action")?.toLowerCase());
      if (address === null || action === undefined) return [];
      const [status = null] = /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get("status") ?? "") ?? [];
      const diagnostic = untyped(fields.get("diagnostic-code"));
      return [{ address, action, status, diagnostic }];
    }),
  };
}

const ACTIONS = ["failed", "delayed", "delivered", "relayed", "expanded"] as const;

function disposition([fields]: Fields[], returnedId: string | null): Report {
  const named = parseMessageIds(fields?.get("original-message-id") ?? "");
  const address = fields === undefined ? null : recipientOf(fields);
  // RFC 8098 §3.2.6: `manual-action/MDN-sent-manually; displayed`, maybe with `/error` behind.
  const [, type] = /;\s*([\w-]+)/.exec(fields?.get("disposition") ?? "") ?? [];
  return {
    kind: "mdn",
    envelopeId: null,
    messageId: named?.[0] ?? returnedId,
    recipients:
      address !== null && type?.toLowerCase() === "displayed"
        ? [{ address, action: "displayed" }]
        : [],
  };
}

/** As the sender wrote it, if the report knows that. */
function recipientOf(fields: Fields): string | null {
  const text = untyped(fields.get("original-recipient")) ?? untyped(fields.get("final-recipient"));
  const address = text?.replace(/^<(.*)>$/, "$1");
  // RFC 6533 §3: in a report in ASCII, other characters are written as their numbers.
  const decoded = address?.replaceAll(/\\x\{([0-9a-f]{1,6})\}/gi, (all, digits: string) => {
    const code = Number.parseInt(digits, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
  return decoded || null;
}

/** Behind the type and its semicolon (RFC 3464 §2.1.2): `rfc822; bob@example.org`. */
function untyped(value: string | undefined): string | null {
  if (value === undefined) return null;
  return value.slice(value.indexOf(";") + 1).trim() || null;
}

function messageIdOf(bytes: Uint8Array, returned: ParsedPart | undefined): string | null {
  if (returned === undefined) return null;
  for (const field of fieldsIn(bytes, returned)) {
    // The empty line that ends the header.
    if (field.name === "" && field.raw.length <= 2) return null;
    if (field.name === "message-id") return parseMessageIds(valueOf(field))?.[0] ?? null;
  }
  return null;
}
