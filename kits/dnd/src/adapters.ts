import {
  draggable,
  dropTargetForElements,
} from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview";
import { dropTargetForExternal } from "@atlaskit/pragmatic-drag-and-drop/external/adapter";
import { containsFiles, getFiles } from "@atlaskit/pragmatic-drag-and-drop/external/file";
import { preventUnhandled } from "@atlaskit/pragmatic-drag-and-drop/prevent-unhandled";

/** What of the library of dragging is used; a chunk of its own. */
export const adapters = {
  draggable,
  dropTargetForElements,
  setCustomNativeDragPreview,
  dropTargetForExternal,
  containsFiles,
  getFiles,
  preventUnhandled,
};
export type Adapters = typeof adapters;
