import { sql, type RawBuilder } from "kysely";
import { quoted, type TsQuery } from "@atrium/formats/search-words";
import type { Email, EmailFilter } from "@atrium/contract/types/email";
import type { ConditionOf } from "@atrium/contract/types/define";
import { whereOf } from "../../../engine/index.ts";
import type { HeaderMatches } from "./header-filter.ts";
import { eventMark, HAS_EVENT } from "../message/index-words.ts";
import { inThread, wantedKeyword } from "./sort.ts";
import { hasPhrases, hasWords, isTextField, textSearch } from "./words.ts";

type Condition = ConditionOf<typeof Email>;
type Fragment = RawBuilder<boolean>;

/** Words that a match has, and `loose` what an index alone can find of them. */
export type WantedWords = Pick<TsQuery, "tsquery" | "loose">;

/** A filter taken apart: what an index can start from, and the conditions that are left, over `email e`. */
export interface SearchPlan {
  /** All matches are in this mailbox. */
  readonly mailboxId: string | null;
  readonly before: Date | null;
  readonly after: Date | null;
  /** All matches have all of these. */
  readonly words: readonly WantedWords[];
  /** All matches have this keyword, which few messages have. */
  readonly keyword: string | null;
  readonly unseen: boolean;
  /** Everything else. */
  readonly conditions: readonly Fragment[];
}

const YES = sql<boolean>`true`;
const NO = sql<boolean>`false`;

/** Splits off what stands at the top, joined by AND. */
export function planSearch(filter: EmailFilter | null, headers: HeaderMatches): SearchPlan {
  const plan = {
    mailboxId: null as string | null,
    before: null as Date | null,
    after: null as Date | null,
    words: [] as WantedWords[],
    keyword: null as string | null,
    unseen: false,
    conditions: [] as Fragment[],
  };
  for (const [name, value] of topConditions(filter)) {
    if (name === "operator") {
      plan.conditions.push(compileFilter(value as EmailFilter, headers));
    } else if (name === "inMailbox" && plan.mailboxId === null) plan.mailboxId = value as string;
    else if (name === "before" && plan.before === null) plan.before = new Date(value as string);
    else if (name === "after" && plan.after === null) plan.after = new Date(value as string);
    else if (isTextField(name)) {
      const search = textSearch(name, value as string);
      if (search === null) plan.conditions.push(compileCondition(name, value, headers));
      else {
        plan.words.push(search);
        if (search.phrases.length > 0) plan.conditions.push(hasPhrases(search.phrases));
      }
    } else {
      if (name === "header") {
        const { tsquery } = headers.get(value as string[])!;
        plan.words.push({ tsquery, loose: tsquery });
      }
      if (name === "eventUid" || (name === "hasEvent" && value === true)) {
        const tsquery = eventQuery(name, value);
        plan.words.push({ tsquery, loose: tsquery });
      }
      if (name === "hasKeyword" && value !== "$seen")
        plan.keyword ??= wantedKeyword(value as string);
      if (name === "notKeyword" && (value as string).toLowerCase() === "$seen") plan.unseen = true;
      plan.conditions.push(compileCondition(name, value, headers));
    }
  }
  return plan;
}

/** Conditions that all have to hold; anything under OR and NOT comes whole, as "operator". */
function topConditions(filter: EmailFilter | null): (readonly [string, unknown])[] {
  if (filter === null) return [];
  if (!("operator" in filter)) return Object.entries(filter);
  if (filter.operator === "AND") return filter.conditions.flatMap(topConditions);
  return [["operator", filter]];
}

/** Whether the filter says nothing but which mailbox. */
export function onlyMailbox(filter: EmailFilter | null): string | null {
  const conditions = topConditions(filter);
  const [name, value] = conditions.length === 1 ? conditions[0]! : [];
  return name === "inMailbox" ? (value as string) : null;
}

/** What stands under OR and NOT. No column of it is ever NULL. */
const compileFilter = (filter: EmailFilter, headers: HeaderMatches): Fragment =>
  whereOf<Condition>(
    filter,
    (condition) =>
      Object.entries(condition).map(([name, value]) => compileCondition(name, value, headers)),
    { isEverNull: false },
  );

const has = (keyword: string): Fragment => sql<boolean>`e.keywords @> array[${keyword}]`;

function compileCondition(name: string, value: unknown, headers: HeaderMatches): Fragment {
  if (isTextField(name)) return compileText(name, value as string);
  const text = value as string;
  switch (name as keyof Condition) {
    case "inMailbox":
      return sql<boolean>`e.mailbox_ids @> array[${text}]`;
    case "inMailboxOtherThan":
      return sql<boolean>`not (e.mailbox_ids <@ ${value}::text[])`;
    case "before":
      return sql<boolean>`e.received_at < ${new Date(text)}`;
    case "after":
      return sql<boolean>`e.received_at >= ${new Date(text)}`;
    case "minSize":
      return sql<boolean>`e.size >= ${value}`;
    case "maxSize":
      return sql<boolean>`e.size < ${value}`;
    case "hasKeyword":
      return has(wantedKeyword(text));
    case "notKeyword":
      // The literal lets the partial index of unseen messages be used.
      return text.toLowerCase() === "$seen"
        ? sql<boolean>`not (e.keywords @> '{$seen}')`
        : sql<boolean>`not ${has(wantedKeyword(text))}`;
    case "allInThreadHaveKeyword":
      return sql<boolean>`not ${inThread(sql`not t.keywords @> array[${wantedKeyword(text)}]`)}`;
    case "someInThreadHaveKeyword":
      return inThread(sql`t.keywords @> array[${wantedKeyword(text)}]`);
    case "noneInThreadHaveKeyword":
      return sql<boolean>`not ${inThread(sql`t.keywords @> array[${wantedKeyword(text)}]`)}`;
    case "hasAttachment":
      return sql<boolean>`e.has_attachment = ${value}`;
    case "eventUid":
      return hasWords({ tsquery: eventQuery(name, value), phrases: [] });
    case "hasEvent": {
      const isThere = hasWords({ tsquery: eventQuery(name, value), phrases: [] });
      return value === true ? isThere : sql<boolean>`not ${isThere}`;
    }
    case "header":
      return headers.get(value as string[])!.condition;
    default:
      throw new Error(`no SQL for the filter "${name}"`);
  }
}

/** What the index knows of the events in a message. */
const eventQuery = (name: string, value: unknown): string =>
  quoted(name === "eventUid" ? eventMark(value as string) : HAS_EVENT);

function compileText(name: Parameters<typeof textSearch>[0], value: string): Fragment {
  const search = textSearch(name, value);
  // Nothing asked for matches all; marks without a word match nothing.
  if (search === null) return value.trim() === "" ? YES : NO;
  return hasWords(search);
}
