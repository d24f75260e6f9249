import { Email, type EmailRecord } from "@atrium/contract/types/email";
import { Thread } from "@atrium/contract/types/thread";
import type { QueryDefinition } from "@atrium/jmap";
import type { Mailboxes } from "../mailboxes/use-mailboxes.ts";
import { folderOf, type Place } from "../place/place.ts";
import { SUMMARY } from "../properties.ts";

/** The list of conversations at a place, newest first; `undefined` when the place names no folder. */
export function conversationQuery(place: Place, mailboxes: Mailboxes): QueryDefinition | undefined {
  const common = {
    type: Email,
    sort: [{ property: "receivedAt", isAscending: false }],
    args: { collapseThreads: true },
    rows: [
      { type: Email, properties: SUMMARY },
      { type: Thread, properties: ["emailIds"], from: "/list/*/threadId" },
      { type: Email, properties: SUMMARY, from: "/list/*/emailIds" },
    ],
  };
  if (place.kind === "folder") {
    const folder = folderOf(place, mailboxes);
    if (!folder) return undefined;
    const { id } = folder;
    return {
      ...common,
      filter: { inMailbox: id },
      keeps: (record) => (record as unknown as EmailRecord).mailboxIds[id] === true,
    };
  }
  const aside = [mailboxes.byRole("trash"), mailboxes.byRole("junk")].flatMap(
    (box) => box?.id ?? [],
  );
  const filter = place.kind === "starred" ? { hasKeyword: "$flagged" } : { text: place.text };
  return {
    ...common,
    filter: { ...filter, inMailboxOtherThan: aside },
    keeps: (record) =>
      Object.keys((record as unknown as EmailRecord).mailboxIds).some((id) => !aside.includes(id)),
  };
}
