import { createHash } from "node:crypto";
import type { ParsedMessage } from "@atrium/formats/mime";
import { collectWords, ofKind, type SearchWords } from "@atrium/formats/search-words";
import type { EmailAddress } from "@atrium/contract/types/email";
import { storable } from "../../../platform/storable.ts";
import { MAX_INDEXED_EVENTS } from "../limits.ts";
import type { Addresses } from "../tables.ts";
import type { SearchedText } from "./searched-texts.ts";

/** Grows when messages are indexed in another way; `reindex` then does those again that were indexed before. */
export const WORDS_VERSION = 3;

/** Names of header fields that are kept of one message. */
const MAX_NAMES = 300;

/** Marks a message that has a header field of this name, in lower case. */
export const headerMark = (name: string): string => ofKind("h", name);
/** Marks one that has more header fields than are marked. */
export const MANY_HEADERS = "@h";

/** Marks a message that has an event of this identifier, of whatever length. */
export const eventMark = (uid: string): string =>
  ofKind("e", createHash("sha256").update(uid).digest("hex").slice(0, 32));
/** Marks one that has an event. */
export const HAS_EVENT = "@e";

/** What a message is found by. The weights and kinds tell the fields apart; `search/words.ts` reads them so. */
export function indexWords(
  message: ParsedMessage,
  {
    subject,
    addresses,
    texts,
  }: {
    readonly subject: string | null;
    readonly addresses: Addresses;
    readonly texts: Iterable<SearchedText>;
  },
): SearchWords {
  const words = collectWords();
  words.add(subject ?? "", "A");
  words.add(people(addresses.from), "B");
  words.add(people(addresses.to), "C", "to");
  words.add(people(addresses.cc), "C", "cc");
  words.add(people(addresses.bcc), "C", "bcc");
  const names = new Set(message.headers.map((header) => header.name.toLowerCase()));
  for (const name of [...names].slice(0, MAX_NAMES)) words.mark(headerMark(shortened(name)));
  if (names.size > MAX_NAMES) words.mark(MANY_HEADERS);
  const events = new Set<string>();
  for (const { text, variantOf, eventIds = [] } of texts) {
    for (const id of eventIds) if (events.size < MAX_INDEXED_EVENTS) events.add(id);
    if (variantOf === null) words.add(text, "D");
    else words.addVariant(text, variantOf, "D");
    if (words.isFull()) break;
  }
  if (events.size > 0) words.mark(HAS_EVENT);
  for (const id of events) words.mark(eventMark(id));
  return words.finish();
}

/** PostgreSQL takes no lexeme of any length; a longer name is looked for in the message itself. */
export const shortened = (name: string): string => storable(name).slice(0, 64);

function people(list: readonly EmailAddress[] | null): string {
  return (list ?? []).map(({ name, email }) => `${name ?? ""} ${email}`).join("\n");
}
