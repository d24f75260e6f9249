import {
  cutText,
  decodeBody,
  type ParsedMessage,
  type ParsedPart,
  withLineFeeds,
} from "@atrium/formats/mime";
import { readTnef, tnefFiles, type TnefAttachment } from "@atrium/formats/tnef";
import type { EmailBodyValue } from "@atrium/contract/types/email";
import type { JsonObject } from "@atrium/contract/types/wire";
import { containedBlobId, partBlobId, type Unpack } from "../../../engine/index.ts";
import { task } from "../../../platform/workers/index.ts";
import { isTnef } from "../message/body-text.ts";
import type { BodyRequest } from "./body-properties.ts";

/** Opens the files in a winmail.dat. */
export const unpackTnef: Unpack = task(new URL("./tnef-file.task.ts", import.meta.url));

/** The files of a message that lie in a winmail.dat, shown as parts beside it, and a body that only it has. */
export interface TnefParts {
  /** What stands after a part in `attachments`: nothing, unless it is a winmail.dat. */
  after(part: ParsedPart): JsonObject[];
  /** What the message shows where it has no text of its own; else empty. */
  readonly textBody: readonly JsonObject[];
  readonly htmlBody: readonly JsonObject[];
  readonly bodyValues: Readonly<Record<string, EmailBodyValue>>;
}

interface Opened {
  readonly part: ParsedPart;
  readonly files: readonly TnefAttachment[];
  /** From which file on they are bodies. */
  readonly bodies: number;
}

const NONE: TnefParts = { after: () => [], textBody: [], htmlBody: [], bodyValues: {} };

/**
 * RFC 8621 §4.1.4 leaves to the server of what it makes the lists of parts; `bodyStructure` says how the message really
 * is.
 */
export function tnefParts(message: ParsedMessage, hash: string, request: BodyRequest): TnefParts {
  const opened = message.attachments.filter(isTnef).map((part): Opened => {
    const content = readTnef(decodeBody(message.bytes, part));
    return { part, files: tnefFiles(content), bodies: content.attachments.length };
  });
  if (opened.length === 0) return NONE;
  const partOf = ({ part, files }: Opened, index: number): JsonObject =>
    filePart(hash, part, files[index]!, index, request);
  const isSilent = message.textBody.length === 0 && message.htmlBody.length === 0;
  const shown = isSilent ? opened.find(({ files, bodies }) => files.length > bodies) : undefined;
  const plain = shown?.bodies ?? 0;
  const rich = (shown?.files.length ?? 0) - 1;
  return {
    after(part) {
      const here = opened.find((one) => one.part === part);
      return here?.files.slice(0, here.bodies).map((_, index) => partOf(here, index)) ?? [];
    },
    textBody: shown === undefined ? [] : [partOf(shown, plain)],
    htmlBody: shown === undefined ? [] : [partOf(shown, rich)],
    bodyValues: Object.fromEntries([
      ...(shown !== undefined && (request.fetchText || request.fetchAll)
        ? [bodyValue(shown, plain, request)]
        : []),
      ...(shown !== undefined && (request.fetchHtml || request.fetchAll)
        ? [bodyValue(shown, rich, request)]
        : []),
    ]),
  };
}

const partIdOf = (part: ParsedPart, index: number): string => `${part.partId}.t${index}`;

function filePart(
  hash: string,
  part: ParsedPart,
  file: TnefAttachment,
  index: number,
  request: BodyRequest,
): JsonObject {
  const all: Readonly<Record<string, unknown>> = {
    partId: partIdOf(part, index),
    blobId: containedBlobId(partBlobId(hash, part, part.encoding), index),
    size: file.bytes.length,
    name: file.name,
    type: file.type,
    charset: file.type.startsWith("text/") && file.isBody ? "utf-8" : null,
    disposition: file.cid === null && !file.isBody ? "attachment" : "inline",
    cid: file.cid,
    language: null,
    location: null,
    headers: [],
    subParts: null,
  };
  return Object.fromEntries([
    ...request.properties.map((name) => [name, all[name] ?? null]),
    // It has no header of its own.
    ...request.headers.map(({ property, all: each }) => [property, each ? [] : null]),
  ]);
}

function bodyValue(
  { part, files }: Opened,
  index: number,
  { maxBytes }: BodyRequest,
): [string, EmailBodyValue] {
  const { bytes, type } = files[index]!;
  const text = withLineFeeds(new TextDecoder().decode(bytes));
  const { value, isTruncated } =
    maxBytes > 0
      ? cutText(text, maxBytes, type === "text/html")
      : { value: text, isTruncated: false };
  return [partIdOf(part, index), { value, isEncodingProblem: false, isTruncated }];
}
