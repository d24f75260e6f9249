import { CAPABILITY } from "@atrium/contract/types/wire";
import { FileNode } from "@atrium/contract/types/file-node";
import type { Capability, Served } from "../../engine/index.ts";
import { toFiles } from "./access.ts";
import { fileLink } from "./file-link/file-link.ts";
import { fileNode } from "./file-node/file-node.ts";
import { fileUpload } from "./file-upload/file-upload.ts";
import type { TrashOptions } from "./file-node/trim-trash.ts";
import { MAX_DEPTH, MAX_FILE_UPLOAD, MAX_NAME } from "./limits.ts";
import "./tables.ts";

export { endLinks } from "./end-links.ts";
export { handOverFiles } from "./file-node/hand-over.ts";
export { joinUpload } from "./file-upload/join-upload.ts";
export { driveJobs } from "./jobs.ts";
export { createFileLinks, type FileLinks, type Found, type OpenLink } from "./file-link/links.ts";
export { readChildren, readNodes, type SeenNode } from "./file-node/read-nodes.ts";
export { createReceivers } from "./zip/receivers.ts";
export { zipOf } from "./zip/zip.ts";
export { ZIP_CALLER_FOR, ZIPS_AT_ONCE } from "./limits.ts";
export { fileOctetsOf } from "./file-octets.ts";

/** The data types of file storage (draft-ietf-jmap-filenode), of large uploads to it, and of links to files. */
export const fileTypes: readonly Served[] = [fileNode, fileUpload, fileLink];

export const fileCapabilities = ({ trashLifetime }: TrashOptions): readonly Capability[] => [
  {
    urn: CAPABILITY.fileNode,
    server: {},
    account: (actor, accountId) => {
      const account = actor.accounts[accountId];
      const part = actor.partialAccounts?.[accountId]?.reach["FileNode"];
      if (!toFiles(actor, "read", accountId) && part === undefined) return null;
      return {
        maxFileNodeDepth: MAX_DEPTH,
        maxSizeFileNodeName: MAX_NAME,
        fileNodeQuerySortOptions: FileNode.sorts,
        mayCreateTopLevelFileNode: account?.isReadOnly === false,
      };
    },
  },
  {
    urn: CAPABILITY.drive,
    server: {},
    // Only who has the whole account sees its trash, and uploads in parts.
    account: (actor, accountId) =>
      toFiles(actor, "read", accountId)
        ? { trashLifetime: trashLifetime / 1000, maxSizeFileUpload: MAX_FILE_UPLOAD }
        : null,
  },
];
