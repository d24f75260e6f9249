import { htmlToText } from "../mail-html/index.ts";
import {
  asRaw,
  attachedMessage,
  decodeText,
  decodeWords,
  parseParameters,
  parseText,
  stripComments,
  type ParsedHeader,
  type ParsedMessage,
  type ParsedPart,
} from "../mime/index.ts";
import { MAX_ATTACHED, MAX_VALUE } from "./limits.ts";
import { toOctets } from "./octets.ts";

/** A header field as a script sees it. */
export interface Field {
  /** In lower case. */
  readonly name: string;
  /** Unfolded; encoded words are not decoded. */
  readonly raw: string;
  /** The field in the message; `undefined` for one that a script added. */
  readonly source?: ParsedHeader;
  /** Its name in the original case, if a script added it. */
  readonly written?: string;
}

/** A part and the message that its offsets refer to. */
export interface Part {
  readonly message: ParsedMessage;
  readonly part: ParsedPart;
  /** Number of attached messages around it. */
  readonly depth: number;
}

/** The fields of a part, in order. */
export function fieldsOf({ message, part }: Part): Field[] {
  return part.headers.map((source) => ({
    name: source.name.toLowerCase(),
    raw: asRaw(message.bytes, source).replace(/\r?\n/g, "").slice(0, MAX_VALUE),
    source,
  }));
}

/** The trimmed value with encoded words decoded (RFC 5228 §2.4.2.2, §2.7.2). */
export const textOf = ({ raw }: Field): string => parseText(raw).trim();

/** The direct children of a multipart, or the root of an attached message. */
export function childrenOf({ message, part, depth }: Part): readonly Part[] {
  if (part.children) return part.children.map((child) => ({ message, part: child, depth }));
  const attached = depth < MAX_ATTACHED ? attachedMessage(message.bytes, part) : null;
  return attached ? [{ message: attached, part: attached.root, depth: depth + 1 }] : [];
}

const HTML: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);

/** Whether a part has text for `body :text`. */
export const isText = ({ type }: ParsedPart): boolean => type.startsWith("text/") || HTML.has(type);

/** The text of a part, HTML without markup; empty for other types (RFC 5173 §5.3, RFC 5703 §7). */
export function partText({ message, part }: Part): string {
  if (!isText(part)) return "";
  const text = decoded(message, part);
  return HTML.has(part.type) ? htmlToText(text).replace(/\r?\n/g, "\r\n") : text;
}

/** The strings of a part that `body :content` compares (RFC 5173 §5.2). */
export function partContent({ message, part }: Part): string[] {
  const { bytes } = message;
  if (part.children) return aroundChildren(bytes, part);
  const attached = attachedMessage(bytes, part);
  if (!attached) return [decoded(message, part)];
  const header = octetsAsText(attached.bytes, attached.root.headerStart, attached.root.start);
  return [header.replace(/\r?\n$/, "")];
}

/** Prologue and epilogue of a multipart (RFC 5173 §5.2). */
function aroundChildren(bytes: Uint8Array, { start, end, children }: ParsedPart): string[] {
  const [first, last] = [children?.at(0), children?.at(-1)];
  if (!first || !last) return [octetsAsText(bytes, start, end)];
  return [octetsAsText(bytes, start, first.headerStart), octetsAsText(bytes, last.end, end)].map(
    (text) => text.replace(/^--.*$/gm, "").trim(),
  );
}

function decoded({ bytes }: ParsedMessage, part: ParsedPart): string {
  // An encoded octet takes at most three octets (quoted-printable).
  const bounded = { ...part, end: Math.min(part.end, part.start + 3 * MAX_VALUE) };
  const text = decodeText(bytes, bounded).value.slice(0, MAX_VALUE).toWellFormed();
  return text.replaceAll("\n", "\r\n");
}

/** Whether an empty line ends the header; without one there is no body, not even an empty one (RFC 5173 §4). */
export function hasBody({ message: { bytes }, part: { start } }: Part): boolean {
  const before = new TextDecoder("latin1").decode(bytes.subarray(Math.max(0, start - 4), start));
  return /(?:^|\n)\r?\n$/.test(before);
}

/** The undecoded body. */
export const rawBody = ({ message, part }: Part): string =>
  octetsAsText(message.bytes, part.start, part.end);

function octetsAsText(bytes: Uint8Array, start: number, end: number): string {
  return new TextDecoder().decode(bytes.subarray(start, Math.min(end, start + MAX_VALUE)));
}

/** The value that `header :mime` compares (RFC 5703 §4.1). */
export function mimeValue(field: Field, what: "type" | "subtype" | "contenttype"): string {
  const [written = ""] = stripComments(field.raw).split(";", 1);
  const value = written.replace(/\s+/g, "");
  if (what === "contenttype") return value;
  const [type = "", subtype = ""] = value.split("/");
  return what === "type" ? type : subtype;
}

export function mimeParameter(field: Field, name: string): string | undefined {
  const { parameters } = parseParameters(toOctets(field.raw));
  const key = name.toLowerCase();
  // RFC 2047 §5 forbids encoded words here, but some mail programs write them.
  return Object.hasOwn(parameters, key) ? decodeWords(parameters[key]!) : undefined;
}
