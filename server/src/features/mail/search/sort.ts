import { sql, type RawBuilder } from "kysely";
import type { Comparator } from "@atrium/contract/types/define";
import { refuse } from "../../../engine/index.ts";
import { MAX_SORT_KEY, MAX_SORT_TEXT } from "../limits.ts";

type Fragment = RawBuilder<unknown>;

const person = (field: string): Fragment => sql`
  coalesce(nullif(e.addresses -> ${sql.lit(field)} -> 0 ->> 'name', ''), e.addresses -> ${sql.lit(field)} -> 0 ->> 'email', '')`;

/** What i;ascii-casemap (RFC 4790 §9.2) and i;unicode-casemap (RFC 5051), the default, compare octet by octet. */
function collated(text: Fragment, collation: string | undefined): Fragment {
  if (collation === "i;ascii-casemap")
    return sql`translate(${text}, 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') collate "C"`;
  return sql`left(normalize(upper(left(${text}, ${sql.lit(MAX_SORT_TEXT)})), NFKD), ${sql.lit(MAX_SORT_KEY)}) collate "C"`;
}

export function keywordOf({ property, keyword }: Comparator): string {
  if (keyword === undefined) refuse("invalidArguments", `sort by ${property} names a keyword`);
  return wantedKeyword(keyword);
}

/** As the column has it: in lower case. PostgreSQL takes no text with NUL, and no message has such a keyword. */
export const wantedKeyword = (keyword: string): string =>
  keyword.toLowerCase().replaceAll("\0", "\uFFFD");

/** RFC 8621 §4.4.2: what a comparator compares, of the row `e` of `email`. */
export function sortKey(comparator: Comparator): Fragment {
  switch (comparator.property) {
    case "receivedAt":
      return sql`e.received_at`;
    case "sentAt":
      return sql`e.sent_at`;
    case "size":
      return sql`e.size`;
    case "from":
      return collated(person("from"), comparator.collation);
    case "to":
      return collated(person("to"), comparator.collation);
    case "subject":
      return collated(sql`e.base_subject`, comparator.collation);
    case "snoozedUntil":
      return sql`e.snoozed_until`;
    case "hasKeyword":
      return sql`e.keywords @> array[${keywordOf(comparator)}]`;
    case "allInThreadHaveKeyword":
      return sql`not ${inThread(sql`not t.keywords @> array[${keywordOf(comparator)}]`)}`;
    case "someInThreadHaveKeyword":
      return inThread(sql`t.keywords @> array[${keywordOf(comparator)}]`);
    default:
      return refuse("unsupportedSort", comparator.property);
  }
}

/** Whether a message of the same thread as `e`, called `t`, fulfils the condition. */
export function inThread(condition: Fragment): RawBuilder<boolean> {
  return sql<boolean>`exists (select from email t
    where t.account_id = e.account_id and t.thread_id = e.thread_id and ${condition})`;
}

/** A total order: the comparators, then the time of receipt and the id, so that pages never overlap. */
export interface Order {
  /** Select list: `… as k0, … as k1`. */
  readonly keys: Fragment;
  /** Order by list over those names, `received_at` and `id`. */
  readonly by: Fragment;
  /** Set when the order is that of the index: by time of receipt only. */
  readonly received: "newest first" | "oldest first" | null;
}

/** Whether an order is that of the index by sender. */
export function isBySender(sort: readonly Comparator[]): boolean {
  const [first] = sort;
  if (sort.length !== 1 || first?.property !== "from") return false;
  return first.collation === undefined || first.collation === "i;unicode-casemap";
}

export function orderOf(sort: readonly Comparator[]): Order {
  const comparators: readonly Comparator[] =
    sort.length > 0 ? sort : [{ property: "receivedAt", isAscending: false }];
  const first = comparators[0]!;
  const isReceived = first.property === "receivedAt";
  const isOldestFirst = isReceived && first.isAscending !== false;
  const keys = comparators.map(
    (comparator, index) => sql`${sortKey(comparator)} as ${sql.ref(`k${index}`)}`,
  );
  const by = comparators.map(
    ({ isAscending }, index) =>
      sql`${sql.ref(`k${index}`)} ${isAscending === false ? sql`desc nulls last` : sql`asc nulls first`}`,
  );
  const last = isOldestFirst ? sql`received_at, id` : sql`received_at desc, id desc`;
  return {
    keys: sql.join(keys),
    by: sql.join([...by, last]),
    // With something else after it, messages of one second are not in the index's order.
    received:
      isReceived && comparators.length === 1
        ? isOldestFirst
          ? "oldest first"
          : "newest first"
        : null,
  };
}
