import { isAscii } from "node:buffer";
import {
  addressField,
  buildMessage,
  messageIdField,
  rawField,
  textField,
  type BuiltPart,
} from "@atrium/formats/mime-build";
import { randomBytes } from "node:crypto";
import { mailDate } from "../../mail/message/mail-date.ts";
import { needsUtf8, wireAddress } from "../transport/envelope.ts";
import { unitextAsAscii } from "../transport/xtext.ts";
import type { Parameters, ReportKind } from "../queue/tables.ts";

/** What is reported of one recipient. */
export interface ReportedRecipient {
  readonly address: string;
  readonly params: Parameters;
  readonly kind: ReportKind;
  /** The last reply, as `550 5.1.1 No such user`. */
  readonly reply: string;
  readonly status: string;
  /** The server that said so; null when none did. */
  readonly host: string | null;
  readonly triedAt: Date | null;
  /** Until when it is tried; for those that are delayed. */
  readonly triedUntil: Date;
}

export interface DeliveryReport {
  /** The envelope sender, to whom it goes. */
  readonly to: string;
  /** ENVID, if the sender gave one, else null. */
  readonly envelopeId: string | null;
  /** What this server calls itself. */
  readonly ownName: string;
  /** The domain in whose name it is written. */
  readonly domain: string;
  readonly arrivedAt: Date;
  readonly now: Date;
  readonly recipients: readonly ReportedRecipient[];
  /** The header of the message, or all of it (RFC 3461 §4.3). */
  readonly original: { readonly bytes: Buffer; readonly isWhole: boolean };
  readonly subject: string | null;
  readonly messageId: string | null;
}

const TITLES: Record<ReportKind, string> = {
  failed: "Not delivered",
  delayed: "Delayed",
  relayed: "Passed on",
  delivered: "Delivered",
};

/** What each kind is to its reader; the recipients' addresses follow. */
const EXPLANATIONS: Record<ReportKind, string> = {
  failed:
    "Your message could not be delivered to the following recipients. Atrium will not try again:",
  delayed:
    "Your message has not been delivered to the following recipients yet. You don't need to send it again; delivery is retried automatically:",
  relayed:
    "Your message was passed on to servers that do not confirm delivery, for the following recipients:",
  delivered: "Your message was delivered to the following recipients:",
};

/** The worst first: it gives the report its title. */
const KINDS: readonly ReportKind[] = ["failed", "delayed", "relayed", "delivered"];

/** A delivery status notification (RFC 3464, RFC 6522; RFC 6533 where addresses need it). */
export function buildReport(report: DeliveryReport): Buffer {
  const { to, domain, now, recipients, messageId, subject } = report;
  const kinds = KINDS.filter((kind) => recipients.some((recipient) => recipient.kind === kind));
  const isUtf8 = [to, ...recipients.map(({ address }) => address)].some(needsUtf8);
  const title = TITLES[kinds[0] ?? "failed"];
  const fields = [
    addressField("From", [{ name: "Mail Delivery", email: `postmaster@${domain}` }]),
    // RFC 5322 §3.4.1: an address that needs UTF-8 stands in the header as such (RFC 6532).
    rawField("To", ` <${wireAddress(to)}>`),
    textField("Subject", subject === null ? title : `${title}: ${subject}`),
    rawField("Date", ` ${mailDate(now)}`),
    messageIdField("Message-ID", [`${randomBytes(12).toString("hex")}@${domain}`]),
    ...(messageId === null
      ? []
      : [messageIdField("In-Reply-To", [messageId]), messageIdField("References", [messageId])]),
    // RFC 3834 §5.
    rawField("Auto-Submitted", " auto-replied"),
    rawField("MIME-Version", " 1.0"),
  ];
  const part = (type: string, content: { text: string } | { file: Uint8Array }): BuiltPart => ({
    fields: [],
    type,
    parameters: {},
    ...content,
  });
  const bytes = buildMessage(
    fields,
    {
      fields: [],
      type: "multipart/report",
      parameters: { "report-type": "delivery-status" },
      children: [
        part("text/plain", { text: explanation(report, kinds) }),
        part(isUtf8 ? "message/global-delivery-status" : "message/delivery-status", {
          file: Buffer.from(statusOf(report)),
        }),
        original(report),
      ],
    },
    () => randomBytes(18).toString("hex"),
  );
  return Buffer.from(bytes);
}

