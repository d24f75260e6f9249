import { FileNode } from "@atrium/contract/types/file-node";
import { serve, type Served } from "../../../engine/index.ts";
import { toFiles } from "../access.ts";
import { copyNode } from "./copy.ts";
import { fileNodeContainer } from "./file-node.container.ts";
import { fileNodeRules } from "./file-node.rules.ts";
import { fileNodeStore } from "./file-node.store.ts";

/** Files are a person's own, or those of a team in its shared account; those that are shared are in reach of others with all that lies in them. */
export const fileNode: Served = serve(FileNode, {
  access: toFiles,
  store: { ...fileNodeStore, copy: copyNode },
  container: fileNodeContainer,
  rules: fileNodeRules,
});
