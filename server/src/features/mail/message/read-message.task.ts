import {
  asRaw,
  findHeaders,
  parseDate,
  parseMessage,
  type ParsedMessage,
} from "@atrium/formats/mime";
import { isMessage } from "./is-message.ts";
import { outlineOf, prepareMessage, type PreparedMessage } from "./message.ts";

export interface ReadInput {
  readonly bytes: Uint8Array;
  readonly hash: string;
  /** Octets of the whole message. */
  readonly size: number;
  /** Only what the beginning contains, of a message that took too much when it was read whole. */
  readonly isOutline: boolean;
}

export interface ReadMessage {
  readonly message: PreparedMessage;
  /** Whether the bytes are a message at all. */
  readonly isMessage: boolean;
  /** When it last arrived somewhere, as it says itself. */
  readonly received: Date | null;
}

/** Reads a message for its columns, in a thread of its own. */
export function run({ bytes, hash, size, isOutline }: ReadInput): ReadMessage {
  const parsed = isOutline ? outlineOf(bytes, 0, size) : parseMessage(bytes);
  const message = prepareMessage(bytes, hash, parsed);
  return {
    message: isOutline ? { ...message, size, isPartlyRead: true } : message,
    isMessage: isMessage(parsed),
    received: lastReceived(parsed),
  };
}

/** RFC 8621 §4.8: the time of the most recent Received field, which is the first, behind its last semicolon. */
function lastReceived({ bytes, headers }: ParsedMessage): Date | null {
  const [field] = findHeaders(headers, "received");
  if (field === undefined) return null;
  const value = asRaw(bytes, field).replace(/\r?\n/g, "");
  const date = parseDate(value.slice(value.lastIndexOf(";") + 1));
  const time = date === null ? null : new Date(date);
  return time === null || !(time.getUTCFullYear() >= 1) ? null : time;
}
