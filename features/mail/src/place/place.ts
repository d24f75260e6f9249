import type { MailboxRole } from "@atrium/contract/types/mailbox";
import type { Mailboxes } from "../mailboxes/use-mailboxes.ts";

/** Where a window of mail is: a list of conversations, and perhaps one of them open. */
export type Place = (
  | { readonly kind: "folder"; /** A mailbox's id, or its role. */ readonly folder: string }
  | { readonly kind: "starred" }
  | { readonly kind: "search"; readonly text: string }
) & { readonly thread?: string };

export const INBOX: Place = { kind: "folder", folder: "inbox" };

/** The place of a path: `/`, `/mail`, `/mail/folder/ID/thread/ID`, `/mail/starred`, `/mail/search/WORDS`. */
export function placeOf(pathname: string): Place | undefined {
  const [root, kind, ...rest] = segments(pathname);
  if (root === undefined || (root === "mail" && kind === undefined)) return INBOX;
  if (root !== "mail") return undefined;
  const [first, ...others] = kind === "starred" ? ["", ...rest] : rest;
  if (first === undefined) return undefined;
  const [word, thread, ...more] = others;
  if (more.length > 0 || (word !== undefined && (word !== "thread" || !thread))) return undefined;
  const open = thread === undefined ? {} : { thread };
  if (kind === "folder" && first !== "") return { kind, folder: first, ...open };
  if (kind === "starred") return { kind, ...open };
  if (kind === "search" && first !== "") return { kind, text: first, ...open };
  return undefined;
}

export function pathOf(place: Place): string {
  const list =
    place.kind === "folder"
      ? `/mail/folder/${encodeURIComponent(place.folder)}`
      : place.kind === "starred"
        ? "/mail/starred"
        : `/mail/search/${encodeURIComponent(place.text)}`;
  return place.thread === undefined ? list : `${list}/thread/${encodeURIComponent(place.thread)}`;
}

/** The same list with another conversation open, or none. */
export function withThread(place: Place, thread: string | undefined): Place {
  const { thread: _, ...list } = place;
  return thread === undefined ? list : { ...list, thread };
}

/** The name of a folder in a path: its role where it has one, so that addresses read well and outlive an import. */
export function folderKey(mailbox: {
  readonly id: string;
  readonly role: MailboxRole | null;
}): string {
  return mailbox.role ?? mailbox.id;
}

/** The folder that a place names. */
export function folderOf(place: Place, mailboxes: Mailboxes) {
  if (place.kind !== "folder") return undefined;
  return mailboxes.list.find(({ role }) => role === place.folder) ?? mailboxes.byId(place.folder);
}

function segments(pathname: string): string[] {
  return pathname
    .split("/")
    .filter((segment) => segment !== "")
    .map((segment) => {
      try {
        return decodeURIComponent(segment);
      } catch {
        return segment;
      }
    });
}
