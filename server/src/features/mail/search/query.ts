import type { Email, EmailFilter } from "@atrium/contract/types/email";
import type { Comparator } from "@atrium/contract/types/define";
import type { Call, QueryPage, QueryRequest } from "../../../engine/index.ts";
import { MAX_MARKS } from "../limits.ts";
import { onlyMailbox, planSearch } from "./filter.ts";
import { matchHeaders } from "./header-filter.ts";
import { mailboxPage, type Listing } from "./mailbox-page.ts";
import { markedPage } from "./marked-page.ts";
import { search } from "./search.ts";
import { senderPage } from "./sender-page.ts";
import { isBySender, orderOf, wantedKeyword } from "./sort.ts";

/**
 * The listing that an index has ready, if the question is no more than that: one mailbox by time of receipt, perhaps
 * with those on top that have a keyword.
 */
export function listingOf(
  filter: EmailFilter | null,
  sort: readonly Comparator[],
  collapseThreads: boolean,
): Listing | null {
  const mailboxId = onlyMailbox(filter);
  const marks = leadingMarks(sort, collapseThreads);
  const { received } = orderOf(sort.slice(marks.length));
  if (mailboxId === null || received === null) return null;
  // Oldest first shows each thread by its oldest message, which no index has.
  if ((collapseThreads || marks.length > 0) && received === "oldest first") return null;
  return { mailboxId, collapseThreads, newestFirst: received === "newest first", marks };
}

/** The comparators by keyword at the beginning, as far as what they put on top can be found by an index. */
function leadingMarks(
  sort: readonly Comparator[],
  collapseThreads: boolean,
): readonly Comparator[] {
  const end = sort.findIndex((comparator) => !isMark(comparator, collapseThreads));
  return sort.slice(0, Math.min(end < 0 ? sort.length : end, MAX_MARKS));
}

function isMark({ property, keyword, isAscending }: Comparator, collapseThreads: boolean): boolean {
  // Nearly all mail has been seen.
  if (keyword === undefined || wantedKeyword(keyword) === "$seen") return false;
  if (property === "someInThreadHaveKeyword" || property === "allInThreadHaveKeyword") return true;
  // Ascending, a thread would be shown by one that lacks the keyword, whichever that is.
  return property === "hasKeyword" && !(collapseThreads && isAscending !== false);
}

/** RFC 8621 §4.4. */
export async function queryEmails(
  call: Call,
  request: QueryRequest<typeof Email>,
): Promise<QueryPage> {
  const collapseThreads = call.args["collapseThreads"] === true;
  const { filter } = request;
  const listing = listingOf(filter, request.sort, collapseThreads);
  const page =
    listing === null
      ? null
      : listing.marks.length === 0
        ? await mailboxPage(call, listing, request)
        : await markedPage(call, listing, request);
  if (page !== null) return page;
  const mailboxId = isBySender(request.sort) ? onlyMailbox(filter) : null;
  const bySender =
    mailboxId === null ? null : await senderPage(call, { mailboxId, collapseThreads }, request);
  if (bySender !== null) return bySender;
  const plan = planSearch(filter, await matchHeaders(call, filter));
  return await search(call, { ...request, plan, order: orderOf(request.sort), collapseThreads });
}
