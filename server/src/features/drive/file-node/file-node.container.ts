import {
  FILE_NODE_RIGHTS,
  TRASH_ID,
  type FileNode,
  type FileNodeRights,
} from "@atrium/contract/types/file-node";
import type { Container, Need } from "../../../engine/index.ts";
import { FROM_ABOVE, needsOf } from "./file-node.rights.ts";
import { descendantsOf, sharedAbove } from "./tree.ts";

/** What is asked of who changes these properties; of all others `mayModifyContent`. */
const RIGHT_FOR: Readonly<Record<string, keyof FileNodeRights>> = {
  name: "mayRename",
  shareWith: "mayShare",
  shareUntil: "mayShare",
};

/** A node is shared with all that lies in it. */
export const fileNodeContainer: Container<typeof FileNode> = {
  within: { FileNode: "mayRead" },

  rights: { names: FILE_NODE_RIGHTS, fromAbove: FROM_ABOVE },

  above: sharedAbove,

  below: async (call, { id }) => (await descendantsOf(call, id)).map((node) => node.id),

  needs(change) {
    if (change.verb === "create") {
      const { parentId = null, shareWith } = change.after;
      const place = (right: string): Need => ({ id: parentId, right, property: "parentId" });
      return [place("mayAddChildren"), ...(shareWith ? [place("mayShare")] : [])];
    }
    const { before } = change;
    if (change.verb === "destroy") return needsOf("mayDelete", before);
    const { after, changed } = change;
    const rights = new Set(
      changed
        .filter((name) => name !== "parentId")
        .map((name) => RIGHT_FOR[name] ?? "mayModifyContent"),
    );
    return [
      ...[...rights].flatMap((right) => needsOf(right, before)),
      ...(changed.includes("parentId")
        ? [
            ...needsOf("mayDelete", before),
            // The trash is nobody's but the owner's, and takes whatever may be deleted.
            ...(after.parentId === TRASH_ID
              ? []
              : [{ id: after.parentId, right: "mayAddChildren", property: "parentId" }]),
          ]
        : []),
    ];
  },
};
