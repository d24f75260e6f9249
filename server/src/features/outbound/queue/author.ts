import { asAddresses, findHeader, parseMessage } from "@atrium/formats/mime";
import { domainOf } from "./queue.store.ts";
import { startOfBody } from "../transport/outgoing-message.ts";

/** The domain of the author, in whose name a message is signed (RFC 6376 §3.5 `d=`, RFC 7489 §3.1.1). */
export function domainOfAuthor(message: Buffer): string | null {
  const header = message.subarray(0, startOfBody(message));
  const { headers } = parseMessage(header);
  const from = findHeader(headers, "from");
  const [author] = from === undefined ? [] : asAddresses(header, from);
  return author === undefined ? null : domainOf(author.email) || null;
}
