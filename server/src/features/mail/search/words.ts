import { sql, type RawBuilder } from "kysely";
import {
  parseQuery,
  PLACELESS,
  quoted,
  toTsquery,
  type TsQuery,
} from "@atrium/formats/search-words";

/** How the words of each field are distinguished from the others'; `message/index-words.ts` writes them so. */
const FIELDS = {
  text: {},
  subject: { weights: ["A"] },
  from: { weights: ["B"] },
  to: { kind: "to" },
  cc: { kind: "cc" },
  bcc: { kind: "bcc" },
  body: { weights: ["D"] },
} as const;

export type TextField = keyof typeof FIELDS;

export function isTextField(name: string): name is TextField {
  return Object.hasOwn(FIELDS, name);
}

/** RFC 8621 §4.4.1: words that must all be there, "phrases", case of no account. `null` when there is no word. */
export function textSearch(field: TextField, text: string): TsQuery | null {
  return toTsquery(parseQuery(text), FIELDS[field]);
}

/**
 * The words of `e` match. A scalar subquery, since PostgreSQL turns `exists` into a join with everything that the index
 * finds once it plans without knowing the word.
 */
export function hasWords({
  tsquery,
  phrases,
}: Pick<TsQuery, "tsquery" | "phrases">): RawBuilder<boolean> {
  const isThere = sql`w.words @@ ${tsquery}::tsquery`;
  const condition = phrases.length === 0 ? isThere : sql`${isThere} and ${phrasesStand(phrases)}`;
  return inWords(condition);
}

/** The phrases of a query stand in `e`, of which an index has found that the query's words do. */
export function hasPhrases(phrases: readonly string[]): RawBuilder<boolean> {
  return inWords(phrasesStand(phrases));
}

function inWords(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce((select ${condition} from email_words w
    where w.account_id = e.account_id and w.received_at = e.received_at and w.email_id = e.id), false)`;
}

/** Of a message without all its places each phrase has to stand in one of its parts. One text for any number of them. */
function phrasesStand(phrases: readonly string[]): RawBuilder<unknown> {
  return sql`(not w.words @@ ${quoted(PLACELESS)}::tsquery or not exists (
    select from unnest(${phrases}::text[]) p where not exists (
      select from unnest(w.parts) part where part @@ p::tsquery)))`;
}
