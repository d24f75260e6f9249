import { eachField, fieldsOf, valueOf } from "../../mail/message/header.ts";

/** Of Pigeonhole: whose filter redirected a message. One that comes back to them is kept. */
const MARK = "X-Sieve-Redirected-From";
/** What says that a message has arrived; behind a redirection it would look like a loop. */
const ARRIVED: ReadonlySet<string> = new Set(["return-path", "delivered-to", "x-original-to"]);
/** Fields that are looked at for a mark. */
const MOST_FIELDS = 1000;

/** Whether a filter of one of these addresses has redirected the message before. */
export function wasRedirected(header: Buffer, addresses: ReadonlySet<string>): boolean {
  let seen = 0;
  for (const field of eachField(header)) {
    if ((seen += 1) > MOST_FIELDS) return true;
    if (field.name === MARK.toLowerCase() && addresses.has(valueOf(field).toLowerCase()))
      return true;
  }
  return false;
}

/** The header of a message as it is redirected. */
export function redirectedHeader(header: Buffer, from: string): Buffer {
  const kept = fieldsOf(header).filter(({ name }) => !ARRIVED.has(name));
  return Buffer.concat([Buffer.from(`${MARK}: ${from}\r\n`), ...kept.map(({ raw }) => raw)]);
}
