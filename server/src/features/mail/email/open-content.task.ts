import { parseMessage } from "@atrium/formats/mime";
import type { EmailRecord } from "@atrium/contract/types/email";
import { contentOf, type ContentRequest } from "./content.ts";
import { isMessage } from "../message/is-message.ts";
import { describeMessage, outlineOf } from "../message/message.ts";
import { describedProperties } from "./row.ts";

export interface ContentInput {
  readonly bytes: Uint8Array;
  /** Of the blob in which the message's offsets count. */
  readonly hash: string;
  /** Where the message stands in the blob. */
  readonly start: number;
  readonly end: number;
  /** Null: only what a message says of itself is asked for. */
  readonly request: ContentRequest | null;
  /** Whether to say as well what columns know of messages that are stored. */
  readonly describes?: boolean;
  readonly isOutline: boolean;
}

export interface OpenedContent {
  readonly content: Partial<EmailRecord>;
  readonly isMessage: boolean;
  /** Octets that the content takes of what may be answered. */
  readonly taken: number;
}

/** Takes properties out of a message, in a thread of its own. */
export function run(input: ContentInput): OpenedContent {
  const { bytes, hash, start, end, request } = input;
  const message = input.isOutline
    ? outlineOf(bytes, start, end)
    : parseMessage(bytes, { start, end });
  const described = (): Partial<EmailRecord> => {
    const said = describeMessage(message);
    return describedProperties(input.isOutline ? { ...said, isPartlyRead: true } : said);
  };
  const room = request?.room.octets ?? 0;
  const content = {
    ...(input.describes === true ? described() : {}),
    ...(request === null ? {} : contentOf(message, hash, request)),
  };
  const taken = room - (request?.room.octets ?? 0);
  return { isMessage: isMessage(message), content, taken };
}
