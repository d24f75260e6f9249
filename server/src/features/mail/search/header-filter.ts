import { sql, type RawBuilder } from "kysely";
import { asText, findHeaders, parseMessage } from "@atrium/formats/mime";
import { normalise, quoted } from "@atrium/formats/search-words";
import type { EmailFilter } from "@atrium/contract/types/email";
import { refuse, type Call } from "../../../engine/index.ts";
import { readHead } from "../message/read-head.ts";
import { planSearch } from "./filter.ts";
import { headerMark, MANY_HEADERS, shortened } from "../message/index-words.ts";
import { orderedMatches } from "./search.ts";
import { orderOf } from "./sort.ts";
import { hasWords } from "./words.ts";

const AT_ONCE = 16;

/** A `header` condition as SQL can evaluate it, once the messages have been asked. */
export interface HeaderMatch {
  /** What an index can start from. */
  readonly tsquery: string;
  /** Over `email e`. */
  readonly condition: RawBuilder<boolean>;
}

/** By condition, in the filter that it stands in. */
export type HeaderMatches = ReadonlyMap<readonly string[], HeaderMatch>;

const NOTHING: HeaderMatches = new Map();

/**
 * RFC 8621 §4.4.1 `header`: the index knows which fields a message has; what stands in them only the messages know, so
 * those that have the field and fulfil the rest of the filter are read.
 * @throws Refusal `unsupportedFilter` when these are too many in one request, `invalidArguments` when the condition has no name.
 */
export async function matchHeaders(call: Call, filter: EmailFilter | null): Promise<HeaderMatches> {
  const conditions = headerConditions(filter);
  if (conditions.length === 0) return NOTHING;
  for (const condition of conditions)
    if (condition.length < 1 || condition.length > 2)
      refuse("invalidArguments", "header takes a name and an optional text");
  const rest = withoutHeaders(filter);
  const matches = new Map<readonly string[], HeaderMatch>();
  for (const condition of conditions)
    matches.set(condition, await matchHeader(call, rest, condition));
  return matches;
}

async function matchHeader(
  call: Call,
  rest: EmailFilter | null,
  condition: readonly string[],
): Promise<HeaderMatch> {
  const name = condition[0]!.toLowerCase();
  const mark = quoted(headerMark(shortened(name)));
  const many = quoted(MANY_HEADERS);
  const isMarked = condition.length === 1 && name === shortened(name);
  // A message with so many fields that not all are marked has to be read in any case.
  const ids = await readHeaders(call, rest, isMarked ? many : `(${mark} | ${many})`, condition);
  const isRead = sql<boolean>`e.id = any(${ids}::text[])`;
  if (!isMarked) return { tsquery: `(${mark} | ${many})`, condition: isRead };
  const isThere = hasWords({ tsquery: mark, phrases: [] });
  return { tsquery: `(${mark} | ${many})`, condition: sql<boolean>`(${isThere} or ${isRead})` };
}

/** The ids of the messages under a mark whose header fields fulfil the condition. */
async function readHeaders(
  call: Call,
  rest: EmailFilter | null,
  mark: string,
  condition: readonly string[],
): Promise<string[]> {
  const [name, text] = condition;
  const wanted = text === undefined ? undefined : normalise(text);
  const messages = await candidates(call, rest, mark, condition);
  const ids: string[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < messages.length) {
      const { id, hash, size } = messages[next]!;
      next += 1;
      const message = parseMessage(await readHead(call, hash, size));
      const found = findHeaders(message.headers, name!);
      const charset = message.charset;
      const isMatch =
        wanted === undefined
          ? found.length > 0
          : found.some((field) =>
              normalise(asText(message.bytes, field, charset)).includes(wanted),
            );
      if (isMatch) ids.push(id);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return ids;
}

async function candidates(
  call: Call,
  rest: EmailFilter | null,
  mark: string,
  condition: readonly string[],
): Promise<{ id: string; hash: string; size: number }[]> {
  const plan = planSearch(rest, NOTHING);
  const question = {
    plan: {
      ...plan,
      words: [...plan.words, { tsquery: mark, loose: mark }],
      conditions: [...plan.conditions, ...hint(condition)],
    },
    order: orderOf([]),
    collapseThreads: false,
  };
  const { rows } = await sql<{ id: string; hash: string; size: number }>`
    ${orderedMatches(call, question)}
    select o.id, e.blob_hash as hash, e.size from ordered o
    join email e on e.account_id = ${call.accountId} and e.id = o.id
    limit ${call.budget.left("headerReads") + 1}`.execute(call.db);
  // Together with the other such conditions of the request.
  call.budget.spend("headerReads", rows.length);
  return rows;
}

const ID_FIELDS = new Map([
  ["message-id", "messageId"],
  ["in-reply-to", "inReplyTo"],
  ["references", "references"],
]);

/** Every message has a Message-ID; to find one of them, the column of ids says which ones are worth reading. */
function hint([name, text = ""]: readonly string[]): RawBuilder<boolean>[] {
  const column = ID_FIELDS.get(name!.toLowerCase());
  const id = /^<?([\w.+=$-]+@[\w.-]+)>?$/.exec(text)?.[1];
  if (column === undefined || id === undefined) return [];
  const ids = sql`e.message_ids ->> ${sql.lit(column)}`;
  return [sql<boolean>`(${ids} is null or strpos(lower(${ids}), ${id.toLowerCase()}) > 0)`];
}

function headerConditions(filter: EmailFilter | null): (readonly string[])[] {
  if (filter === null) return [];
  if ("operator" in filter) return filter.conditions.flatMap(headerConditions);
  return filter.header === undefined ? [] : [filter.header];
}

/** What holds of every match, the header conditions aside: the rest of the AND at the top. */
function withoutHeaders(filter: EmailFilter | null): EmailFilter | null {
  if (filter === null) return null;
  if ("operator" in filter) {
    if (filter.operator !== "AND") return headerConditions(filter).length > 0 ? null : filter;
    const parts = filter.conditions.map(withoutHeaders).filter((part) => part !== null);
    return { operator: "AND", conditions: parts };
  }
  const { header: _, ...rest } = filter;
  return rest;
}
