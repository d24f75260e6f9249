import { FileNode } from "@atrium/contract/types/file-node";
import { FILE_ROLES, type ShareDialogProps } from "@atrium/feature-sharing/parts";
import type { ComponentType, ReactNode } from "react";
import type { Drive } from "../drives.ts";
import { isFolder, type DriveNode } from "../nodes/definitions.ts";
import { useWay } from "../nodes/use-way.ts";
import { placeIn } from "../place/place.ts";
import { t } from "../strings/index.ts";

/** Asks with whom a file or folder is shared. */
export function ShareQuestion({
  drive,
  node,
  ShareDialog,
  onClose,
}: {
  readonly drive: Drive;
  readonly node: DriveNode;
  readonly ShareDialog: ComponentType<ShareDialogProps>;
  readonly onClose: () => void;
}): ReactNode {
  const { client, account, hrefOf, go } = drive;
  const way = useWay(account, node.parentId);
  return (
    <ShareDialog
      client={client}
      accountId={account.id}
      type={FileNode}
      id={node.id}
      name={node.name}
      roles={FILE_ROLES}
      sees={t(isFolder(node) ? "sharedFolderSeen" : "sharedFileSeen")}
      hasLinks
      above={way.nodes.toReversed().map(({ id, name }) => ({
        id,
        through: t("sharedThrough", { name }),
        href: hrefOf(placeIn(id)),
        linkLabel: t("toSharedFolder"),
        onGo: () => go(placeIn(id)),
      }))}
      onClose={onClose}
    />
  );
}
