import type { QueryResponse } from "@atrium/contract/types/wire";
import type { JmapClient, WindowedQuery } from "@atrium/jmap";

const PAGE = 5000;

/** The ids of a list's rows from one to another, whether they were ever in sight or not. */
export async function idsBetween(
  client: Pick<JmapClient, "call">,
  accountId: string,
  { definition: { filter, sort, args } }: WindowedQuery,
  first: number,
  last: number,
): Promise<string[]> {
  const ids: string[] = [];
  while (first + ids.length <= last) {
    const page = await client.call<QueryResponse>("Email/query", {
      accountId,
      filter,
      sort,
      ...args,
      position: first + ids.length,
      limit: Math.min(PAGE, last + 1 - first - ids.length),
    });
    if (page.ids.length === 0) break;
    ids.push(...page.ids);
  }
  return ids;
}
