import { parseMessage } from "@atrium/formats/mime";
import type { Query } from "@atrium/formats/search-words";
import { messageExcerpt } from "./message-excerpt.ts";

export interface ExcerptInput {
  readonly bytes: Uint8Array;
  readonly query: Query;
  readonly maxOctets: number;
}

/** Finds what a search found in a message, in a thread of its own. */
export function run({ bytes, query, maxOctets }: ExcerptInput): string | null {
  return messageExcerpt(parseMessage(bytes), query, maxOctets);
}
