import { defineRefusals, meaning } from "../../engine/index.ts";

/** Of FileNode/set. */
export const DRIVE_REFUSALS = defineRefusals({
  nodeHasChildren: meaning("nodeHasChildren", "forbidden", "invalid"),
});
