export { ComposeWindow } from "./window/compose-window.tsx";
export { t } from "./strings/index.ts";
