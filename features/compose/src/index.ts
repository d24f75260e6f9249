export { ComposeWindow } from "./window/index.tsx";
export { t } from "./strings/index.ts";
