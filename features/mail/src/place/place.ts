import type { MailboxRole } from "@atrium/contract/types/mailbox";
import type { Mailboxes } from "../mailboxes/use-mailboxes.ts";

/** Where a window of mail is: a list of conversations, and perhaps one of them open. */
export type Place = (
  | { readonly kind: "folder"; /** A mailbox's id, or its role. */ readonly folder: string }
  | { readonly kind: "starred" }
  | { readonly kind: "label"; /** Its id. */ readonly label: string }
  | { readonly kind: "search"; readonly text: string }
) & {
  /** The shared account that the list belongs to; the person's own when absent. */
  readonly account?: string;
  readonly thread?: string;
  /** The one message of the thread that is open, in a list of messages. */
  readonly message?: string;
};

export const INBOX: Place = { kind: "folder", folder: "inbox" };

/**
 * The place of a path: `/`, `/mail`, `/mail/folder/ID/thread/ID`, `/mail/starred`, `/mail/label/ID`,
 * `/mail/search/WORDS`; in a shared account `/mail/account/ID/folder/…`, in a list of messages `…/thread/ID/message/ID`.
 */
export function placeOf(pathname: string): Place | undefined {
  const [root, ...path] = segments(pathname);
  if (root === undefined || (root === "mail" && path.length === 0)) return INBOX;
  if (root !== "mail") return undefined;
  const isShared = path[0] === "account";
  const account = isShared ? path[1] : undefined;
  if (isShared && account === undefined) return undefined;
  const [kind, ...rest] = isShared ? path.slice(2) : path;
  if (kind === undefined) return { ...INBOX, account: account! };
  const [first, ...others] = kind === "starred" ? ["", ...rest] : rest;
  if (first === undefined) return undefined;
  const open = openOf(others);
  if (!open) return undefined;
  const more = { ...(account !== undefined && { account }), ...open };
  if (kind === "folder" && first !== "") return { kind, folder: first, ...more };
  if (kind === "starred") return { kind, ...more };
  if (kind === "label" && first !== "") return { kind, label: first, ...more };
  if (kind === "search" && first !== "") return { kind, text: first, ...more };
  return undefined;
}

/** What is open in the list: nothing, a conversation, or one message of it; `undefined` when it says neither. */
function openOf([word, thread, part, message, ...more]: readonly string[]):
  | Pick<Place, "thread" | "message">
  | undefined {
  if (word === undefined) return {};
  if (word !== "thread" || !thread || more.length > 0) return undefined;
  if (part === undefined) return { thread };
  return part === "message" && message ? { thread, message } : undefined;
}

export function pathOf(place: Place): string {
  const root = place.account === undefined ? "/mail" : `/mail/account/${encode(place.account)}`;
  const list = `${root}/${listPath(place)}`;
  if (place.thread === undefined) return list;
  const thread = `${list}/thread/${encode(place.thread)}`;
  return place.message === undefined ? thread : `${thread}/message/${encode(place.message)}`;
}

function listPath(place: Place): string {
  switch (place.kind) {
    case "folder":
      return `folder/${encode(place.folder)}`;
    case "starred":
      return "starred";
    case "label":
      return `label/${encode(place.label)}`;
    default:
      return `search/${encode(place.text)}`;
  }
}

const encode = encodeURIComponent;

/** The same list with another conversation open, or one message of it, or nothing. */
export function withThread(place: Place, thread: string | undefined, message?: string): Place {
  const { thread: _, message: __, ...list } = place;
  if (thread === undefined) return list;
  return message === undefined ? { ...list, thread } : { ...list, thread, message };
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
