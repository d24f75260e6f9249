import type { EmailFilter } from "@atrium/contract/types/email";
import { MethodFailed, type JmapClient } from "@atrium/jmap";

/** Which messages a long action is about. */
export type BulkSource =
  /** All that a filter finds, but for these. */
  | {
      readonly kind: "query";
      readonly filter: EmailFilter;
      readonly except: ReadonlySet<string>;
    }
  /** Those of the conversations that these messages stand for. */
  | { readonly kind: "threads"; readonly ids: readonly string[] }
  | { readonly kind: "emails"; readonly ids: readonly string[] };

/** The server never lowers this one. */
const PAGE = 5000;
const GET = 500;

/** The ids of all messages of a source, as they are now. Rejects like any call of the client. */
export async function collect(
  client: Pick<JmapClient, "call" | "group">,
  accountId: string,
  source: BulkSource,
  signal: AbortSignal,
): Promise<string[]> {
  if (source.kind === "emails") return [...source.ids];
  if (source.kind === "threads") return ofThreads(client, accountId, source.ids, signal);
  const found = await queryAll(client, accountId, source.filter, signal);
  return found.filter((id) => !source.except.has(id));
}

/** Newest first, page after page from the last one known, so that mail that comes meanwhile moves none of them. */
async function queryAll(
  client: Pick<JmapClient, "call">,
  accountId: string,
  filter: EmailFilter,
  signal: AbortSignal,
): Promise<string[]> {
  const ids = new Set<string>();
  let anchor: string | undefined;
  for (;;) {
    signal.throwIfAborted();
    const range = anchor === undefined ? { position: ids.size } : { anchor, anchorOffset: 1 };
    try {
      const page = await client.call("Email/query", {
        accountId,
        filter,
        sort: [{ property: "receivedAt", isAscending: false }],
        limit: PAGE,
        ...range,
      });
      for (const id of page.ids) ids.add(id);
      if (page.ids.length === 0) return [...ids];
      anchor = page.ids.at(-1);
    } catch (error) {
      // The last one went away meanwhile: the position is the next best.
      if (!(error instanceof MethodFailed && error.type === "anchorNotFound") || !anchor)
        throw error;
      anchor = undefined;
    }
  }
}

async function ofThreads(
  client: Pick<JmapClient, "group">,
  accountId: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const found = new Set<string>();
  for (let start = 0; start < ids.length; start += GET) {
    signal.throwIfAborted();
    const group = client.group();
    const emails = group.call("Email/get", {
      accountId,
      ids: ids.slice(start, start + GET),
      properties: ["threadId"],
    });
    const threads = group.call("Thread/get", {
      accountId,
      "#ids": emails.ref("/list/*/threadId"),
      properties: ["emailIds"],
    });
    for (const { emailIds } of (await threads.result).list)
      for (const id of emailIds) found.add(id);
  }
  return [...found];
}
