import { createPace } from "../pace.ts";
import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from "./limits.ts";

/** Octets that are looked at in one go. */
const PIECE = 262_144;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Why octets are not read: they are no JSON in UTF-8, or JSON of more values than one text may have. */
export class UnreadableJson extends Error {
  override readonly name = "UnreadableJson";
  readonly reason: "notJson" | "tooMany";

  constructor(reason: UnreadableJson["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Reads JSON of a stranger. How deep it goes and how many values it has is found out piece by piece before anything
 * is made of it, so that reading it, and walking through what was read, takes neither long nor the whole stack.
 * @throws UnreadableJson
 */
export async function readJson(bytes: Uint8Array): Promise<unknown> {
  const pause = createPace();
  const state: Scan = { depth: 0, values: 0, isText: false, isEscaped: false };
  for (let start = 0; start < bytes.length; start += PIECE) {
    scan(bytes, start, Math.min(start + PIECE, bytes.length), state);
    await pause();
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return JSON.parse(text) as unknown;
  } catch {
    throw new UnreadableJson("notJson", "this is not JSON in UTF-8");
  }
}

interface Scan {
  depth: number;
  values: number;
  isText: boolean;
  isEscaped: boolean;
}

function scan(bytes: Uint8Array, start: number, end: number, state: Scan): void {
  let { depth, values, isText, isEscaped } = state;
  for (let at = start; at < end; at += 1) {
    const octet = bytes[at];
    if (isText) {
      if (isEscaped) isEscaped = false;
      else if (octet === BACKSLASH) isEscaped = true;
      else if (octet === QUOTE) isText = false;
    } else if (octet === QUOTE) isText = true;
    else if (octet === COMMA || octet === COLON) values += 1;
    else if (octet === OPEN_LIST || octet === OPEN_OBJECT) {
      values += 1;
      depth += 1;
      if (depth > MAX_JSON_DEPTH)
        throw new UnreadableJson("notJson", `deeper than ${MAX_JSON_DEPTH} levels`);
    } else if (octet === CLOSE_LIST || octet === CLOSE_OBJECT) depth -= 1;
  }
  if (values > MAX_JSON_VALUES)
    throw new UnreadableJson("tooMany", `more than ${MAX_JSON_VALUES} values`);
  Object.assign(state, { depth, values, isText, isEscaped });
}
