import type { MailboxRecord, MailboxRole } from "@atrium/contract/types/mailbox";
import { compareNames } from "@atrium/i18n";

/** The folders every mail program shows first, in the order people expect them. */
const FIRST: readonly MailboxRole[] = [
  "inbox",
  "snoozed",
  "drafts",
  "scheduled",
  "sent",
  "archive",
  "junk",
  "trash",
];

export interface MailboxNode {
  readonly mailbox: MailboxRecord;
  readonly children: readonly MailboxNode[];
}

/** Folders below their parents, by their own order, then by name. A folder whose parent is not there stands at the top. */
export function mailboxTree(list: readonly MailboxRecord[]): {
  readonly system: readonly MailboxNode[];
  readonly own: readonly MailboxNode[];
} {
  const known = new Set(list.map(({ id }) => id));
  const below = Map.groupBy(list, ({ parentId }) =>
    parentId !== null && known.has(parentId) ? parentId : null,
  );
  const nodes = (parent: string | null): MailboxNode[] =>
    (below.get(parent) ?? [])
      .toSorted((a, b) => a.sortOrder - b.sortOrder || compareNames(a.name, b.name))
      .map((mailbox) => ({ mailbox, children: nodes(mailbox.id) }));
  const all = nodes(null);
  const rank = ({ mailbox: { role } }: MailboxNode): number => (role ? FIRST.indexOf(role) : -1);
  return {
    system: all.filter((node) => rank(node) >= 0).toSorted((a, b) => rank(a) - rank(b)),
    own: all.filter((node) => rank(node) < 0),
  };
}

const QUIET: ReadonlySet<MailboxRole> = new Set(["snoozed", "sent", "trash"]);

/** What waits in a folder: unread conversations, in Drafts and Scheduled everything; nothing where it would only nag. */
export function waiting({ role, totalEmails, unreadThreads }: MailboxRecord): number {
  if (role === "drafts" || role === "scheduled") return totalEmails;
  return role !== null && QUIET.has(role) ? 0 : unreadThreads;
}

/** Every folder in the order of the tree, with the folders above it. */
export function inTreeOrder(
  list: readonly MailboxRecord[],
): { readonly mailbox: MailboxRecord; readonly above: readonly MailboxRecord[] }[] {
  const walk = (
    nodes: readonly MailboxNode[],
    above: readonly MailboxRecord[],
  ): { mailbox: MailboxRecord; above: readonly MailboxRecord[] }[] =>
    nodes.flatMap(({ mailbox, children }) => [
      { mailbox, above },
      ...walk(children, [...above, mailbox]),
    ]);
  const { system, own } = mailboxTree(list);
  return walk([...system, ...own], []);
}
