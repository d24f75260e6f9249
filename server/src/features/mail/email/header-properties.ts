import { findHeaders, HEADER_FORMS, type ParsedHeader } from "@atrium/formats/mime";
import { refuse } from "../../../engine/index.ts";

/** A property `header:Name:asForm:all`, taken apart (RFC 8621 §4.1.3). */
export interface HeaderProperty {
  readonly property: string;
  /** As written in the property. */
  readonly name: string;
  /** Lower-case. */
  readonly header: string;
  readonly form: HeaderForm;
  readonly all: boolean;
}

type Read = (bytes: Uint8Array, header: ParsedHeader, charset: string | null) => unknown;

export type HeaderForm = keyof typeof HEADER_FORMS;

const ADDRESS_FORMS: readonly HeaderForm[] = ["asAddresses", "asGroupedAddresses"];

// RFC 8621 §4.1.2: in which forms the header fields of RFC 5322 and RFC 2369 may be asked for. Others: in all.
const ALLOWED = new Map<string, readonly HeaderForm[]>([
  ...["from", "sender", "reply-to", "to", "cc", "bcc"].flatMap((name) => [
    [name, ADDRESS_FORMS] as const,
    [`resent-${name}`, ADDRESS_FORMS] as const,
  ]),
  ...["message-id", "in-reply-to", "references", "resent-message-id"].map(
    (name) => [name, ["asMessageIds"]] as const,
  ),
  ...["date", "resent-date"].map((name) => [name, ["asDate"]] as const),
  ...[
    "list-help",
    "list-unsubscribe",
    "list-subscribe",
    "list-post",
    "list-owner",
    "list-archive",
  ].map((name) => [name, ["asURLs"]] as const),
  ...["subject", "comments", "keywords"].map((name) => [name, ["asText"]] as const),
  ...["return-path", "received"].map((name) => [name, []] as const),
]);

/** @throws Refusal `invalidArguments` for a name or form that RFC 8621 §4.1.3 does not allow. */
export function parseHeaderProperty(property: string): HeaderProperty {
  const match = /^header:([!-9;-~]+)(?::(as[A-Za-z]+))?(:all)?$/.exec(property);
  if (match === null) refuse("invalidArguments", `"${property}" is not a header property`);
  const [, name, form = "asRaw", all] = match;
  const header = name!.toLowerCase();
  if (!Object.hasOwn(HEADER_FORMS, form))
    refuse("invalidArguments", `"${form}" is not a form of a header`);
  const known = form as HeaderForm;
  if (known !== "asRaw" && ALLOWED.get(header)?.includes(known) === false)
    refuse("invalidArguments", `${name} has no form ${form}`);
  return { property, name: name!, header, form: known, all: all !== undefined };
}

/**
 * The value of a header property: of the last such field, or of all.
 * @param charset what raw octets that are not UTF-8 are probably in.
 */
export function headerValue(
  bytes: Uint8Array,
  headers: readonly ParsedHeader[],
  { header, form, all }: HeaderProperty,
  charset: string | null,
): unknown {
  const found = findHeaders(headers, header);
  const read: Read = HEADER_FORMS[form];
  if (all) return found.map((field) => read(bytes, field, charset));
  const last = found.at(-1);
  return last === undefined ? null : read(bytes, last, charset);
}
