import {
  addressField,
  dateField,
  dateValue,
  groupedAddressField,
  isAngleText,
  isFieldName,
  isRawValue,
  messageIdField,
  rawField,
  textField,
  urlField,
} from "@atrium/formats/mime-build";
import { Refusal, refuseProperty } from "../../../../engine/index.ts";
import { parseHeaderProperty, type HeaderForm } from "../header-properties.ts";

/** Header fields to be written, by name in lower case: several of one name where `:all` was used. */
export type Fields = ReadonlyMap<string, readonly string[]>;

/** The properties of an Email that stand for one header field each (RFC 8621 §4.1.3). */
const CONVENIENCE: Readonly<Record<string, readonly [name: string, form: HeaderForm]>> = {
  sentAt: ["Date", "asDate"],
  from: ["From", "asAddresses"],
  sender: ["Sender", "asAddresses"],
  replyTo: ["Reply-To", "asAddresses"],
  to: ["To", "asAddresses"],
  cc: ["Cc", "asAddresses"],
  bcc: ["Bcc", "asAddresses"],
  subject: ["Subject", "asText"],
  messageId: ["Message-ID", "asMessageIds"],
  inReplyTo: ["In-Reply-To", "asMessageIds"],
  references: ["References", "asMessageIds"],
};

/** Longer is no address, and could not be folded into lines that are allowed (RFC 5322 §2.1.1). */
const MAX_ADDRESS = 320;

/**
 * The header fields that an Email's own properties ask for, in the order in which they are usually read.
 * @throws Refusal `invalidProperties` (RFC 8621 §4.6)
 */
export function emailFields(record: Readonly<Record<string, unknown>>): Fields {
  const fields = new Map<string, readonly string[]>();
  for (const [property, [name, form]] of Object.entries(CONVENIENCE)) {
    const value = record[property];
    if (value === undefined || value === null) continue;
    fields.set(name.toLowerCase(), fieldsOf(property, name, form, [value]));
  }
  addHeaderProperties(record, "", fields);
  for (const property of Object.keys(record))
    if (/^header:content-/i.test(property))
      refuseProperty(property, "describes a part, not the message");
  return fields;
}

/** Which property of an Email asks for a header field, as the client wrote it. */
export const propertyOf = (record: Readonly<Record<string, unknown>>, header: string): string =>
  Object.keys(record).find((key) => headerOf(key) === header) ?? header;

function headerOf(property: string): string | undefined {
  const name = property.startsWith("header:")
    ? property.split(":")[1]
    : Object.hasOwn(CONVENIENCE, property) && CONVENIENCE[property]![0];
  return name ? name.toLowerCase() : undefined;
}

/** The header fields that the `header:` properties of a part ask for. */
export function partFields(part: Readonly<Record<string, unknown>>, path: string): Fields {
  const fields = new Map<string, readonly string[]>();
  addHeaderProperties(part, path, fields);
  return fields;
}

function addHeaderProperties(
  record: Readonly<Record<string, unknown>>,
  path: string,
  fields: Map<string, readonly string[]>,
): void {
  for (const [key, value] of Object.entries(record)) {
    if (!key.startsWith("header:") || value === null) continue;
    const property = path + key;
    const { header, name, form, all } = parsed(property, key);
    if (!isFieldName(name)) refuseProperty(property, "the name is too long");
    if (all && !Array.isArray(value))
      refuseProperty(property, "a list of values, one for each field");
    // RFC 8621 §4.6: no two properties for one header field.
    if (fields.has(header)) refuseProperty(property, `${name} is given twice`);
    fields.set(header, fieldsOf(property, name, form, all ? (value as unknown[]) : [value]));
  }
}

function parsed(property: string, key: string): ReturnType<typeof parseHeaderProperty> {
  try {
    return parseHeaderProperty(key);
  } catch (error) {
    if (error instanceof Refusal) refuseProperty(property, error.detail ?? "no header property");
    throw error;
  }
}

function fieldsOf(
  property: string,
  name: string,
  form: HeaderForm,
  values: readonly unknown[],
): readonly string[] {
  return values.map((value) => WRITERS[form](property, name, value)).filter((line) => line !== "");
}

type Writer = (property: string, name: string, value: unknown) => string;

/** By form, each checks a value and writes the field; "" for lists with nothing in them, which no field can say. */
const WRITERS: Readonly<Record<HeaderForm, Writer>> = {
  asRaw(property, name, value) {
    if (typeof value !== "string" || !isRawValue(name, value))
      refuseProperty(property, "cannot be in a header field as it is");
    return rawField(name, value);
  },
  asText(property, name, value) {
    if (typeof value !== "string") refuseProperty(property, "is text");
    return textField(name, value);
  },
  asAddresses(property, name, value) {
    const addresses = addressList(property, value);
    return addresses.length === 0 ? "" : addressField(name, addresses);
  },
  asGroupedAddresses(property, name, value) {
    if (!Array.isArray(value)) refuseProperty(property, "is a list of groups");
    const groups = value.map((group: unknown) => {
      const { name, addresses } = objectOf(property, group);
      return { name: nameOf(property, name), addresses: addressList(property, addresses) };
    });
    return groups.length === 0 ? "" : groupedAddressField(name, groups);
  },
  asMessageIds(property, name, value) {
    const ids = angleTexts(property, value);
    return ids.length === 0 ? "" : messageIdField(name, ids);
  },
  asDate(property, name, value) {
    if (typeof value !== "string" || dateValue(value) === null)
      refuseProperty(property, "is a date");
    return dateField(name, value);
  },
  asURLs(property, name, value) {
    const urls = angleTexts(property, value);
    return urls.length === 0 ? "" : urlField(name, urls);
  },
};

function addressList(
  property: string,
  value: unknown,
): { readonly name: string | null; readonly email: string }[] {
  if (!Array.isArray(value)) refuseProperty(property, "is a list of addresses");
  return value.map((address: unknown) => {
    const { name, email } = objectOf(property, address);
    // Whether a user can be reached by it is asked when the message is sent (RFC 8621 §4.6).
    if (typeof email !== "string" || Buffer.byteLength(email) > MAX_ADDRESS)
      refuseProperty(property, "an address has an email of at most 320 octets");
    return { name: nameOf(property, name), email };
  });
}

function nameOf(property: string, name: unknown): string | null {
  if (name === undefined || name === null) return null;
  if (typeof name !== "string") refuseProperty(property, "a name is text or null");
  return name;
}

function objectOf(property: string, value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) refuseProperty(property, "is a list of objects");
  return value as Readonly<Record<string, unknown>>;
}

function angleTexts(property: string, value: unknown): string[] {
  if (!Array.isArray(value)) refuseProperty(property, "is a list of strings");
  return value.map((text: unknown) => {
    if (typeof text !== "string" || !isAngleText(text))
      refuseProperty(property, "neither white space nor angle brackets");
    return text;
  });
}
