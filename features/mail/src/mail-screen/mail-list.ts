import type { EmailSource } from "@atrium/contract/types/background-task";
import { Email, type EmailRecord, type EmailSort } from "@atrium/contract/types/email";
import type { MailboxRecord } from "@atrium/contract/types/mailbox";
import { Thread } from "@atrium/contract/types/thread";
import type { JsonObject } from "@atrium/contract/types/wire";
import {
  MergedQuery,
  ofRowKey,
  rowKey,
  type Account,
  type ListQuery,
  type WindowedQuery,
} from "@atrium/jmap";
import type { RowSelection } from "@atrium/ui";
import { mayAll, mayIn, type May } from "../actions/may.ts";
import type { Mailboxes } from "../mailboxes/use-mailboxes.ts";

/** One account's share of a list. */
export interface ListShare {
  readonly account: Account;
  /** Of a shared account; the person's own has none. */
  readonly name: string | undefined;
  /** Its folders, but for their counts, which may be old: a list is not drawn again for a number. */
  readonly mailboxes: Mailboxes;
  /** The folder that the list shows of the account; `undefined` for a search and the like. */
  readonly folder: MailboxRecord | undefined;
  readonly isReadOnly: boolean;
  /** What may be done with what it shows. */
  readonly may: May;
  readonly query: WindowedQuery<typeof Email>;
  /** What of the conversations that it shows belongs to it. */
  readonly only: NonNullable<EmailSource["only"]>;
}

/** What a list shows: the mail of one account, or of several by date. */
export interface MailList {
  readonly query: ListQuery;
  /** At least one. */
  readonly shares: readonly ListShare[];
  readonly isMerged: boolean;
  /** What a row stands for. */
  of(row: string): { readonly share: ListShare; readonly id: string };
  /** The message that a row stands for, as far as it is known. */
  email(row: string): EmailRecord | null | undefined;
  /** The row of a message of an account. */
  rowFor(accountId: string, id: string): string;
}

export function mailList(shares: readonly ListShare[], query: ListQuery): MailList {
  const [only] = shares;
  if (!only) throw new Error("a list without an account");
  const isMerged = query instanceof MergedQuery;
  const byAccount = new Map(shares.map((share) => [share.account.id, share]));
  const of: MailList["of"] = (row) => {
    if (!isMerged) return { share: only, id: row };
    const { accountId, id } = ofRowKey(row);
    return { share: byAccount.get(accountId) ?? only, id };
  };
  return {
    query,
    shares,
    isMerged,
    of,
    email(row) {
      const { share, id } = of(row);
      return share.account.get(Email, id);
    },
    rowFor: (accountId, id) => (isMerged ? rowKey(accountId, id) : id),
  };
}

/** What of folders a list depends on, as text. */
export function shapeOf({ list }: Mailboxes): string {
  return JSON.stringify(
    list.map(({ id, role, name, parentId, myRights }) => [id, role, name, parentId, myRights]),
  );
}

/** The lists of several accounts as one. Their definitions have the same order. */
export function mergedQuery(
  queries: readonly (readonly [Account, WindowedQuery<typeof Email>])[],
): MergedQuery {
  const sort = queries[0]?.[1].definition.sort ?? [];
  return new MergedQuery(
    queries.map(([account, query]) => ({
      accountId: account.id,
      query,
      record: (id) => sortKeys(account, id, sort),
    })),
    (one, other) => compareKeys(one, other, sort),
  );
}

/** What a message is ordered by, one value for each comparator. */
function sortKeys(
  account: Account,
  id: string,
  sort: readonly EmailSort[],
): JsonObject | undefined {
  const email = account.get(Email, id);
  if (!email) return undefined;
  const has = (one: EmailRecord | null | undefined, keyword: unknown): boolean =>
    one?.keywords[keyword as string] === true;
  return Object.fromEntries(
    sort.map(({ property, keyword }, at) => {
      if (property === "hasKeyword") return [at, Number(has(email, keyword))];
      if (property !== "someInThreadHaveKeyword") return [at, email.receivedAt];
      const thread = account.get(Thread, email.threadId)?.emailIds ?? [id];
      return [at, Number(thread.some((one) => has(account.get(Email, one), keyword)))];
    }),
  );
}

function compareKeys(one: JsonObject, other: JsonObject, sort: readonly EmailSort[]): number {
  for (const [at, { isAscending }] of sort.entries()) {
    const [a, b] = [one[at] as string | number, other[at] as string | number];
    if (a !== b) return a < b === (isAscending !== false) ? -1 : 1;
  }
  return 0;
}

/** The shares that rows belong to, with the rows' messages; all of them when everything is meant. */
export function sharesOf(
  list: MailList,
  rows: RowSelection,
): ReadonlyMap<ListShare, readonly string[]> {
  const found = new Map<ListShare, string[]>(rows.all ? list.shares.map((one) => [one, []]) : []);
  for (const row of rows.ids) {
    const { share, id } = list.of(row);
    const ids = found.get(share);
    if (ids) ids.push(id);
    else found.set(share, [id]);
  }
  return found;
}

/** The one share that rows belong to; `undefined` when they are of several. */
export function shareOf(list: MailList, rows: RowSelection): ListShare | undefined {
  const shares = list.isMerged ? [...sharesOf(list, rows).keys()] : list.shares;
  return shares.length === 1 ? shares[0] : undefined;
}

/** The account's id, where it is not the person's own. */
export function sharedId({ account }: ListShare, home: Account): string | undefined {
  return account === home ? undefined : account.id;
}

/** What may be done with rows. Folders and labels are those of one account. */
export function mayOf(list: MailList, rows: RowSelection): May {
  if (!list.isMerged) return list.shares[0]!.may;
  const shares = [...sharesOf(list, rows).keys()];
  const may = mayAll(shares.map((share) => share.may));
  return shares.length > 1 ? { ...may, move: false, file: false, label: false } : may;
}

/** What may be done with what a list shows of an account. */
export function mayInList(
  mailboxes: Mailboxes,
  folder: MailboxRecord | undefined,
  isReadOnly: boolean,
): May {
  const may = mayIn(mailboxes, folder && [folder], isReadOnly);
  // What lies in Archive, or was thrown away, is not to be archived.
  const isPut = folder?.role === "archive" || folder?.role === "trash";
  return isPut ? { ...may, archive: false } : may;
}
