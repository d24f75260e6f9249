import { FILE_NODE_RIGHTS, type FileNode } from "@atrium/contract/types/file-node";
import type { Container, Need } from "../../../engine/index.ts";
import { descendantsOf, sharedAbove } from "./file-node.store.ts";

/** What is asked of who changes these properties; of all others `mayModifyContent`. */
const RIGHT_FOR: Readonly<Record<string, string>> = {
  name: "mayRename",
  shareWith: "mayShare",
  shareUntil: "mayShare",
};

/** A node is shared with all that lies in it. */
export const fileNodeContainer: Container<typeof FileNode> = {
  within: { FileNode: "mayRead" },

  rights: { names: FILE_NODE_RIGHTS, fromAbove: ["mayRename", "mayDelete"] },

  above: sharedAbove,

  below: async (call, { id }) => (await descendantsOf(call, id)).map((node) => node.id),

  needs(change) {
    if (change.verb === "create") {
      const { parentId = null, shareWith } = change.after;
      const place = (right: string): Need => ({ id: parentId, right, property: "parentId" });
      return [place("mayAddChildren"), ...(shareWith ? [place("mayShare")] : [])];
    }
    const { id, parentId } = change.before;
    // What was shared by itself stays where its owner has put it, under its name: what is beside it is out of reach.
    const leave: readonly Need[] = [
      { id, right: "mayDelete" },
      { id: parentId, right: "mayDelete" },
    ];
    if (change.verb === "destroy") return leave;
    const { after, changed } = change;
    const rights = new Set(
      changed
        .filter((name) => name !== "parentId")
        .map((name) => RIGHT_FOR[name] ?? "mayModifyContent"),
    );
    return [
      ...[...rights].map((right): Need => ({ id, right })),
      ...(changed.includes("name") ? [{ id: parentId, right: "mayRead" }] : []),
      ...(changed.includes("parentId")
        ? [...leave, { id: after.parentId, right: "mayAddChildren", property: "parentId" }]
        : []),
    ];
  },
};
