import { parseMessage } from "@atrium/formats/mime";
import { junkTokens } from "../../mail/message/junk-tokens.ts";
import { bucketOf } from "../words/bucket.ts";

export interface TokensInput {
  readonly bytes: Uint8Array;
}

/** The numbers under which a message's words are counted, each once, in a thread of its own. */
export function run({ bytes }: TokensInput): readonly number[] {
  return [...new Set(junkTokens(parseMessage(bytes)).map(bucketOf))].sort((a, b) => a - b);
}
