import type { ParsedMessage } from "@atrium/formats/mime";
import type { EmailRecord } from "@atrium/contract/types/email";
import type { Call } from "../../../engine/index.ts";
import {
  bodyPart,
  bodyRequest,
  bodyStructure,
  bodyValues,
  emailHeaders,
  type BodyArguments,
  takeRoom,
  type BodyRequest,
  type Room,
} from "./body-properties.ts";
import { tnefParts } from "./tnef-parts.ts";
import { headerValue, parseHeaderProperty, type HeaderProperty } from "./header-properties.ts";

/** The properties for which the message itself has to be read. */
export const FROM_MESSAGE = [
  "bodyStructure",
  "bodyValues",
  "textBody",
  "htmlBody",
  "attachments",
  "headers",
] as const;

/** Those in which files of a winmail.dat may appear. */
const TNEF_PROPERTIES = ["textBody", "htmlBody", "attachments", "bodyValues"];

/** What a call asks for that only the message has. */
export interface ContentRequest {
  readonly properties: ReadonlySet<string>;
  readonly headers: readonly HeaderProperty[];
  readonly body: BodyRequest;
  readonly room: Room;
}

/** `null` when the columns know everything. @throws Refusal `invalidArguments` */
export function contentRequest(
  call: Pick<Call<BodyArguments>, "args" | "budget">,
  properties: readonly string[],
): ContentRequest | null {
  const headers = properties.filter((name) => name.startsWith("header:")).map(parseHeaderProperty);
  const wanted = new Set(properties.filter((name) => FROM_MESSAGE.includes(name as never)));
  const room = { octets: call.budget.left("octetsAnswered") };
  const body = bodyRequest(call.args, room);
  return wanted.size === 0 && headers.length === 0
    ? null
    : { properties: wanted, headers, body, room };
}

/** The requested properties of a parsed message. */
export function contentOf(
  message: ParsedMessage,
  hash: string,
  { properties, headers, body, room }: ContentRequest,
): Partial<EmailRecord> {
  const before = room.octets;
  const parts = (list: ParsedMessage["textBody"]) =>
    list.map((part) => bodyPart(message, hash, part, body));
  const looksInside = TNEF_PROPERTIES.some((name) => properties.has(name));
  const tnef = looksInside ? tnefParts(message, hash, body) : null;
  const content: Record<string, unknown> = {};
  if (properties.has("headers")) content["headers"] = emailHeaders(message.bytes, message.headers);
  if (properties.has("bodyStructure"))
    content["bodyStructure"] = bodyStructure(message, hash, message.root, body);
  if (properties.has("textBody"))
    content["textBody"] = [...parts(message.textBody), ...(tnef?.textBody ?? [])];
  if (properties.has("htmlBody"))
    content["htmlBody"] = [...parts(message.htmlBody), ...(tnef?.htmlBody ?? [])];
  if (properties.has("attachments"))
    content["attachments"] = message.attachments.flatMap((part) => [
      ...parts([part]),
      ...(tnef?.after(part) ?? []),
    ]);
  if (properties.has("bodyValues"))
    content["bodyValues"] = { ...bodyValues(message, body), ...tnef?.bodyValues };
  for (const header of headers) {
    const value = headerValue(message.bytes, message.headers, header, message.charset);
    takeRoom(room, value);
    content[header.property] = value;
  }
  // All of it, with what was counted already while it was made.
  room.octets = before;
  takeRoom(room, content);
  return content;
}
