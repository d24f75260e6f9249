export { ComposeWindow } from "./compose-window.tsx";
export { t } from "./strings/index.ts";
