import { sql } from "kysely";
import { asText, findHeaders, parseMessage } from "@atrium/formats/mime";
import type { EmailFilter } from "@atrium/contract/types/email";
import { refuse, type Call } from "../../../engine/index.ts";
import { planSearch, type HeaderMatches } from "./filter.ts";
import { orderedMatches } from "./search.ts";
import { orderOf } from "./sort.ts";

/** Messages whose header fields one query may read. */
const MAX_READ = 5000;
const AT_ONCE = 16;
/** Octets of a message in which its header fields are looked for. */
const HEAD = 65_536;

const NOTHING: HeaderMatches = new Map();

/**
 * RFC 8621 §4.4.1 `header`: columns hold only the usual fields, so the messages themselves are read; only those that
 * the rest of the filter leaves.
 * @throws Refusal `unsupportedFilter` when these are too many, or the condition has no name.
 */
export async function matchHeaders(call: Call, filter: EmailFilter | null): Promise<HeaderMatches> {
  const wanted = headerConditions(filter);
  if (wanted.length === 0) return NOTHING;
  for (const condition of wanted)
    if (condition.length < 1 || condition.length > 2)
      refuse("invalidArguments", "header is a name and perhaps a text");
  const messages = await candidates(call, withoutHeaders(filter));
  const matches = new Map(wanted.map((condition) => [condition, [] as string[]]));
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < messages.length) {
      const message = messages[next]!;
      next += 1;
      const bytes = await call.services.blobs.read(message.hash, { start: 0, end: HEAD });
      const { headers } = parseMessage(bytes);
      for (const [[name, text], ids] of matches) {
        const found = findHeaders(headers, name!);
        const lower = text?.toLowerCase();
        const isMatch =
          lower === undefined
            ? found.length > 0
            : found.some((field) => asText(bytes, field).toLowerCase().includes(lower));
        if (isMatch) ids.push(message.id);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return matches;
}

async function candidates(
  call: Call,
  filter: EmailFilter | null,
): Promise<{ id: string; hash: string }[]> {
  const question = {
    plan: planSearch(filter, NOTHING),
    order: orderOf([]),
    collapseThreads: false,
  };
  const { rows } = await sql<{ id: string; hash: string }>`
    ${orderedMatches(call, question)}
    select o.id, e.blob_hash as hash from ordered o
    join email e on e.account_id = ${call.accountId} and e.id = o.id
    limit ${MAX_READ + 1}`.execute(call.db);
  if (rows.length > MAX_READ)
    refuse("unsupportedFilter", "header needs a narrower filter beside it");
  return rows;
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