function original({ original: { bytes, isWhole } }: DeliveryReport): BuiltPart {
  if (isWhole) return { fields: [], type: "message/rfc822", parameters: {}, file: bytes };
  return !isAscii(bytes)
    ? { fields: [], type: "message/global-headers", parameters: {}, file: bytes }
    : { fields: [], type: "text/rfc822-headers", parameters: {}, text: bytes.toString("latin1") };
}

function explanation(report: DeliveryReport, kinds: readonly ReportKind[]): string {
  const { ownName, recipients, subject, arrivedAt } = report;
  const sections = kinds.map((kind) => {
    const reported = recipients
      .filter((recipient) => recipient.kind === kind)
      .map((recipient) => `  ${oneLine(recipient.address)}\n${reasonOf(recipient)}`);
    return `${EXPLANATIONS[kind]}\n\n${reported.join("\n")}`;
  });
  const which = subject === null ? "The message" : `The message "${oneLine(subject)}"`;
  return [
    `This is the mail server ${ownName}.`,
    ...sections,
    `${which} was sent on ${arrivedAt.toUTCString()}. Its header${report.original.isWhole ? " and text are" : " is"} attached.`,
    "",
  ].join("\n\n");
}

function reasonOf({ kind, reply, host, status, triedUntil }: ReportedRecipient): string {
  if (kind === "delivered") return "";
  const who = host === null ? "" : `The server ${oneLine(host)} said: `;
  const until =
    kind === "delayed" ? `    Delivery will be retried until ${triedUntil.toUTCString()}.\n` : "";
  const expired = status === "4.4.7" ? "    The time for retrying is over.\n" : "";
  return `    ${who}${oneLine(reply)}\n${until}${expired}`;
}

/** The machine's part: fields of the message, then a group for each recipient (RFC 3464 §2). */
function statusOf(report: DeliveryReport): string {
  const { envelopeId, ownName, arrivedAt, recipients } = report;
  const message = [
    ...(envelopeId === null ? [] : [`Original-Envelope-Id: ${oneLine(envelopeId)}`]),
    `Reporting-MTA: dns; ${ownName}`,
    `Arrival-Date: ${mailDate(arrivedAt)}`,
  ];
  const groups = recipients.map(
    ({ address, params, kind, reply, status, host, triedAt, triedUntil }) => [
      ...originalRecipient(params),
      `Final-Recipient: ${typed(address)}`,
      `Action: ${kind}`,
      `Status: ${status}`,
      ...(host === null ? [] : [`Remote-MTA: dns; ${oneLine(host.replace(/ .*/, ""))}`]),
      `Diagnostic-Code: smtp; ${oneLine(reply)}`,
      ...(triedAt === null ? [] : [`Last-Attempt-Date: ${mailDate(triedAt)}`]),
      ...(kind === "delayed" ? [`Will-Retry-Until: ${mailDate(triedUntil)}`] : []),
    ],
  );
  return [message, ...groups].map((lines) => `${lines.join("\r\n")}\r\n`).join("\r\n");
}

/** What the sender called the recipient, if the sender did (RFC 3464 §2.3.1). */
function originalRecipient(params: Parameters): string[] {
  const given = params["ORCPT"];
  if (typeof given !== "string" || !/^[\w.-]+;/.test(given)) return [];
  const [type, ...rest] = given.split(";");
  return [`Original-Recipient: ${type};${oneLine(rest.join(";"))}`];
}

/** RFC 6533 §3: an address that no header in ASCII can hold has a type of its own. */
function typed(address: string): string {
  const wire = wireAddress(address);
  return needsUtf8(address) ? `utf-8; ${unitextAsAscii(wire)}` : `rfc822; ${oneLine(wire)}`;
}

/** Nothing of what strangers said may begin a field of its own. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
