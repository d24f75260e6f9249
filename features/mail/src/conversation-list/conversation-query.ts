import type { EmailSource } from "@atrium/contract/types/background-task";
import {
  Email,
  type EmailFilter,
  type EmailRecord,
  type EmailSort,
} from "@atrium/contract/types/email";
import type { MailboxRole } from "@atrium/contract/types/mailbox";
import { Thread } from "@atrium/contract/types/thread";
import type { QueryDefinition } from "@atrium/jmap";
import { asLabels, type Labels } from "../labels/labels.ts";
import { isFiltered, type ListOptions, type ListSort } from "./list-options.ts";
import type { Mailboxes } from "../mailboxes/use-mailboxes.ts";
import { mailboxName } from "../mailboxes/mailbox-look.tsx";
import { folderOf, roleMadeLater, type Place } from "../place/place.ts";
import { SUMMARY } from "../properties.ts";
import { isScoped, NOTHING, searchFilter } from "../search/query/filter.ts";
import { parseSearch } from "../search/query/query.ts";

const SORTED_BY: Record<ListSort, EmailSort["property"]> = {
  date: "receivedAt",
  sender: "from",
  subject: "subject",
  size: "size",
};

/**
 * The list of a place, as the options ask for it; `undefined` when the place names no folder and no label.
 * `own`: the person's address.
 */
export function conversationQuery(
  place: Place,
  mailboxes: Mailboxes,
  labels: Labels | undefined,
  options: ListOptions,
  own: string,
): QueryDefinition<typeof Email> | undefined {
  const filter = placeFilter(place, mailboxes, labels, own);
  if (!filter) return undefined;
  const byMessage = options.mode === "messages";
  const rows = [{ type: Email, properties: SUMMARY }];
  const box = folderOf(place, mailboxes);
  const only = onlyOf(place, mailboxes, labels);
  return {
    type: Email,
    filter: withOnly(filter, options),
    sort: listSort(box?.role, options),
    args: { collapseThreads: !byMessage },
    // A folder has its numbers at hand.
    countsLater: box === undefined || isFiltered(options),
    rows: [
      ...rows,
      { type: Thread, properties: ["emailIds"], from: "/list/*/threadId" },
      ...(byMessage ? [] : [{ ...rows[0]!, from: "/list/*/emailIds" }]),
    ],
    keeps(record) {
      const { mailboxIds, keywords } = record as unknown as EmailRecord;
      if (only.inMailbox !== undefined) return mailboxIds[only.inMailbox] === true;
      if (only.hasKeyword !== undefined && keywords[only.hasKeyword] !== true) return false;
      return Object.keys(mailboxIds).some((id) => only.notOnlyIn?.includes(id) !== true);
    },
  };
}

/** What of the conversations in a place's list belongs to it. */
export function onlyOf(
  place: Place,
  mailboxes: Mailboxes,
  labels: Labels | undefined,
): NonNullable<EmailSource["only"]> {
  const folder = folderOf(place, mailboxes)?.id;
  if (folder !== undefined) return { inMailbox: folder };
  const keyword = labelOf(place, labels)?.keyword;
  // A search that says where to look may well mean Trash.
  const isEverywhere = place.kind === "search" && isScoped(parseSearch(place.text));
  return {
    ...(!isEverywhere && { notOnlyIn: asideOf(mailboxes) }),
    ...(keyword !== undefined && { hasKeyword: keyword }),
  };
}

/** In what order a list stands. `role`: of its folder; `undefined` of a list that is no folder's. */
export function listSort(
  role: MailboxRole | null | undefined,
  { sort, isAscending, mode }: ListOptions,
): EmailSort[] {
  // Names and subjects are read from A to Z unless asked otherwise; time and size begin with the newest and largest.
  const isText = sort === "sender" || sort === "subject";
  // What comes back next stands first.
  if (role === "snoozed" && sort === "date")
    return [{ property: "snoozedUntil", isAscending: !isAscending }];
  const plain = { property: SORTED_BY[sort], isAscending: isText !== isAscending };
  const hasTop = role === null || role === "inbox" || role === "archive";
  if (!hasTop || sort !== "date" || isAscending) return [plain];
  const property = mode === "messages" ? "hasKeyword" : "someInThreadHaveKeyword";
  return [...ON_TOP.map((keyword) => ({ property, keyword, isAscending: false }) as const), plain];
}

/** What is pinned stands above all else, then what came back from snoozing and is unread. */
const ON_TOP = ["$pinned", "$unsnoozed"];

/** What mail a place holds: none where the folder has yet to be made; `undefined` when it names no folder and no label. */
export function placeFilter(
  place: Place,
  mailboxes: Mailboxes,
  labels: Labels | undefined,
  own: string,
): EmailFilter | undefined {
  if (place.kind === "folder") {
    const folder = folderOf(place, mailboxes);
    if (folder) return { inMailbox: folder.id };
    return roleMadeLater(place) && NOTHING;
  }
  if (place.kind === "search")
    return searchFilter(place.text, {
      mailboxes: mailboxes.list,
      labels: labels ?? NO_LABELS,
      own,
      nameOf: mailboxName,
    });
  if (place.kind === "label") {
    const keyword = labelOf(place, labels)?.keyword;
    return keyword === undefined
      ? undefined
      : { hasKeyword: keyword, inMailboxOtherThan: asideOf(mailboxes) };
  }
  return { hasKeyword: "$flagged", inMailboxOtherThan: asideOf(mailboxes) };
}

const NO_LABELS = asLabels([]);

/** The label that a place names, once it is known. */
export function labelOf(place: Place, labels: Labels | undefined) {
  return place.kind === "label" ? labels?.byId(place.label) : undefined;
}

/** Adds the quick filters. What is unread or starred anywhere in a conversation counts for all of it. */
export function withOnly(filter: EmailFilter, { only, mode }: ListOptions): EmailFilter {
  const byMessage = mode === "messages";
  const conditions: EmailFilter[] = [
    ...(only.unread
      ? [
          byMessage
            ? { notKeyword: "$seen" }
            : { operator: "NOT" as const, conditions: [{ allInThreadHaveKeyword: "$seen" }] },
        ]
      : []),
    ...(only.starred
      ? [byMessage ? { hasKeyword: "$flagged" } : { someInThreadHaveKeyword: "$flagged" }]
      : []),
    ...(only.attachments ? [{ hasAttachment: true }] : []),
  ];
  return conditions.length === 0
    ? filter
    : { operator: "AND", conditions: [filter, ...conditions] };
}

/** Folders whose mail shows in no other list. */
export function asideOf(mailboxes: Mailboxes): string[] {
  return [mailboxes.byRole("trash"), mailboxes.byRole("junk")].flatMap((box) => box?.id ?? []);
}
