import type { Email, EmailFilter } from "@atrium/contract/types/email";
import type { Comparator } from "@atrium/contract/types/define";
import type { Call, QueryPage, QueryRequest } from "../../../engine/index.ts";
import { onlyMailbox, planSearch } from "./filter.ts";
import { matchHeaders } from "./header-filter.ts";
import { mailboxPage, type Listing } from "./mailbox-page.ts";
import { search } from "./search.ts";
import { orderOf } from "./sort.ts";

/** The listing that an index has ready, if the question is no more than that: one mailbox by time of receipt. */
export function listingOf(
  filter: EmailFilter | null,
  sort: readonly Comparator[],
  collapseThreads: boolean,
): Listing | null {
  const mailboxId = onlyMailbox(filter);
  const { received } = orderOf(sort);
  if (mailboxId === null || received === null) return null;
  // Oldest first shows each thread by its oldest message, which no index has.
  if (collapseThreads && received === "oldest first") return null;
  return { mailboxId, collapseThreads, newestFirst: received === "newest first" };
}

/** RFC 8621 §4.4. */
export async function queryEmails(
  call: Call,
  request: QueryRequest<typeof Email>,
): Promise<QueryPage> {
  const collapseThreads = call.args["collapseThreads"] === true;
  const { filter } = request;
  const listing = listingOf(filter, request.sort, collapseThreads);
  if (listing !== null) return await mailboxPage(call, listing, request);
  const plan = planSearch(filter, await matchHeaders(call, filter));
  return await search(call, { ...request, plan, order: orderOf(request.sort), collapseThreads });
}
