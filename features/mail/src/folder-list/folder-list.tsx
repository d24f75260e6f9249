import { Skeleton, StarIcon, Tree, type TreeNode } from "@atrium/ui";
import type { ReactNode } from "react";
import { MailboxIcon, mailboxName } from "../mailboxes/mailbox-look.tsx";
import { mailboxTree, waiting, type MailboxNode } from "../mailboxes/mailbox-tree.ts";
import type { Mailboxes } from "../mailboxes/use-mailboxes.ts";
import { folderKey, folderOf, type Place } from "../place/place.ts";
import { t } from "../strings/index.ts";
import "./folder-list.css";

const STARRED = "starred";

/** The folders, each with what waits in it. */
export function FolderList({
  mailboxes,
  place,
  onGo,
}: {
  readonly mailboxes: Mailboxes | undefined;
  readonly place: Place;
  readonly onGo: (place: Place) => void;
}): ReactNode {
  if (!mailboxes)
    return (
      <div className="mail-folders" aria-busy="true">
        {[64, 52, 40, 58, 44, 48].map((width, index) => (
          <div key={index} className="mail-folders-skeleton">
            <Skeleton width={16} height={16} />
            <Skeleton width={`${width}%`} height={10} />
          </div>
        ))}
      </div>
    );
  const { system, own } = mailboxTree(mailboxes.list);
  const nodes = system.map(asNode);
  // Stars stand right below the inbox, as one looks there next.
  nodes.splice(1, 0, { id: STARRED, label: t("starred"), icon: <StarIcon /> });
  const selected = place.kind === "starred" ? STARRED : folderOf(place, mailboxes)?.id;
  const go = (id: string): void => {
    const mailbox = mailboxes.byId(id);
    if (id === STARRED) onGo({ kind: "starred" });
    else if (mailbox) onGo({ kind: "folder", folder: folderKey(mailbox) });
  };
  return (
    <nav className="mail-folders" aria-label={t("folders")}>
      <Tree label={t("mail")} items={nodes} selected={selected} onSelect={go} />
      {own.length > 0 && (
        <>
          <h2 className="mail-folders-title">{t("ownFolders")}</h2>
          <Tree label={t("ownFolders")} items={own.map(asNode)} selected={selected} onSelect={go} />
        </>
      )}
    </nav>
  );
}

function asNode({ mailbox, children }: MailboxNode): TreeNode {
  const count = waiting(mailbox);
  const isStrong = count > 0 && mailbox.role !== "drafts" && mailbox.role !== "junk";
  return {
    id: mailbox.id,
    label: mailboxName(mailbox),
    icon: <MailboxIcon role={mailbox.role} />,
    count,
    countLabel:
      mailbox.role === "drafts" ? t("draftCount", { count }) : t("unreadCount", { count }),
    strong: isStrong,
    children: children.map(asNode),
  };
}
