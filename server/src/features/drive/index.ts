import { CAPABILITY } from "@atrium/contract/types/wire";
import { FileNode } from "@atrium/contract/types/file-node";
import type { Capability, Served } from "../../engine/index.ts";
import { toFiles } from "./access.ts";
import { fileNode } from "./file-node/file-node.ts";
import { MAX_DEPTH, MAX_NAME } from "./limits.ts";
import "./tables.ts";

export { handOverFiles } from "./file-node/hand-over.ts";
export { zipOf } from "./zip/zip.ts";
export { ZIP_CALLER_FOR, ZIPS_AT_ONCE } from "./limits.ts";
export { fileOctetsOf } from "./file-octets.ts";

/** The data types of file storage (draft-ietf-jmap-filenode). */
export const fileTypes: readonly Served[] = [fileNode];

export const fileCapabilities: readonly Capability[] = [
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
];
