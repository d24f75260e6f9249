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
  /** The list is that of all accounts; then `owner` is whose the open conversation is, the person's own when absent. */
  readonly all?: true;
  readonly owner?: string;
  readonly thread?: string;
  /** The one message of the thread that is open, in a list of messages. */
  readonly message?: string;
};

export const INBOX: Place = { kind: "folder", folder: "inbox" };
export const ALL_INBOXES: Place = { ...INBOX, all: true };

/**
 * The place of a path: `/`, `/mail`, `/mail/folder/ID/thread/ID`, `/mail/starred`, `/mail/label/ID`,
 * `/mail/search/WORDS`; in a shared account `/mail/account/ID/folder/…`, in a list of messages `…/thread/ID/message/ID`;
 * of all accounts `/mail/all/inbox`, `/mail/all/search/WORDS`, with `…/account/ID/thread/ID` for what is open of a
 * shared one.
 */
export function placeOf(pathname: string): Place | undefined {
  const [root, ...path] = segments(pathname);
  if (root === undefined || (root === "mail" && path.length === 0)) return INBOX;
  if (root !== "mail") return undefined;
  if (path[0] === "all") return placeOfAll(path.slice(1));
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

function placeOfAll([kind, ...rest]: readonly string[]): Place | undefined {
  const [text, ...others] = kind === "search" ? rest : ["", ...rest];
  const isOwned = others[0] === "account";
  const owner = isOwned ? others[1] : undefined;
  const open = openOf(isOwned ? others.slice(2) : others);
  if (!open || (isOwned && (owner === undefined || open.thread === undefined))) return undefined;
  const more = { all: true as const, ...(owner !== undefined && { owner }), ...open };
  if (kind === "inbox") return { ...INBOX, ...more };
  return kind === "search" && text ? { kind, text, ...more } : undefined;
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
  const list = listPath(place);
  if (place.thread === undefined) return list;
  const whose = place.owner === undefined ? list : `${list}/account/${encode(place.owner)}`;
  const thread = `${whose}/thread/${encode(place.thread)}`;
  return place.message === undefined ? thread : `${thread}/message/${encode(place.message)}`;
}

function listPath(place: Place): string {
  const root = place.all
    ? "/mail/all"
    : place.account === undefined
      ? "/mail"
      : `/mail/account/${encode(place.account)}`;
  switch (place.kind) {
    case "folder":
      return place.all ? `${root}/inbox` : `${root}/folder/${encode(place.folder)}`;
    case "starred":
      return `${root}/starred`;
    case "label":
      return `${root}/label/${encode(place.label)}`;
    default:
      return `${root}/search/${encode(place.text)}`;
  }
}

const encode = encodeURIComponent;

/** The same list with another conversation open, or one message of it, or nothing. */
export function withThread(
  place: Place,
  thread: string | undefined,
  message?: string,
  /** The shared account that it is of, in a list of all accounts. */
  owner?: string,
): Place {
  const { thread: _, message: __, owner: ___, ...list } = place;
  if (thread === undefined) return list;
  const open = message === undefined ? { thread } : { thread, message };
  return owner === undefined ? { ...list, ...open } : { ...list, owner, ...open };
}

/** The name of a folder in a path: its role where it has one, so that addresses read well and outlive an import. */
export function folderKey(mailbox: {
  readonly id: string;
  readonly role: MailboxRole | null;
}): string {
  return mailbox.role ?? mailbox.id;
}

/** Their folders are made with their first mail: until then such a place is empty. */
const MADE_LATER = ["archive", "junk", "scheduled", "snoozed"] as const satisfies MailboxRole[];

/** The role of the folder that a place names, if that may have yet to be made. */
export const roleMadeLater = (place: Place): MailboxRole | undefined =>
  place.kind === "folder" ? MADE_LATER.find((role) => role === place.folder) : undefined;

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
