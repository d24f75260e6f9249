import { FileNode } from "@atrium/contract/types/file-node";
import { serve, type Served } from "../../../engine/index.ts";
import { fileNodeRules } from "./file-node.rules.ts";
import { fileNodeStore } from "./file-node.store.ts";

/** Files are a person's own; shared ones narrow and widen this by node when sharing comes. */
export const fileNode: Served = serve(FileNode, {
  access: (actor, _verb, accountId) => actor.accounts[accountId]?.isPersonal === true,
  store: fileNodeStore,
  rules: fileNodeRules,
});
