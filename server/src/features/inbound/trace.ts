import { isIPv6 } from "node:net";
import { mailDate } from "../mail/message/mail-date.ts";
import type { MailGroup } from "./lists/list-fields.ts";

/** One mail as its sender's server hands it over. */
export interface Envelope {
  /** Names this transaction in the log, the Received field and the store. */
  readonly transactionId: string;
  /** Empty for the null sender of bounces (RFC 5321 §4.5.5). */
  readonly mailFrom: string;
  /** What the client calls itself (HELO, EHLO). */
  readonly helo: string;
  readonly remoteAddress: string;
  /** RFC 3848 and RFC 6531 §4.3; the S at the end stands for TLS. */
  readonly protocol: "SMTP" | "ESMTP" | "ESMTPS" | "UTF8SMTP" | "UTF8SMTPS";
  /** It comes from a server of this house, which has looked at it already. */
  readonly isTrusted?: boolean;
}

/** A recipient as the sender wrote it and as it is here. */
export interface EnvelopeRecipient {
  readonly original: string;
  /** Canonical, without the detail after a plus sign. */
  readonly address: string;
  /** The accounts behind it; several for a group. */
  readonly accountIds: readonly string[];
  /** The group whose address it is. */
  readonly group?: MailGroup;
  /** It is the sender of a message that was redirected, to whom what comes back is passed on. */
  readonly returnTo?: string;
}

/**
 * The fields that say whom a copy of a message was for (RFC 5321 §4.4): Return-Path, Delivered-To and X-Original-To.
 * All recipients of a copy share it, so a recipient is only named when there is no other: a list of them would show each
 * of the others who was in Bcc (§7.2).
 */
export function recipientFields(mailFrom: string, only: EnvelopeRecipient | null): string {
  return [
    `Return-Path: <${word(mailFrom)}>`,
    ...(only
      ? [`Delivered-To: ${word(only.address)}`, `X-Original-To: ${word(only.original)}`]
      : []),
    "",
  ].join("\r\n");
}

/** How it came to this server (RFC 5321 §4.4). */
export function receivedField(
  envelope: Envelope,
  only: EnvelopeRecipient | null,
  by: string,
  now: Date,
): string {
  const address = isIPv6(envelope.remoteAddress)
    ? `[IPv6:${envelope.remoteAddress}]`
    : `[${envelope.remoteAddress}]`;
  const received = [
    `Received: from ${word(envelope.helo)} (${address})`,
    `\tby ${by} with ${envelope.protocol} id ${envelope.transactionId}`,
    ...(only ? [`\tfor <${word(only.original)}>`] : []),
  ];
  return `${received.join("\r\n")};\r\n\t${mailDate(now)}\r\n`;
}

/** What a stranger wrote, in a form that cannot end the field or start a comment. */
function word(text: string): string {
  return text.replaceAll(/[\p{Cc}\s()<>;\\"]/gu, "_");
}
