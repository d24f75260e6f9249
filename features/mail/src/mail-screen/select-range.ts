import { Email } from "@atrium/contract/types/email";
import type { JsonObject } from "@atrium/contract/types/wire";
import { MergedQuery, type JmapClient, type MergedPart } from "@atrium/jmap";
import { SUMMARY_WANT } from "../properties.ts";
import type { ListShare, MailList } from "./mail-list.ts";

type Asking = Pick<JmapClient, "call">;

const PAGE = 5000;

/** A list's rows from one to another, whether they were ever in sight or not. */
export async function rowsBetween(
  client: Asking,
  list: MailList,
  first: number,
  last: number,
): Promise<string[]> {
  const { query, shares } = list;
  if (!(query instanceof MergedQuery)) return idsBetween(client, shares[0]!, first, last);
  // Of each account those between where it is cut by the first row and by the one behind the last.
  const shareOf = ({ accountId }: MergedPart): ListShare =>
    shares.find(({ account }) => account.id === accountId)!;
  const read = (at: number, row: number): Promise<JsonObject | undefined> => {
    const part = query.parts[at]!;
    return readRow(client, shareOf(part), part, row);
  };
  const [from, to] = await Promise.all([query.cutsAt(first, read), query.cutsAt(last + 1, read)]);
  const found = await Promise.all(
    query.parts.map(async (part, at) => {
      const ids = await idsBetween(client, shareOf(part), from[at]!, to[at]! - 1);
      return ids.map((id) => list.rowFor(part.accountId, id));
    }),
  );
  return found.flat();
}

async function idsBetween(
  client: Asking,
  { account, query: { definition } }: ListShare,
  first: number,
  last: number,
): Promise<string[]> {
  const { filter, sort, args } = definition;
  const ids: string[] = [];
  while (first + ids.length <= last) {
    const page = await client.call("Email/query", {
      accountId: account.id,
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

/** What a row that is not here is ordered by. */
async function readRow(
  client: Asking,
  { account, query: { definition } }: ListShare,
  { record }: MergedPart,
  row: number,
): Promise<JsonObject | undefined> {
  const { filter, sort, args } = definition;
  const { ids } = await client.call("Email/query", {
    accountId: account.id,
    filter,
    sort,
    ...args,
    position: row,
    limit: 1,
  });
  const [id] = ids;
  if (id === undefined) return undefined;
  await account.fetch(Email, [id], SUMMARY_WANT);
  return record(id) ?? undefined;
}
