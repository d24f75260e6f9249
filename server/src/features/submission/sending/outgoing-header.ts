import { fieldsOf, KEPT_BACK, type Field } from "../../mail/message/header.ts";
import { mailDate } from "../../mail/message/mail-date.ts";

/** Besides what stays here of any message: what another server wrote for this copy alone when it came here. */
const STAYS = new Set([...KEPT_BACK, "delivered-to", "x-original-to"]);

/**
 * A header as it leaves: without what stays here, with Date and Message-ID (RFC 6409 §8.2, §8.3). The very same bytes
 * when there is nothing to do.
 * @param id what a new Message-ID is made of, besides the domain of the sender.
 */
export function outgoingHeader(
  header: Buffer,
  made: { readonly id: string; readonly domain: string; readonly date: Date },
): Buffer {
  const fields = fieldsOf(header);
  const kept = fields.filter(({ name }) => !STAYS.has(name));
  const has = (name: string): boolean => fields.some((field) => field.name === name);
  const added = [
    ...(has("date") ? [] : [`Date: ${mailDate(made.date)}\r\n`]),
    ...(has("message-id") ? [] : [`Message-ID: <${made.id}@${made.domain}>\r\n`]),
  ];
  if (added.length === 0 && kept.length === fields.length) return header;
  const raw = kept.map((field: Field) => field.raw);
  return Buffer.concat([Buffer.from(added.join("")), ...raw]);
}
