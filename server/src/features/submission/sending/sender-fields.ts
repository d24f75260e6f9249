import {
  asAddresses,
  authorsOf,
  findHeaders,
  parseMessage,
  type ParsedHeader,
  type ParsedMessage,
} from "@atrium/formats/mime";
import { fieldsOf } from "../../mail/message/header.ts";

/** Who a header says the message is from and to; addresses as they are written there. */
export interface HeaderAddresses {
  readonly from: readonly string[];
  /** Empty where there is no such field. */
  readonly sender: readonly string[];
  /** Of To, Cc and Bcc. */
  readonly recipients: readonly string[];
  /** Names of the properties of the Email for which it cannot be sent. */
  readonly invalid: readonly string[];
}

/** Reads who sends and who gets a message. RFC 5322 §3.6: each of the fields stands once, From always. */
export function headerAddresses(header: Uint8Array): HeaderAddresses {
  const message = parseMessage(header);
  const read = (fields: readonly ParsedHeader[]): string[] =>
    fields.flatMap((field) =>
      asAddresses(message.bytes, field).map(
        // What is no address stands as the name, so that an error can say what it was.
        ({ name, email }) => (email === "" ? (name ?? "") : email),
      ),
    );
  const from = findHeaders(message.headers, "from");
  const sender = findHeaders(message.headers, "sender");
  const recipients = ["to", "cc", "bcc"].flatMap((name) => findHeaders(message.headers, name));
  // A first line "From : a@b" is taken for an mbox's when mail is read; others may show it as the author.
  const names = fieldsOf(Buffer.from(header)).map(({ name }) => name);
  const isHidden = (name: string, seen: readonly ParsedHeader[]): boolean =>
    names.filter((one) => one === name).length !== seen.length;
  const addresses = { from: read(from), sender: read(sender), recipients: read(recipients) };
  return {
    ...addresses,
    invalid: [
      ...(isCut(message) ? ["headers"] : []),
      ...(from.length === 1 &&
      addresses.from.length > 0 &&
      !isHidden("from", from) &&
      !authorsOf(header, "from").isMixed
        ? []
        : ["from"]),
      // RFC 5322 §3.6.2: one address, one field.
      ...(sender.length > 1 ||
      addresses.sender.length > 1 ||
      isHidden("sender", sender) ||
      authorsOf(header, "sender").isMixed
        ? ["sender"]
        : []),
    ],
  };
}

/** What was not read could hold a second From, which others would show. */
function isCut({ problems }: ParsedMessage): boolean {
  return problems.includes("maxHeaders") || problems.includes("maxHeaderBytes");
}
