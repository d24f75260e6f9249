import { parseParameters } from "@atrium/formats/mime";
import { isAngleText, parameterField, rawField } from "@atrium/formats/mime-build";
import { refuseProperty } from "../../../../engine/index.ts";
import { partFields, type Fields } from "./header-fields.ts";

/** A part as it shall be written, once the content of its blob is known. */
export interface PartPlan {
  /** Header fields by name in lower case, Content-Type not among them. */
  readonly fields: Fields;
  /** `null`: as the blob was uploaded. */
  readonly type: string | null;
  readonly parameters: Readonly<Record<string, string>>;
  readonly content:
    | { readonly children: readonly PartPlan[] }
    | { readonly text: string }
    | { readonly blobId: string };
}

type Json = Readonly<Record<string, unknown>>;

const TYPE = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/i;
const CONTENT_TRANSFER_ENCODING = /^header:content-transfer-encoding(:|$)/i;
const TOKEN = /^[a-z0-9!#$&^_.+-]{1,127}$/i;
const LANGUAGE = /^[a-z0-9-]{1,60}$/i;
/** Far more than any program nests, and less than what readers give up at. */
const MAX_DEPTH = 50;
const MAX_PARTS = 1000;

/** Which property of a part stands for which header field (RFC 8621 §4.1.4). */
const STANDS_FOR: Readonly<Record<string, string>> = {
  type: "content-type",
  charset: "content-type",
  disposition: "content-disposition",
  name: "content-disposition",
  cid: "content-id",
  language: "content-language",
  location: "content-location",
};
const KNOWN = new Set([...Object.keys(STANDS_FOR), "partId", "blobId", "size", "subParts"]);

/**
 * Reads the parts that a client describes for a new Email.
 * @throws Refusal `invalidProperties` for whatever RFC 8621 §4.6 does not allow.
 */
export class PartPlanner {
  /** The blob that each part names, as often as parts do. */
  readonly blobIds: string[] = [];
  private readonly values: Json;
  /** The real id of a blob, which may be named by its creation id. */
  private readonly realId: (id: string) => string;
  private parts = 0;

  constructor(values: Json, realId: (id: string) => string) {
    this.values = values;
    this.realId = realId;
    for (const [partId, value] of Object.entries(values)) {
      const { isEncodingProblem = false, isTruncated = false } = recordOf(value, "bodyValues");
      if (isEncodingProblem !== false || isTruncated !== false)
        refuseProperty(`bodyValues/${partId}`, "the value of a new Email is whole and right");
      if (typeof (value as Json)["value"] !== "string")
        refuseProperty(`bodyValues/${partId}`, "has a value");
    }
  }

  /** @param defaults what counts when the client does not say it. */
  part(given: unknown, path: string, defaults: Json = {}, depth = 0): PartPlan {
    const part = { ...defaults, ...present(recordOf(given, path)) };
    this.parts += 1;
    if (depth > MAX_DEPTH || this.parts > MAX_PARTS) refuseProperty(path, "too many parts");
    const at = `${path}/`;
    const headers = partFields(part, at);
    checkNames(part, headers, at);
    const { type, parameters } = typeOf(part, at);
    const fields = new Map(headers);
    fields.delete("content-type");
    for (const [name, line] of describingFields(part, at)) fields.set(name, [line]);
    const name = textOf(part, "name", at);
    // Where there is no disposition to hang a file's name on, it stands with the type (RFC 2183 §2.3).
    if (name !== null && part["disposition"] === undefined) parameters["name"] = name;
    const charset = textOf(part, "charset", at);
    if (charset !== null) parameters["charset"] = charset;
    return { fields, type, parameters, content: this.contentOf(part, type, at, depth) };
  }

  private contentOf(
    part: Json,
    type: string | null,
    at: string,
    depth: number,
  ): PartPlan["content"] {
    const { partId, blobId, subParts } = part;
    if (type?.startsWith("multipart/") === true) {
      if (partId !== undefined || blobId !== undefined)
        refuseProperty(`${at}type`, "a multipart has only parts");
      if (!Array.isArray(subParts) || subParts.length === 0)
        refuseProperty(`${at}subParts`, "a multipart has parts");
      return {
        children: subParts.map((child: unknown, index) =>
          this.part(child, `${at}subParts/${index}`, {}, depth + 1),
        ),
      };
    }
    if (subParts !== undefined) refuseProperty(`${at}subParts`, "only a multipart has parts");
    if ((partId === undefined) === (blobId === undefined))
      refuseProperty(`${at}partId`, "a part has either a partId or a blobId");
    if (blobId !== undefined) {
      const id = this.realId(textOf(part, "blobId", at)!);
      this.blobIds.push(id);
      return { blobId: id };
    }
    for (const name of ["charset", "size"])
      if (part[name] !== undefined)
        refuseProperty(at + name, "left to the server where a partId is given");
    const id = textOf(part, "partId", at)!;
    if (!Object.hasOwn(this.values, id))
      refuseProperty(`${at}partId`, "has no value in bodyValues");
    return { text: (this.values[id] as { readonly value: string }).value };
  }
}

/** No header field twice (RFC 8621 §4.6), and nothing that a new part does not have. */
function checkNames(part: Json, headers: Fields, at: string): void {
  for (const name of Object.keys(part)) {
    if (name.startsWith("header:")) continue;
    if (!KNOWN.has(name)) refuseProperty(at + name, "cannot be given");
    if (headers.has(STANDS_FOR[name] ?? ""))
      refuseProperty(at + name, "is given as a header field too");
  }
  const encoding = Object.keys(part).find((name) => CONTENT_TRANSFER_ENCODING.test(name));
  if (encoding !== undefined && part[encoding] !== null)
    refuseProperty(at + encoding, "is the server's to choose");
}

/** A type given as header field may have parameters, such as the method of a calendar's invitation. */
function typeOf(
  part: Json,
  at: string,
): { readonly type: string | null; readonly parameters: Record<string, string> } {
  const key = Object.keys(part).find((name) => /^header:content-type(:|$)/i.test(name));
  const raw = key === undefined ? null : part[key];
  if (key !== undefined && typeof raw !== "string") refuseProperty(at + key, "is one header field");
  const { value, parameters } =
    typeof raw === "string"
      ? parseParameters(raw)
      : { value: textOf(part, "type", at), parameters: {} };
  if (value !== null && !TYPE.test(value)) refuseProperty(at + (key ?? "type"), "is no media type");
  // The boundary is chosen with the content before the eyes, and so is the charset of what comes as a value.
  const { boundary: _, charset, ...others } = parameters as Record<string, string>;
  const kept =
    charset === undefined || part["partId"] !== undefined ? others : { ...others, charset };
  const implied = part["partId"] === undefined ? null : "text/plain";
  return { type: value?.toLowerCase() ?? implied, parameters: kept };
}

function* describingFields(part: Json, at: string): Generator<readonly [string, string]> {
  const disposition = textOf(part, "disposition", at);
  if (disposition !== null) {
    if (!TOKEN.test(disposition)) refuseProperty(`${at}disposition`, "is one word");
    const filename = textOf(part, "name", at);
    yield [
      "content-disposition",
      parameterField(
        "Content-Disposition",
        disposition.toLowerCase(),
        filename === null ? {} : { filename },
      ),
    ];
  }
  const cid = textOf(part, "cid", at);
  if (cid !== null) {
    if (!isAngleText(cid)) refuseProperty(`${at}cid`, "neither white space nor angle brackets");
    yield ["content-id", rawField("Content-ID", ` <${cid}>`)];
  }
  const { language } = part;
  if (language !== undefined) {
    if (!Array.isArray(language) || !language.every(isLanguage) || language.length > 10)
      refuseProperty(`${at}language`, "is a list of language tags");
    if (language.length > 0)
      yield ["content-language", rawField("Content-Language", ` ${language.join(", ")}`)];
  }
  const location = textOf(part, "location", at);
  if (location !== null) {
    const ascii = location.toWellFormed().replace(/[^ -~]/gu, encodeURIComponent);
    if (!isAngleText(ascii)) refuseProperty(`${at}location`, "is an address");
    yield ["content-location", rawField("Content-Location", ` ${ascii}`)];
  }
}

function isLanguage(tag: unknown): boolean {
  return typeof tag === "string" && LANGUAGE.test(tag);
}

/** `null` is what a part has when there is nothing to say. */
function present(part: Json): Json {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== null));
}

function recordOf(value: unknown, path: string): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    refuseProperty(path, "is an object");
  return value as Json;
}

function textOf(part: Json, name: string, at: string): string | null {
  const value = part[name];
  if (value === undefined) return null;
  if (typeof value !== "string") refuseProperty(at + name, "is text");
  return value;
}
