import { randomBytes } from "node:crypto";
import {
  addressField,
  buildMessage,
  messageIdField,
  rawField,
  textField,
} from "@atrium/formats/mime-build";
import { isTimeZone } from "../../../platform/time-zone.ts";
import { mailDate } from "../message/mail-date.ts";

export interface ServerMessage {
  /** As whom the server writes. */
  readonly sender: string;
  /** Of whose postmaster it is. */
  readonly domain: string;
  readonly to: { readonly name: string; readonly email: string };
  readonly at: Date;
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

/** A message from the server, in plain text. */
export function serverMessage(message: ServerMessage): Buffer {
  const { sender, domain, to, at, subject, paragraphs } = message;
  const fields = [
    addressField("From", [{ name: sender, email: `postmaster@${domain}` }]),
    addressField("To", [to]),
    textField("Subject", subject),
    rawField("Date", ` ${mailDate(at)}`),
    messageIdField("Message-ID", [`${randomBytes(12).toString("hex")}@${domain}`]),
    // RFC 3834 §5.
    rawField("Auto-Submitted", " auto-generated"),
    rawField("MIME-Version", " 1.0"),
  ];
  const text = `${paragraphs.join("\n\n")}\n`;
  const root = { fields: [], type: "text/plain", parameters: {}, text };
  return Buffer.from(buildMessage(fields, root, () => randomBytes(18).toString("hex")));
}

/** In the zone that is known of its reader, else in UTC, which it says. */
export function timeInWords(
  at: Date,
  {
    locale,
    timeZone,
  }: { readonly locale: "en" | "ko"; readonly timeZone?: string | null | undefined },
): string {
  const zone = timeZone != null && isTimeZone(timeZone) ? timeZone : UTC;
  const time = new Intl.DateTimeFormat(locale, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: zone,
  }).format(at);
  const name = zone === UTC ? UTC : zoneName(at, locale, zone);
  return locale === "ko" ? `${time}(${name})` : `${time} ${name}`;
}

const UTC = "UTC";

/** `Central European Summer Time`. */
function zoneName(at: Date, locale: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "long" });
  return format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
