import type { Filter } from "@atrium/contract/types/define";
import { sql, type RawBuilder } from "kysely";

/**
 * A filter (RFC 8620 §5.5) as a condition of SQL.
 * @param partsOf what one condition object demands; all of it has to hold.
 * @param options.isEverNull whether a part may be NULL; where none is, indexes serve what stands under an operator.
 */
export function whereOf<Condition extends object>(
  filter: Filter<Condition> | null,
  partsOf: (condition: Condition) => readonly RawBuilder<unknown>[],
  options: { readonly isEverNull: boolean } = { isEverNull: true },
): RawBuilder<boolean> {
  if (filter === null) return sql<boolean>`true`;
  if (!("operator" in filter)) {
    const parts = partsOf(filter);
    if (parts.length === 0) return sql<boolean>`true`;
    const all = sql.join([...parts], sql` and `);
    // NULL columns compare as unknown, which NOT would not turn round.
    return options.isEverNull ? sql<boolean>`coalesce(${all}, false)` : sql<boolean>`(${all})`;
  }
  const { operator, conditions } = filter as Exclude<Filter<Condition>, Condition>;
  const parts = conditions.map((one) => sql`(${whereOf(one, partsOf, options)})`);
  if (operator === "AND")
    return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`;
  const any =
    parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`;
  return operator === "OR" ? any : sql<boolean>`not ${any}`;
}

/** Whether a text holds a word, whatever the case of either. PostgreSQL has no text with NUL, so nothing holds it. */
export const holdsWord = (text: RawBuilder<unknown>, word: string): RawBuilder<boolean> =>
  word.includes("\0")
    ? sql<boolean>`false`
    : sql<boolean>`strpos(lower(coalesce(${text}, '')), lower(${word})) > 0`;
