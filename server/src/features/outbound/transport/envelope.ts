import { domainToASCII } from "node:url";
import type { Parameters } from "../queue/tables.ts";
import { unitext, unitextAsAscii, xtext } from "./xtext.ts";

export interface OutgoingRecipient {
  readonly address: string;
  readonly params: Parameters;
}

export interface OutgoingEnvelope {
  /** Empty: the null sender. */
  readonly mailFrom: string;
  readonly params: Parameters;
  /** Named to servers that take one, so that their reports can be told apart (RFC 3461 §4.4). */
  readonly envelopeId: string;
  readonly recipients: readonly OutgoingRecipient[];
}

/** An address as it stands between angle brackets: a domain in DNS's own letters needs no extension. */
export function wireAddress(address: string): string {
  const at = address.lastIndexOf("@");
  if (at < 0) return address;
  const domain = address.slice(at + 1);
  const ascii = /^[\0-\x7f]*$/.test(domain) ? domain : domainToASCII(domain);
  return `${address.slice(0, at)}@${ascii === "" ? domain : ascii}`;
}

/** Whether an address cannot be said in ASCII (RFC 6531). */
export function needsUtf8(address: string): boolean {
  return /[^\0-\x7f]/.test(wireAddress(address));
}

/** Whether an address can stand in a command at all. */
export function isSendable(address: string): boolean {
  return !/[\p{Cc}<>]/u.test(address) && Buffer.byteLength(address) <= 320;
}

/** `MAIL FROM` with the parameters that the server knows. */
export function mailCommand(
  envelope: OutgoingEnvelope,
  extensions: ReadonlyMap<string, string>,
  message: { size: number; is8bit: boolean; needsUtf8: boolean },
): string {
  const { mailFrom, params, envelopeId } = envelope;
  const words = [`MAIL FROM:<${wireAddress(mailFrom)}>`];
  if (extensions.has("SIZE")) words.push(`SIZE=${message.size}`);
  if (extensions.has("8BITMIME") && message.is8bit) words.push("BODY=8BITMIME");
  if (message.needsUtf8) words.push("SMTPUTF8");
  if (extensions.has("DSN")) {
    const ret = params["RET"]?.toUpperCase();
    if (ret === "FULL" || ret === "HDRS") words.push(`RET=${ret}`);
    words.push(`ENVID=${xtext(params["ENVID"] ?? envelopeId)}`);
  }
  return words.join(" ");
}

/** `RCPT TO` with the parameters that the server knows. */
export function rcptCommand(
  { address, params }: OutgoingRecipient,
  extensions: ReadonlyMap<string, string>,
): string {
  const words = [`RCPT TO:<${wireAddress(address)}>`];
  if (extensions.has("DSN")) {
    const notify = notifyOf(params);
    if (notify !== null) words.push(`NOTIFY=${[...notify].join(",")}`);
    words.push(`ORCPT=${originalRecipient(address, params, extensions.has("SMTPUTF8"))}`);
  }
  return words.join(" ");
}

/** What the sender wants reports of (RFC 3461 §4.1); null: nothing was said. */
export function notifyOf(params: Parameters): ReadonlySet<string> | null {
  const value = params["NOTIFY"];
  if (typeof value !== "string") return null;
  const words = value
    .toUpperCase()
    .split(",")
    .map((word) => word.trim());
  const known = words.filter((word) => ["SUCCESS", "FAILURE", "DELAY"].includes(word));
  if (words.includes("NEVER") || known.length === 0) return new Set(["NEVER"]);
  return new Set(known);
}

function originalRecipient(address: string, params: Parameters, takesUtf8: boolean): string {
  const given = /^([\w.-]+);(.+)$/s.exec(params["ORCPT"] ?? "");
  const [type, text] = given
    ? [given[1]!.toLowerCase(), given[2]!]
    : [needsUtf8(address) ? "utf-8" : "rfc822", address];
  if (type !== "utf-8") return `${type};${xtext(text)}`;
  return `${type};${takesUtf8 ? unitext(text) : unitextAsAscii(text)}`;
}
