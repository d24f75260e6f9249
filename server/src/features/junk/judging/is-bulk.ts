import { fieldsOf, valueOf } from "../../mail/message/header.ts";

/** Characters of a field that are looked at. */
const LOOKED_AT = 200;

/** Whether a header says that the message went to many, and no way to end that (RFC 2369, RFC 8058). */
export function isBulkWithoutUnsubscribe(header: Buffer): boolean {
  let isBulk = false;
  for (const field of fieldsOf(header)) {
    if (field.name === "list-unsubscribe") return false;
    if (field.name === "precedence")
      isBulk ||= /^(?:bulk|list|junk)/i.test(valueOf(field).slice(0, LOOKED_AT));
    isBulk ||= field.name === "list-id" || field.name === "feedback-id";
  }
  return isBulk;
}
