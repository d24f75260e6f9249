import type { TreeNode } from "@atrium/ui";
import { MailboxIcon, mailboxName } from "../mailboxes/mailbox-look.tsx";
import { waiting, type MailboxNode } from "../mailboxes/mailbox-tree.ts";
import { t } from "../strings/index.ts";

/** A folder as a row of the tree. One that is closed counts what waits inside of it too. */
export function folderNode(
  { mailbox, children }: MailboxNode,
  closed: ReadonlySet<string>,
): TreeNode {
  const { id, role } = mailbox;
  const isClosed = closed.has(id) && children.length > 0;
  const count = isClosed ? waitingWithin({ mailbox, children }) : waiting(mailbox);
  const words =
    role === "drafts" ? "draftCount" : role === "scheduled" ? "scheduledCount" : "unreadCount";
  const isQuiet = role === "drafts" || role === "scheduled" || role === "junk";
  return {
    id,
    label: mailboxName(mailbox),
    icon: <MailboxIcon role={role} />,
    count,
    countLabel: t(words, { count }),
    strong: count > 0 && !isQuiet,
    children: children.map((child) => folderNode(child, closed)),
  };
}

const waitingWithin = ({ mailbox, children }: MailboxNode): number =>
  children.reduce((sum, child) => sum + waitingWithin(child), waiting(mailbox));
