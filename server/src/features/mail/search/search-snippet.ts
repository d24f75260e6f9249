import { sql } from "kysely";
import { parseMessage } from "@atrium/formats/mime";
import { findSpans, marked, parseQuery, type Query } from "@atrium/formats/search-words";
import type { ValuesOf } from "@atrium/contract/types/define";
import { Email, type EmailFilter } from "@atrium/contract/types/email";
import { SEARCH_SNIPPET_METHODS, type SearchSnippet } from "@atrium/contract/types/search-snippet";
import type { JsonObject } from "@atrium/contract/types/wire";
import {
  checkFilter,
  method,
  realId,
  refuse,
  serveMethods,
  type Call,
  type Served,
} from "../../../engine/index.ts";
import { moved, task, TaskOverBudget } from "../../../platform/workers/index.ts";
import { toMail } from "../access.ts";
import { preparing, READ_IN_PLACE } from "../message/message.ts";
import type { ExcerptInput } from "./excerpt.task.ts";
import { messageExcerpt } from "./message-excerpt.ts";
import { isTextField } from "./words.ts";

/** RFC 8621 §5. */
const MAX_PREVIEW = 255;

const EXCERPT = task<ExcerptInput, string | null>(new URL("./excerpt.task.ts", import.meta.url));

/** RFC 8621 §5: the parts of messages that match a search. */
export const searchSnippet: Served = serveMethods(
  { name: "SearchSnippet", capability: Email.capability },
  {
    access: toMail,
    methods: {
      get: method({
        verb: "read",
        arguments: SEARCH_SNIPPET_METHODS.get,
        run: (call, { createdIds }) => getSnippets(call, call.args, createdIds),
      }),
    },
  },
);

async function getSnippets(
  call: Pick<Call, "accountId" | "db" | "budget" | "services">,
  args: ValuesOf<typeof SEARCH_SNIPPET_METHODS.get>,
  createdIds: ReadonlyMap<string, string>,
): Promise<JsonObject> {
  const filter = checkFilter(Email, args.filter, call.budget);
  const asked = new Map(args.emailIds.map((id) => [realId(id, createdIds) ?? id, id]));
  if (asked.size > call.services.limits.maxObjectsInGet)
    refuse("requestTooLarge", "maxObjectsInGet");
  const rows = await call.db
    .selectFrom("email")
    .select(["id", "blob_hash", "size", "subject"])
    .where("account_id", "=", call.accountId)
    .where("id", "=", sql<string>`any(${[...asked.keys()]})`)
    .execute();
  const inSubject = queryOf(filter, ["text", "subject"]);
  const inBody = queryOf(filter, ["text", "body"]);
  if (inBody.terms.length > 0)
    call.budget.spend(
      "octetsRead",
      rows.reduce((sum, { size }) => sum + size, 0),
    );
  const list: SearchSnippet[] = [];
  // One after the other: a message may be large.
  for (const row of rows) {
    const spans = findSpans(row.subject ?? "", inSubject);
    list.push({
      emailId: row.id,
      subject: spans.length === 0 ? null : marked(row.subject ?? "", spans),
      preview: inBody.terms.length === 0 ? null : await previewOf(call, row, inBody),
    });
    asked.delete(row.id);
  }
  const notFound = [...asked.values()];
  return { accountId: call.accountId, list, notFound: notFound.length === 0 ? null : notFound };
}

async function previewOf(
  call: Pick<Call, "services">,
  { blob_hash: hash, size }: { readonly blob_hash: string; readonly size: number },
  query: Query,
): Promise<string | null> {
  const { blobs, log, workers } = call.services;
  const read = (): Promise<Uint8Array> => blobs.read(hash);
  if (size <= READ_IN_PLACE) return messageExcerpt(parseMessage(await read()), query, MAX_PREVIEW);
  try {
    return await preparing.run(size, () =>
      workers.run(EXCERPT, async () =>
        moved({ bytes: await read(), query, maxOctets: MAX_PREVIEW }),
      ),
    );
  } catch (error) {
    if (!(error instanceof TaskOverBudget)) throw error;
    log.warn(
      { hash, over: error.over },
      "search snippet left out: the message exceeds the task limits",
    );
    return null;
  }
}

/** What the filter looks for in some fields; not what it says must not be there. */
function queryOf(filter: EmailFilter | null, fields: readonly string[]): Query {
  return { terms: textsIn(filter, fields).flatMap((text) => parseQuery(text).terms) };
}

function textsIn(filter: EmailFilter | null, fields: readonly string[]): string[] {
  if (filter === null) return [];
  if ("operator" in filter)
    return filter.operator === "NOT"
      ? []
      : filter.conditions.flatMap((part) => textsIn(part, fields));
  return Object.entries(filter).flatMap(([name, value]) =>
    isTextField(name) && fields.includes(name) ? [value as string] : [],
  );
}
