import { sql, type RawBuilder } from "kysely";
import { parseQuery, toTsquery } from "@atrium/formats/search-words";

/** Which weights hold the words of which field; `email/message.ts` writes them so. */
const WEIGHTS = {
  text: undefined,
  subject: ["A"],
  from: ["B"],
  to: ["C"],
  cc: ["C"],
  bcc: ["C"],
  body: ["D"],
} as const;

export type TextField = keyof typeof WEIGHTS;

export interface TextSearch {
  /** For `words @@ …::tsquery`; null when nothing is looked for. */
  readonly tsquery: string | null;
  /** Whether the index can find the messages: something is looked for that must be there. */
  readonly isPositive: boolean;
  /** What the index cannot tell: in which of the three recipient fields the words stand. */
  readonly recheck: RawBuilder<boolean> | null;
}

export function isTextField(name: string): name is TextField {
  return Object.hasOwn(WEIGHTS, name);
}

/** RFC 8621 §4.4.1: words that must all be there, "phrases", case of no account. */
export function textSearch(field: TextField, text: string): TextSearch {
  const query = parseQuery(text);
  const tsquery = toTsquery(query, WEIGHTS[field]);
  const shared = field === "to" || field === "cc" || field === "bcc";
  const wanted = query.terms.filter((term) => !term.isNegated);
  const rechecks = wanted.map(
    (term) =>
      sql<boolean>`lower(e.addresses ->> ${sql.lit(field)}) like ${`%${term.text.replace(/\*$/, "").replaceAll(/[\\%_]/g, "\\$&")}%`}`,
  );
  return {
    tsquery,
    isPositive: wanted.length > 0,
    recheck:
      shared && rechecks.length > 0 ? sql<boolean>`(${sql.join(rechecks, sql` and `)})` : null,
  };
}

/**
 * The words of `e` match. A scalar subquery, since PostgreSQL turns `exists` into a join with everything that the index
 * finds once it plans without knowing the word.
 */
export function hasWords(tsquery: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce((select w.words @@ ${tsquery}::tsquery from email_words w
    where w.account_id = e.account_id and w.received_at = e.received_at and w.email_id = e.id), false)`;
}
