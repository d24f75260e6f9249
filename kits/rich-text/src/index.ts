export { EditorNotLoaded } from "./editor-not-loaded.tsx";
export type { EditorState, Squire } from "./engine.ts";
export { FormatBar } from "./format-bar.tsx";
export { LinkBar } from "./link-bar.tsx";
export { engineNow, loadEngine, type Engine } from "./load-engine.ts";
