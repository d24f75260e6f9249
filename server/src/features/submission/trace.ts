import { isIPv6 } from "node:net";
import { mailDate } from "./mail-date.ts";

/** One mail as its sender's server hands it over. */
export interface Envelope {
  /** Names this transaction in the log, the Received field and the store. */
  readonly transactionId: string;
  /** Empty for the null sender of bounces (RFC 5321 §4.5.5). */
  readonly mailFrom: string;
  /** What the client calls itself (HELO, EHLO). */
  readonly helo: string;
  readonly remoteAddress: string;
  readonly protocol: "SMTP" | "ESMTP" | "UTF8SMTP";
}

/** A recipient as the sender wrote it and as it is here. */
export interface EnvelopeRecipient {
  readonly original: string;
  /** Canonical, without the detail after a plus sign. */
  readonly address: string;
  /** The accounts behind it; several for a group. */
  readonly accountIds: readonly string[];
}

/**
 * The fields that go in front of a message (RFC 5321 §4.4): Return-Path, Delivered-To and X-Original-To, Received.
 * All recipients share one copy, so a recipient is only named when there is no other: a list of them would tell each
 * of the others who was in Bcc (§7.2).
 */
export function traceFields(
  envelope: Envelope,
  recipients: readonly EnvelopeRecipient[],
  by: string,
  now: Date,
): string {
  const [only] = recipients.length === 1 ? recipients : [];
  const address = isIPv6(envelope.remoteAddress)
    ? `[IPv6:${envelope.remoteAddress}]`
    : `[${envelope.remoteAddress}]`;
  const received = [
    `Received: from ${word(envelope.helo)} (${address})`,
    `\tby ${by} with ${envelope.protocol} id ${envelope.transactionId}`,
    ...(only ? [`\tfor <${word(only.original)}>`] : []),
  ];
  return [
    `Return-Path: <${word(envelope.mailFrom)}>`,
    ...(only
      ? [`Delivered-To: ${word(only.address)}`, `X-Original-To: ${word(only.original)}`]
      : []),
    `${received.join("\r\n")};`,
    `\t${mailDate(now)}`,
    "",
  ].join("\r\n");
}

/** What a stranger wrote, in a form that cannot end the field or start a comment. */
function word(text: string): string {
  return text.replaceAll(/[\p{Cc}\s()<>;\\"]/gu, "_");
}
